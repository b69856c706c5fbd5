package dev.magpie.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ProcessTest {
  @TempDir private Path directory;

  @Test
  void endsWithTheStatusAndKeepsTheOutputsApart() throws Exception {
    Path input = Files.write(directory.resolve("zeros.bin"), new byte[1000]);
    Ran good = run("analyze", input.toString(), "--codec", "bdi", "--format", "csv");
    assertThat(good.status()).isZero();
    assertThat(good.err()).isEmpty();
    assertThat(good.out().lines().toList().getLast()).startsWith("1000,8,bdi,64,8,256,");

    Ran bad = run("analyze", input.toString(), "--codec", "bid");
    assertThat(bad.status()).isEqualTo(2);
    assertThat(bad.out()).isEmpty();
    assertThat(bad.err().lines().toList()).hasSize(1);
  }

  @Test
  void endsQuietlyWhenNobodyReadsOn() throws Exception {
    Process process = start("codecs", "--format", "json");
    process.getInputStream().close();
    assertThat(process.waitFor()).isZero();
    assertThat(err()).isEmpty();
  }

  @Test
  void aFullDiskIsAFailedRun() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    Path input = Files.write(directory.resolve("zeros.bin"), new byte[1000]);
    Ran ran = run("analyze", input.toString(), "-o", full.toString());
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .isEqualTo("magpie: /dev/full: cannot be written: No space left on device\n");
  }

  @Test
  void writesTheSameFiguresInEveryLanguage() throws Exception {
    Path input = Files.write(directory.resolve("zeros.bin"), new byte[1000]);
    List<String> arabic = List.of("-Duser.language=ar", "-Duser.country=EG");
    Ran there = result(startWith(arabic, "analyze", input.toString()));
    assertThat(there).isEqualTo(run("analyze", input.toString()));
    assertThat(there.out()).contains("1000");
  }

  @Test
  void readsFilesLargerThanItsHeap() throws Exception {
    Path input = sparse(1L << 30);
    Ran ran = run("analyze", input.toString(), "--codec", "mag-bdi", "--format", "csv");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out().lines().toList().getLast())
        .isEqualTo("1073741824,8388608,mag-bdi,2147483648,268435456,268435456,4,4,8388608,0,0,0");
  }

  @Test
  void leavesNothingHalfWrittenWhenItIsStopped() throws Exception {
    Path out = Files.createDirectory(directory.resolve("out"));
    Process process =
        start(
            "analyze",
            sparse(1L << 32).toString(),
            "--codec",
            "all",
            "--per-block",
            out.resolve("blocks.csv").toString());
    while (process.isAlive() && count(out) == 0) {
      Thread.sleep(20);
    }
    Thread.sleep(200);
    process.destroy();
    assertThat(process.waitFor()).isNotZero();
    assertThat(count(out)).isZero();
  }

  @Test
  void killedCompressingOrDecompressingLeavesNothingUnderTheFinalName() throws Exception {
    Path out = Files.createDirectory(directory.resolve("out"));
    Path input = sparse(1L << 30);
    Path container = out.resolve("zeros.mgp");
    killWhenWriting(out, "compress", input.toString(), "-o", container.toString());
    assertThat(container).doesNotExist();

    Ran made = run("compress", input.toString(), "-o", container.toString());
    assertThat(made.status()).as(made.err()).isZero();
    Path copies = Files.createDirectory(directory.resolve("copies"));
    Path copy = copies.resolve("zeros");
    killWhenWriting(copies, "decompress", container.toString(), "-o", copy.toString());
    assertThat(copy).doesNotExist();
    Ran checked = run("decompress", container.toString(), "--check", "--format", "csv");
    assertThat(checked.out()).endsWith("sparse.bin,1073741824,8388608,036e6f75,0,true\n");
  }

  /** The database engine unpacks its library there, and forgets it if it is ended meanwhile. */
  @Test
  void leavesNoLibraryWhenItIsStoppedWhileUnpacking() throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Path sizes = directory.resolve("sizes.json");
    Path input = Files.write(directory.resolve("zeros.bin"), new byte[1000]);
    run("analyze", input.toString(), "--codec", "bdi", "--format", "json", "-o", sizes.toString());
    Process process =
        startWith(
            List.of("-Djava.io.tmpdir=" + temporary),
            "query",
            sizes.toString(),
            "SELECT count(*) FROM sizes");
    while (process.isAlive() && bytes(temporary) == 0) {
      Thread.sleep(2);
    }
    process.destroy();
    process.waitFor();
    assertThat(count(temporary)).isZero();
  }

  /** Kills a command without notice as soon as its output grows. */
  private void killWhenWriting(Path folder, String... args) throws Exception {
    Process process = start(args);
    while (process.isAlive() && bytes(folder) == 0) {
      Thread.sleep(2);
    }
    process.destroyForcibly();
    assertThat(process.waitFor()).isEqualTo(128 + 9);
    assertThat(bytes(folder)).isPositive();
  }

  private static long bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static long count(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  /** A file of zeros that takes no room. */
  private Path sparse(long bytes) throws IOException {
    Path path = directory.resolve("sparse.bin");
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(bytes);
    }
    return path;
  }

  private Ran run(String... args) throws IOException, InterruptedException {
    return result(start(args));
  }

  private Ran result(Process process) throws IOException, InterruptedException {
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Ran(process.waitFor(), out, err());
  }

  /** Without the JVM's own warning, which the launcher takes away. */
  private String err() throws IOException {
    return Files.readString(directory.resolve("err"))
        .replaceFirst("WARNING: Using incubator modules: jdk.incubator.vector\\R", "");
  }

  private Process start(String... args) throws IOException {
    return startWith(List.of(), args);
  }

  private Process startWith(List<String> options, String... args) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        new ArrayList<>(List.of(java, "-Xmx64m", "--add-modules", "jdk.incubator.vector"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("dev.magpie.cli.Magpie");
    command.addAll(Arrays.asList(args));
    File err = directory.resolve("err").toFile();
    return new ProcessBuilder(command).redirectError(err).start();
  }
}
