package dev.magpie.explore.time;

import dev.magpie.codec.CodecSpec;
import dev.magpie.explore.input.ShownGpus;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.memory.layout.LayoutSpec;
import java.util.Arrays;
import java.util.List;

/**
 * What a program is timed on, as pages name it: {@code gpu|layout|codec|mag}.
 *
 * @param coding how its memory controllers hold lines
 */
record TimedSystem(GpuConfig gpu, Compression coding) {
  private static final int PARTS = 4;

  /** The one that a request names as {@code system}. */
  static TimedSystem of(ShownGpus gpus, PageRequest request) {
    return parse(gpus, request.requiredText("system"));
  }

  /** Those that a request names as {@code systems}. */
  static List<TimedSystem> several(ShownGpus gpus, PageRequest request) {
    return Arrays.stream(request.requiredText("systems").split(";", -1))
        .map(each -> parse(gpus, each))
        .toList();
  }

  private static TimedSystem parse(ShownGpus gpus, String text) {
    String[] parts = text.split("\\|", -1);
    if (parts.length != PARTS) {
      throw RefusedException.wrong("a system is GPU|LAYOUT|CODEC|MAG, not '%s'".formatted(text));
    }
    GpuConfig gpu =
        gpus.named(parts[0])
            .orElseThrow(() ->
                RefusedException.wrong(
                    "no GPU is called '%s'; there are %s"
                        .formatted(parts[0], String.join(", ", gpus.names()))));
    try {
      LayoutSpec layout = LayoutSpec.parse(parts[1]);
      CodecSpec codec = CodecSpec.parse(parts[2]);
      check(layout, codec);
      return new TimedSystem(gpu, Compression.of(layout, codec, Integer.parseInt(parts[3])));
    } catch (NumberFormatException e) {
      throw RefusedException.wrong("a MAG is a number of bytes, not '%s'".formatted(parts[3]));
    } catch (IllegalArgumentException e) {
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
  }

  private static void check(LayoutSpec layout, CodecSpec codec) {
    if (!codec.files().isEmpty()) {
      throw RefusedException.wrong(
          "pages name no files: codecs are trained on what memory holds, and not by a table");
    }
    if (codec.family().isLossy()) {
      throw RefusedException.wrong(
          "%s: a lossy codec changes what a program computes, so it cannot be replayed; use magpie simulate --job or --workload"
              .formatted(codec));
    }
    boolean isNone = codec.family().name().equals("none");
    if (isNone
        && Compression.hasCodec(layout.family())
        && !layout.equals(Compression.DEFAULT_LAYOUT)) {
      throw RefusedException.wrong("layout %s: choose the codec of its blocks".formatted(layout));
    }
  }
}
