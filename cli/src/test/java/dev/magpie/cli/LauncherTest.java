package dev.magpie.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script, in a repository of its own with stand-ins for Maven and Java. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class LauncherTest {
  private static final String JAVA =
      """
      #!/bin/sh
      echo 'WARNING: Using incubator modules: jdk.incubator.vector' >&2
      echo 'a message of the virtual machine' >&2
      echo 'a message of the program' >&3
      for each in "$@"; do
        case $each in
          -XX:ArchiveClassesAtExit=*)
            echo half-written >"${each#*=}"
            [ ! -e no-archive ]
            exit
            ;;
        esac
        echo "$each"
      done
      exit 7
      """;

  private static final String MAVEN =
      """
      #!/bin/sh
      echo "$JAVA_HOME $*" >> built
      sleep 0.5
      mkdir -p cli/target/lib spark/target
      echo /jars/spark-core.jar > spark/target/classpath
      [ ! -e broken ] || { echo '[ERROR] it does not compile'; exit 1; }
      """;

  @TempDir private Path directory;
  private Path repository = Path.of("repository");
  private Path jdk = Path.of("jdk");

  @BeforeEach
  void makeRepository() throws IOException {
    directory = directory.toRealPath();
    repository = Files.createDirectories(directory.resolve("a repository"));
    Files.copy(
        Path.of("..", "magpie"), repository.resolve("magpie"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.createDirectories(repository.resolve("tools"));
    Files.copy(Path.of("..", "tools", "jdk25.sh"), repository.resolve("tools/jdk25.sh"));
    Files.createDirectories(repository.resolve("cli/src/main"));
    Files.createFile(repository.resolve("pom.xml"));
    Files.createFile(repository.resolve("cli/pom.xml"));
    script(directory.resolve("tools/mvn"), MAVEN);
    jdk = makeJdk("25.0.3");
  }

  private Path makeJdk(String version) throws IOException {
    Path home = directory.resolve("jdk " + version);
    script(home.resolve("bin/java"), JAVA);
    script(home.resolve("bin/javac"), JAVA);
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"%s\"\n".formatted(version));
    return home;
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void buildsOnceAndRunsFromAnywhere() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("link"), repository.resolve("magpie"));
    Ran first = launch(Map.of(), link, "analyze", "a file", "");
    assertThat(first.err().lines())
        .containsExactlyInAnyOrder(
            "magpie: building ...", "a message of the program", "a message of the virtual machine");
    assertThat(first.status()).isEqualTo(7);
    assertThat(first.out())
        .contains("--add-modules\njdk.incubator.vector\n")
        .contains("-XX:SharedArchiveFile=%s/cli/target/classes.jsa\n".formatted(repository))
        .endsWith("dev.magpie.cli.Magpie\nanalyze\na file\n\n");
    assertThat(Files.readAllLines(repository.resolve("built")))
        .containsExactly(jdk + " -B -ntp -pl cli,storage -am package -Dmaven.test.skip=true");

    assertThat(launch(Map.of(), link).err()).doesNotContain("building");
  }

  @Test
  void buildsSparkForThoseWhoAskForIt() throws Exception {
    Path magpie = repository.resolve("magpie");
    assertThat(launch(Map.of(), magpie, "analyze", "a file", "--spark", "local").out())
        .contains(
            "-cp\n%s/spark/target/magpie-spark.jar:/jars/spark-core.jar\n".formatted(repository))
        .contains("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED\n")
        .doesNotContain("-XX:SharedArchiveFile");
    assertThat(Files.readAllLines(repository.resolve("built")))
        .containsExactly(jdk + " -B -ntp -pl cli,storage,spark -am package -Dmaven.test.skip=true");

    // A program's own words are not looked at, and what was built with Spark is built.
    assertThat(launch(Map.of(), magpie, "exec", "app", "--spark").out())
        .contains("-cp\n%s/cli/target/magpie-cli.jar:".formatted(repository));
    assertThat(launch(Map.of(), magpie, "analyze", "a file").out()).doesNotContain("spark");
    assertThat(Files.readAllLines(repository.resolve("built"))).hasSize(1);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void tellsTheWidthOfTheTerminal() throws Exception {
    String launcher = "'%s'".formatted(repository.resolve("magpie"));
    Ran both = inTerminal("stty cols 72; " + launcher);
    assertThat(both.out()).contains("-Dmagpie.columns.1=72", "-Dmagpie.columns.2=72");
    Ran error = inTerminal("stty cols 72; " + launcher + " | cat");
    assertThat(error.out()).contains("-Dmagpie.columns.2=72").doesNotContain("-Dmagpie.columns.1");
    Ran unknown = inTerminal("stty cols 0; " + launcher);
    assertThat(unknown.out()).contains("-Dmagpie.columns.1=80", "-Dmagpie.columns.2=80");
    assertThat(launch(Map.of(), repository.resolve("magpie")).out())
        .doesNotContain("-Dmagpie.columns");
  }

  private Ran inTerminal(String command) throws IOException, InterruptedException {
    return launch(Map.of(), Path.of("script"), "-qec", command, "/dev/null");
  }

  @Test
  void doesWithoutAnArchiveThatCannotBeMade() throws Exception {
    Files.createFile(directory.resolve("no-archive"));
    Ran ran = launch(Map.of(), repository.resolve("magpie"));
    assertThat(ran.status()).isEqualTo(7);
    assertThat(ran.out()).doesNotContain("Archive");
    assertThat(repository.resolve("cli/target")).isDirectoryNotContaining("glob:**/classes.jsa*");
  }

  @Test
  void buildsAgainWhenASourceIsNewer() throws Exception {
    launch(Map.of(), repository.resolve("magpie"));
    Path added = Files.createFile(repository.resolve("cli/src/main/Added.java"));
    Files.setLastModifiedTime(added, FileTime.from(Instant.now().plusSeconds(2)));
    assertThat(launch(Map.of(), repository.resolve("magpie")).err()).contains("building");
  }

  @Test
  void twoAtOnceBuildOnce() throws Exception {
    Process one = start(Map.of(), directory.resolve("err1"), repository.resolve("magpie"));
    Process two = start(Map.of(), directory.resolve("err2"), repository.resolve("magpie"));
    assertThat(one.waitFor()).isEqualTo(7);
    assertThat(two.waitFor()).isEqualTo(7);
    assertThat(Files.readAllLines(repository.resolve("built"))).hasSize(1);
  }

  @Test
  void doesNotWaitForABuildThatWasKilled() throws Exception {
    Process killed = new ProcessBuilder("true").start();
    killed.waitFor();
    Path lock = Files.createDirectories(repository.resolve("cli/target/launcher.lock"));
    Files.writeString(lock.resolve("builder"), killed.pid() + "\n");
    assertThat(launch(Map.of(), repository.resolve("magpie")).status()).isEqualTo(7);
    assertThat(lock).doesNotExist();
  }

  @Test
  void aFailedBuildShowsWhyAndIsTriedAgain() throws Exception {
    Files.createFile(repository.resolve("broken"));
    for (int attempt = 0; attempt < 2; attempt++) {
      Ran ran = launch(Map.of(), repository.resolve("magpie"));
      assertThat(ran.status()).isEqualTo(1);
      assertThat(ran.out()).isEmpty();
      assertThat(ran.err())
          .isEqualTo(
              """
              magpie: building ...
              [ERROR] it does not compile
              magpie: the build failed; all of its log is in %s/cli/target/launcher-build.log
              """
                  .formatted(repository));
    }
  }

  @Test
  void passesOptionsToJava() throws Exception {
    Ran ran =
        launch(Map.of("MAGPIE_JAVA_OPTS", "-Xmx1g -Dkey=value"), repository.resolve("magpie"));
    assertThat(ran.out()).contains("-Xmx1g\n-Dkey=value\n-cp\n");
  }

  @Test
  void refusesAnotherJdk() throws Exception {
    Path old = makeJdk("21.0.1");
    Ran ran = launch(Map.of("MAGPIE_JAVA_HOME", old.toString()), repository.resolve("magpie"));
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err())
        .isEqualTo(
            "magpie: MAGPIE_JAVA_HOME=%s is not a JDK 25; set it to one, or unset it\n"
                .formatted(old));
  }

  @Test
  void looksForItsJdkBehindOthers() throws Exception {
    Path old = makeJdk("17.0.2");
    Ran ran =
        launch(
            Map.of(
                "MAGPIE_JAVA_HOME", "", "JAVA_HOME", old.toString(), "JAVA25_HOME", jdk.toString()),
            repository.resolve("magpie"));
    assertThat(ran.status()).isEqualTo(7);
  }

  private Ran launch(Map<String, String> environment, Path script, String... args)
      throws IOException, InterruptedException {
    Path err = directory.resolve("err");
    Process process = start(environment, err, script, args);
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    int status = process.waitFor();
    // The filter may end a moment after Java.
    for (int i = 0; i < 100 && status == 7 && !Files.readString(err).contains("machine"); i++) {
      Thread.sleep(20);
    }
    return new Ran(status, out, Files.readString(err));
  }

  private Process start(Map<String, String> environment, Path err, Path script, String... args)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(Arrays.asList(args));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectError(err.toFile());
    Map<String, String> variables = builder.environment();
    variables.put("PATH", directory.resolve("tools") + ":" + variables.get("PATH"));
    variables.put("MAGPIE_JAVA_HOME", jdk.toString());
    variables.remove("MAGPIE_JAVA_OPTS");
    variables.putAll(environment);
    return builder.start();
  }
}
