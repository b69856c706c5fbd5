package dev.magpie.spark;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A cluster of Spark's own on this machine: a master and a worker, each a process. */
final class StandaloneCluster implements AutoCloseable {
  private static final Pattern BEGUN = Pattern.compile("Starting Spark master at (spark://\\S+)");
  private static final Pattern REGISTERED = Pattern.compile("Successfully registered with master");

  private final Path home;
  private final Map<String, String> environment;
  private final List<Process> processes = new ArrayList<>();
  private final String address;

  /**
   * Starts one.
   *
   * @param home a folder of its own
   * @param workers with a core each
   * @param environment what executors find in theirs
   */
  StandaloneCluster(Path home, int workers, Map<String, String> environment) throws IOException {
    this.home = home;
    this.environment = environment;
    Path jars = Files.createDirectories(home.resolve("jars"));
    for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path jar = Path.of(each);
      // What an installation of Spark has, and nothing of Magpie's.
      if (each.endsWith(".jar") && !each.contains("magpie")) {
        Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
      }
    }
    try {
      address =
          await(
                  start(
                      "org.apache.spark.deploy.master.Master",
                      "--host",
                      "127.0.0.1",
                      "--port",
                      "0"),
                  BEGUN)
              .group(1);
      for (int worker = 0; worker < workers; worker++) {
        await(
            start(
                "org.apache.spark.deploy.worker.Worker",
                "--host",
                "127.0.0.1",
                "--cores",
                "1",
                "--memory",
                "1g",
                "--work-dir",
                home.resolve("work" + worker).toString(),
                address),
            REGISTERED);
      }
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  String address() {
    return address;
  }

  /** The executors that run now. */
  List<ProcessHandle> executors() {
    return processes.stream().flatMap(each -> each.toHandle().descendants()).toList();
  }

  private Process start(String main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(
        List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", home.resolve("jars") + "/*", main, "--webui-port", "0"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  private static Matcher await(Process process, Pattern line) throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    StringBuilder all = new StringBuilder();
    while (true) {
      String next = out.readLine();
      if (next == null) {
        throw new IOException("the process has ended: " + all);
      }
      all.append(next).append('\n');
      Matcher found = line.matcher(next);
      if (found.find()) {
        // A pipe that nobody reads would stop the process some day.
        Thread.ofVirtual().start(() -> out.lines().forEach(_ -> {}));
        return found;
      }
    }
  }

  @Override
  public void close() {
    List<ProcessHandle> all = new ArrayList<>(executors());
    processes.forEach(each -> all.add(each.toHandle()));
    all.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle each : all) {
      each.onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }
  }
}
