package dev.magpie.cli.output;

/**
 * What of a command's input is not looked at.
 *
 * @param files of other kinds
 * @param arrays that are not of numbers, or do not stand in their file as they are
 */
public record Skipped(int files, int arrays) {
  public static final Skipped NOTHING = new Skipped(0, 0);

  public Skipped plus(int moreFiles, int moreArrays) {
    return new Skipped(files + moreFiles, arrays + moreArrays);
  }

  /** Says so, unless it is nothing. */
  public void say(Console console) {
    if (files > 0) {
      console.say("skipped %s of other kinds".formatted(Quantity.count(files, "file")));
    }
    if (arrays > 0) {
      console.say("skipped %s without numbers in place".formatted(Quantity.count(arrays, "array")));
    }
  }
}
