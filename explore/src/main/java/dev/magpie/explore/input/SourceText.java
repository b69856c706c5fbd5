package dev.magpie.explore.input;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A text that kernels were compiled from, or PTX.
 *
 * @param path of its file
 * @param lines of it
 */
public record SourceText(String path, List<String> lines) {
  public SourceText {
    lines = List.copyOf(lines);
  }

  /** A text with lines as files end them. */
  public static SourceText of(String path, String text) {
    return new SourceText(path, text.lines().toList());
  }

  /** Whether it is PTX that has this kernel. */
  public boolean hasEntry(String kernel) {
    Pattern entry = Pattern.compile("\\.entry\\s+" + Pattern.quote(kernel) + "(?![\\w$])");
    return path.endsWith(".ptx") && lines.stream().anyMatch(each -> entry.matcher(each).find());
  }
}
