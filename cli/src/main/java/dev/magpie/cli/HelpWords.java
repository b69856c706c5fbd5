package dev.magpie.cli;

import dev.magpie.snapshot.FileFormat;
import java.util.ListResourceBundle;
import java.util.stream.Collectors;

/** What the help of commands takes from registries, as {@code ${bundle:...}}. */
final class HelpWords extends ListResourceBundle {
  @Override
  protected Object[][] getContents() {
    return new Object[][] {{"formats", formats()}};
  }

  /** The kinds of files that hold arrays. */
  static String formats() {
    return FileFormat.all().stream().map(FileFormat::label).collect(Collectors.joining(", "))
        + ", or raw binary";
  }
}
