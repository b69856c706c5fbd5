package dev.magpie.cli.container;

import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.BlockSummary;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.container.ContainerSettings;
import dev.magpie.settings.InputFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Which codec would make a container smaller than its files, where another has not. */
final class SmallerCodec {
  /** So much of the files is tried. */
  private static final long MOST_BYTES = 16 << 20;

  /** What else a container has is known only nearly where not all of the files is tried. */
  private static final double WORTHWHILE = 1.02;

  private SmallerCodec() {}

  /**
   * The advice, as a part of a sentence.
   *
   * @param files of which the first bytes are tried; those that cannot be read twice are left out
   * @param settings of the container that is larger
   * @param written bytes of that for a byte of the files
   */
  static String advice(List<Path> files, ContainerSettings settings, double written, int threads) {
    Granularity granularity = settings.granularity();
    List<CodecSpec> specs =
        Codecs.untrained().stream()
            .filter(each -> each.family().supports(granularity))
            .filter(each -> !each.equals(settings.codec()))
            .toList();
    List<BlockCodec> codecs = new ArrayList<>();
    specs.forEach(each -> codecs.add(each.create(granularity)));
    codecs.add(settings.createCodec());
    try (Arena arena = Arena.ofShared()) {
      List<MemorySegment> memories = beginnings(files, arena);
      if (memories.isEmpty()) {
        return "no codec was tried, as the input cannot be read twice";
      }
      double bytes = memories.stream().mapToLong(MemorySegment::byteSize).sum();
      double[] shares =
          new BlockScan(codecs, threads)
              .summarize(memories, null, _ -> {}).stream()
                  .reduce(BlockSummary::merge)
                  .orElseThrow()
                  .byCodec()
                  .stream()
                  .mapToDouble(sizes -> sizes.effectiveBytes(granularity) / bytes)
                  .toArray();
      double besides = written - shares[specs.size()];
      int best =
          IntStream.range(0, specs.size())
              .boxed()
              .min(Comparator.comparingDouble(c -> shares[c]))
              .orElseThrow();
      double ratio = 1 / (shares[best] + besides);
      return ratio < WORTHWHILE
          ? "none of the codecs that need no training would make it smaller"
          : String.format(
              Locale.ROOT, "--codec %s would make it smaller, by %.2f", specs.get(best), ratio);
    } catch (IOException e) {
      return "no codec was tried, as the input cannot be read again";
    }
  }

  private static List<MemorySegment> beginnings(List<Path> files, Arena arena) throws IOException {
    List<MemorySegment> memories = new ArrayList<>();
    long left = MOST_BYTES;
    for (Path file : files) {
      if (left > 0 && Files.isRegularFile(file) && Files.size(file) > 0) {
        try (FileChannel channel = InputFiles.channel(file)) {
          long bytes = Math.min(left, channel.size());
          memories.add(channel.map(MapMode.READ_ONLY, 0, bytes, arena));
          left -= bytes;
        }
      }
    }
    return memories;
  }
}
