package dev.magpie.spark;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The S3 server of storage's tests as a process of its own: with its libraries among those of
 * Spark, neither would have the versions that it has where it is used.
 */
final class ObjectStore implements AutoCloseable {
  private static final String MAIN = "dev.magpie.storage.S3Server";
  private static final String ENDPOINT = "aws.endpointUrlS3";

  /** What that server expects. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "aws.region", "us-east-1", "aws.accessKeyId", "reader", "aws.secretAccessKey", "secret");

  private final Process process;
  private final String endpoint;

  /** Serves a directory, whose folders are buckets. */
  ObjectStore(Path served) throws IOException {
    Path storage = built();
    List<String> classPath =
        List.of(
            storage.resolve("test-classes").toString(),
            Files.readString(storage.resolve("test-classpath")).strip());
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                String.join(File.pathSeparator, classPath),
                MAIN,
                served.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String port = out.readLine();
    if (port == null) {
      throw new IOException("the server has ended");
    }
    endpoint = "http://127.0.0.1:" + port;
    SETTINGS.forEach(System::setProperty);
    System.setProperty(ENDPOINT, endpoint);
  }

  /** What tells another process where it is, and who asks; this one knows. */
  Map<String, String> environment() {
    return Map.of(
        "AWS_ENDPOINT_URL_S3",
        endpoint,
        "AWS_REGION",
        SETTINGS.get("aws.region"),
        "AWS_ACCESS_KEY_ID",
        SETTINGS.get("aws.accessKeyId"),
        "AWS_SECRET_ACCESS_KEY",
        SETTINGS.get("aws.secretAccessKey"));
  }

  /** Where module storage is built: its jar or its classes are on this class path. */
  private static Path built() {
    String within = Path.of("/storage", "target", "").toString();
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(each -> each.contains(within))
        .map(Path::of)
        .findFirst()
        .orElseThrow()
        .resolveSibling("");
  }

  @Override
  public void close() {
    SETTINGS.keySet().forEach(System::clearProperty);
    System.clearProperty(ENDPOINT);
    process.destroyForcibly();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }
}
