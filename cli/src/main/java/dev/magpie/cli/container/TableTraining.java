package dev.magpie.cli.container;

import dev.magpie.analysis.TrainingSample;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.settings.InputFiles;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a container's table comes from: from the file that the codec names, or from blocks of the
 * input.
 *
 * @param option what {@code --train} says, or null where it is not given
 */
record TableTraining(@Nullable String option) {
  /**
   * The table of a codec.
   *
   * @throws BadUsageException if a file cannot be read twice, or the option is no such thing
   */
  CodecTable table(CodecSpec spec, List<Path> files, int blockBytes) {
    if (!spec.needsTraining()) {
      if (option != null) {
        throw new BadUsageException(
            "--train: codec '%s' needs no training".formatted(spec.toString()));
      }
      return spec.table();
    }
    try (Arena arena = Arena.ofShared()) {
      List<MemorySegment> memories = new ArrayList<>();
      long blocks = 0;
      for (Path file : files) {
        MemorySegment memory = map(file, arena);
        memories.add(memory);
        blocks += Math.ceilDiv(memory.byteSize(), blockBytes);
      }
      return TrainingSample.named(option, blocks, blockBytes)
          .orElseThrow(() ->
              new BadUsageException(
                  "--train takes self or first:N, N a number of blocks, not '%s'"
                      .formatted(option)))
          .train(spec, memories, blockBytes);
    }
  }

  private static MemorySegment map(Path file, Arena arena) {
    BadUsageException.when(
        !Files.isRegularFile(file),
        file + ": is no file that can be read twice; train first, and name the table");
    return BadUsageException.unlessReadable(() -> {
      try (FileChannel channel = InputFiles.channel(file)) {
        return channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
      }
    });
  }
}
