package dev.magpie.cli.option;

import dev.magpie.memory.layout.LayoutFamily;
import dev.magpie.memory.layout.Layouts;
import dev.magpie.snapshot.FileFormat;
import java.util.ListResourceBundle;
import java.util.stream.Collectors;

/** What the help of commands takes from registries, as {@code ${bundle:...}}. */
public final class HelpWords extends ListResourceBundle {
  @Override
  protected Object[][] getContents() {
    return new Object[][] {{"formats", formats()}, {"layouts", layouts()}};
  }

  /** The kinds of files that hold arrays. */
  public static String formats() {
    return FileFormat.all().stream().map(FileFormat::label).collect(Collectors.joining(", "))
        + ", or raw binary";
  }

  /** The layouts of compressed memory. */
  private static String layouts() {
    return Layouts.families().stream().map(LayoutFamily::name).collect(Collectors.joining(", "));
  }
}
