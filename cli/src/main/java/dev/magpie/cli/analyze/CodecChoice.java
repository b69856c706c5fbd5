package dev.magpie.cli.analyze;

import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Console;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which codecs the {@code --codec} options stand for. */
final class CodecChoice {
  /** For a first look: those of the papers that need no training and little time. */
  static final List<String> DEFAULT = List.of("bdi", "mag-bdi", "fpc", "c-pack", "bpc", "zvc");

  private static final String ALL = "all";

  private CodecChoice() {}

  /**
   * The codecs in the order given, each once.
   *
   * @param train whether {@code all} stands for those that have to be trained, too
   * @param approximate whether it stands for those that are lossy, too
   * @throws CodecSpecException if one is not there, or not for this block size; {@code all} leaves
   *     those out and says so
   */
  static List<CodecSpec> of(
      List<String> options,
      boolean train,
      boolean approximate,
      Granularity granularity,
      Console console) {
    Set<CodecSpec> chosen = new LinkedHashSet<>();
    for (String option : options) {
      if (option.equals(ALL)) {
        List<CodecSpec> all = new ArrayList<>(train ? Codecs.lossless() : Codecs.untrained());
        if (approximate) {
          all.addAll(Codecs.lossy());
        }
        for (CodecSpec spec : all) {
          if (spec.family().supports(granularity)) {
            chosen.add(spec);
          } else {
            console.say(
                "%s needs blocks of at least %d bytes and is left out"
                    .formatted(spec, spec.family().minimumBlockBytes()));
          }
        }
      } else {
        chosen.add(parse(option));
      }
    }
    return new ArrayList<>(chosen);
  }

  private static CodecSpec parse(String option) {
    try {
      return CodecOption.parse(option);
    } catch (CodecSpecException e) {
      int comma = option.indexOf(',');
      int colon = option.indexOf(':');
      if (comma >= 0 && (colon < 0 || comma < colon)) {
        throw new BadUsageException(
            "--codec takes one codec; for several, repeat it: --codec "
                + option.replace(",", " --codec "),
            e);
      }
      throw e;
    }
  }
}
