package dev.magpie.cli.fuzz;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What {@code tools/fuzz} starts: a target for Jazzer, and a list of all. */
public final class Fuzz {
  private static FuzzTarget target = FuzzTargets.ALL.getFirst();

  private Fuzz() {}

  /** The names of all targets. */
  public static List<String> names() {
    return FuzzTargets.ALL.stream().map(FuzzTarget::name).toList();
  }

  /** Called by Jazzer with the name of a target. */
  public static void fuzzerInitialize(String[] arguments) {
    target = FuzzTargets.named(arguments[0]);
  }

  /** Called by Jazzer, again and again. */
  public static void fuzzerTestOneInput(byte[] bytes) throws Exception {
    target.run(bytes);
  }

  /**
   * Lists all targets; or, with the name of one and a folder, writes the seeds that are made; or,
   * with a name and a file, tries the file.
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 0) {
      names().forEach(System.out::println);
      return;
    }
    FuzzTarget named = FuzzTargets.named(arguments[0]);
    Path place = Path.of(arguments[1]);
    if (Files.isDirectory(place)) {
      List<byte[]> seeds = FuzzTargets.seeds(named.name());
      for (int i = 0; i < seeds.size(); i++) {
        Files.write(place.resolve("seed-" + i), seeds.get(i));
      }
    } else {
      named.run(Files.readAllBytes(place));
      System.out.println(place + ": is no finding");
    }
  }
}
