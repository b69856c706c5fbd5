package dev.magpie.cli.depth;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Outputs;
import dev.magpie.depth.SceneRecorder;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.draws.DrawStreamWriter;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --draws}: what is drawn, as a stream of draws. */
final class DrawsOption {
  @Option(
      names = "--draws",
      paramLabel = "FILE.draws",
      description =
          "Write what is drawn as a stream of draws: triangles in clip space, and the state of each"
              + " draw. Drawn again, it gives the same figures.")
  private @Nullable Path file;

  /** Where a stream will go; nowhere if none was asked for. */
  final class Destination {
    private final @Nullable OutputStream out;

    private Destination(Outputs outputs) {
      out = file == null ? null : outputs.begin("--draws", file);
    }

    /** Writes the stream, if one was asked for. */
    void write(
        Scene scene,
        SceneTraffic.FramePasses passes,
        int frames,
        FrameShape shape,
        RasterOptions options)
        throws IOException {
      if (out != null) {
        SceneRecorder recorder = new SceneRecorder(shape, options);
        DrawStreamWriter.write(
            BadUsageException.unlessLegal(
                "--draws: ", () -> recorder.record(scene.name(), "magpie depth", passes, frames)),
            out);
      }
    }
  }

  /**
   * Begins the file, if there is to be one, before the work.
   *
   * @throws BadUsageException if it cannot be written
   */
  Destination begin(Outputs outputs) {
    return new Destination(outputs);
  }
}
