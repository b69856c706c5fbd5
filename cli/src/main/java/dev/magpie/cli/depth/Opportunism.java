package dev.magpie.cli.depth;

import dev.magpie.depth.cache.Configuration.References;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** How {@code --opportunistic} finds the references of depth offset. */
enum Opportunism {
  PLAIN(References.OPPORTUNISTIC),
  REFINED(References.REFINED);

  private final References references;

  Opportunism(References references) {
    this.references = references;
  }

  References references() {
    return references;
  }

  /** Leaves what follows the option alone unless it is one of these: it may be the scene. */
  static final class Value implements IParameterPreprocessor {
    /** Made by the command line. */
    Value() {}

    @Override
    @SuppressWarnings("JdkObsolete") // The library's choice.
    public boolean preprocess(
        Stack<String> rest, CommandSpec command, ArgSpec option, Map<String, Object> how) {
      boolean attached = !" ".equals(how.get("separator"));
      if (!attached && (rest.isEmpty() || !isOne(rest.peek()))) {
        rest.push(PLAIN.name());
      }
      return false;
    }

    private static boolean isOne(String text) {
      return Arrays.stream(values()).anyMatch(each -> each.name().equalsIgnoreCase(text));
    }
  }

  /** The word for it in commands. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
