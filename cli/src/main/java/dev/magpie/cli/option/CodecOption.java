package dev.magpie.cli.option;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.codec.CodecSpec;
import dev.magpie.settings.InputFiles;
import java.nio.file.Path;

/** Reads the name of a codec that a user wrote, in an option or in a file. */
public final class CodecOption {
  private CodecOption() {}

  /**
   * The codec with its parameters.
   *
   * @throws dev.magpie.codec.CodecSpecException if there is none
   */
  public static CodecSpec parse(String text) {
    CodecSpec spec = CodecSpec.parse(text);
    // The library of codecs opens tables itself: it needs nothing but the JDK.
    for (Path table : spec.files()) {
      BadUsageException.unlessReadable(() -> {
        InputFiles.opened(table);
        return table;
      });
    }
    return spec;
  }
}
