package dev.magpie.cli.output;

import dev.magpie.snapshot.Snapshot;
import java.util.List;

/**
 * What of a command's input is not looked at.
 *
 * @param files of other kinds
 * @param arrays that are not of numbers, or do not stand in their file as they are
 * @param named the first few of those, where they are known
 */
public record Skipped(int files, int arrays, List<String> named) {
  public static final Skipped NOTHING = new Skipped(0, 0, List.of());

  public static Skipped of(Snapshot snapshot) {
    return new Skipped(snapshot.skippedFiles(), snapshot.skippedArrays(), snapshot.skippedNames());
  }

  public Skipped plus(int moreFiles, int moreArrays) {
    return new Skipped(files + moreFiles, arrays + moreArrays, named);
  }

  /** Says so, unless it is nothing. */
  public void say(Console console) {
    if (files > 0) {
      console.say("skipped %s of other kinds".formatted(Quantity.count(files, "file")));
    }
    if (arrays > 0) {
      String names = named.isEmpty() ? "" : ": " + String.join(", ", named);
      console.say(
          "skipped %s without numbers in place%s%s"
              .formatted(
                  Quantity.count(arrays, "array"),
                  names,
                  arrays > named.size() && !named.isEmpty() ? ", ..." : ""));
    }
  }
}
