package dev.magpie.cli.output;

import dev.magpie.report.Provenance;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** What pages say of the command that made them. */
public final class GivenCommand {
  /** What no shell takes apart. */
  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

  private GivenCommand() {}

  /** The command as it was given, to be given again. */
  public static String words(@Nullable CommandSpec spec) {
    List<String> words =
        spec == null ? List.of() : spec.commandLine().getParseResult().originalArgs();
    return Stream.concat(Stream.of("magpie"), words.stream().map(GivenCommand::quoted))
        .collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * The date and time of now; where {@code SOURCE_DATE_EPOCH} is set, as builds do that must come
   * out the same again, of that second.
   */
  public static String now() {
    return at(Optional.ofNullable(System.getenv("SOURCE_DATE_EPOCH")));
  }

  static String at(Optional<String> epoch) {
    DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);
    try {
      return epoch
          .map(second -> Instant.ofEpochSecond(Long.parseLong(second)).atZone(ZoneOffset.UTC))
          .orElseGet(() -> ZonedDateTime.now(ZoneId.systemDefault()))
          .format(format);
    } catch (NumberFormatException | DateTimeException e) {
      throw new BadUsageException(
          "SOURCE_DATE_EPOCH is seconds since 1970, not '%s'".formatted(epoch.orElse("")), e);
    }
  }

  /** It, with the files that it read. */
  public static Provenance provenance(@Nullable CommandSpec spec, List<String> inputs)
      throws IOException {
    return new Provenance(words(spec), inputs, Version.number(), now());
  }
}
