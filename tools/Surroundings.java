import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a command finds around it.
 *
 * @param before what stands before Java in the command line
 * @param javaOptions the later of two that are alike counts
 * @param mustDo whether the command has to do all the same
 */
record Surroundings(String name, List<String> before, List<String> javaOptions, boolean mustDo) {
  static final Surroundings USUAL = after(List.of());

  private static final List<Integer> HEAPS = List.of(32, 64, 128);

  /** A file system of its own in place of the temporary directory, which nobody else sees. */
  private static final String MOUNTED =
      "mount -t tmpfs -o %s none \"$0\" && { %s; } 2>/dev/null; exec \"$@\"";

  static Surroundings after(List<String> before) {
    return new Surroundings("", List.copyOf(before), List.of(), true);
  }

  /** Little memory, no place for temporary files, and reads and writes that do less than asked. */
  static List<Surroundings> hard(FaultSandbox sandbox) throws InterruptedException {
    List<Surroundings> all = new ArrayList<>();
    if (isThere("short reads and writes", "fiu-run", "-x", "true")) {
      all.add(
          new Surroundings(
              "short reads and writes",
              List.of("fiu-run", "-x", "-c", "enable name=posix/io/rw/*/reduce"),
              List.of(),
              true));
    }
    HEAPS.forEach(mebibytes ->
        all.add(
            new Surroundings(
                "a heap of %d MiB".formatted(mebibytes),
                List.of(),
                List.of("-Xmx%dm".formatted(mebibytes)),
                false)));
    Path nowhere = sandbox.temporary.resolveSibling("nowhere");
    all.add(
        new Surroundings(
            "no temporary directory", List.of(), List.of("-Djava.io.tmpdir=" + nowhere), false));
    if (isThere("bad temporary directories", "unshare", "--map-root-user", "--mount", "true")) {
      all.add(mounted("a read-only temporary directory", "ro", "true", sandbox));
      all.add(
          mounted(
              "a full temporary directory",
              "size=64k",
              "head -c 1m /dev/zero >\"$0/full\"",
              sandbox));
    }
    return all;
  }

  private static Surroundings mounted(
      String name, String options, String fill, FaultSandbox sandbox) {
    return new Surroundings(
        name,
        List.of(
            "unshare",
            "--map-root-user",
            "--mount",
            "sh",
            "-c",
            MOUNTED.formatted(options, fill),
            sandbox.temporary.toString()),
        List.of(),
        false);
  }

  private static boolean isThere(String what, String... command) throws InterruptedException {
    try {
      if (new ProcessBuilder(command).start().waitFor() == 0) {
        return true;
      }
      System.out.printf("not tried, as this machine forbids %s: %s%n", command[0], what);
    } catch (IOException e) {
      System.out.printf("not tried, as there is no %s: %s%n", command[0], what);
    }
    return false;
  }
}
