package dev.magpie.cli.depth;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Outputs;
import dev.magpie.depth.DrawnTarget;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.Configuration.References;
import dev.magpie.depth.image.BandwidthImage;
import dev.magpie.depth.image.PngFile;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The files of {@code --image-dir}; without it, nothing is drawn. */
final class FrameImages implements AutoCloseable {
  private final @Nullable Path directory;
  private final int frames;
  private final Outputs outputs = new Outputs();

  private FrameImages(@Nullable Path directory, int frames) {
    this.directory = directory;
    this.frames = frames;
  }

  /** Makes the directory, so that a place that cannot be written is found before the work. */
  static FrameImages begin(@Nullable Path directory, int frames) {
    if (directory != null) {
      try {
        Files.createDirectories(directory);
      } catch (FileAlreadyExistsException e) {
        throw new BadUsageException(directory + ": cannot be written: it is no directory", e);
      } catch (FileSystemException e) {
        String reason = e.getReason() == null ? "permission denied" : e.getReason();
        throw new BadUsageException(
            "%s: cannot be written: %s".formatted(directory, reason.toLowerCase(Locale.ROOT)), e);
      } catch (IOException e) {
        throw new BadUsageException(directory + ": cannot be written", e);
      }
      BadUsageException.when(
          !Files.isWritable(directory), directory + ": cannot be written: permission denied");
    }
    return new FrameImages(directory, frames);
  }

  /** Draws a frame's depths: {@code depth.png}, or with a number where there are several. */
  void depth(int frame, DrawnTarget target) throws IOException {
    if (directory != null) {
      String name = frames == 1 ? "depth.png" : "depth-%04d.png".formatted(frame);
      write(directory, name, target.depthImage());
    }
  }

  /**
   * Draws what each tile cost in each back-end, in the mean frame, all on one scale. What cost
   * anything in any frame is not black.
   *
   * @return what the colours stand for; empty if nothing is drawn
   */
  String bandwidth(SceneTraffic measured) throws IOException {
    if (directory == null) {
      return "";
    }
    List<int[]> bytes =
        measured.runs().stream().map(run -> mean(run.traffic().bytesByTile())).toList();
    BandwidthImage image = new BandwidthImage(measured.mapped(), bytes);
    for (int n = 0; n < bytes.size(); n++) {
      write(
          directory,
          "bandwidth-%s.png".formatted(name(measured.runs().get(n).configuration())),
          image.draw(bytes.get(n)));
    }
    return "in %s/bandwidth-*.png, %s".formatted(directory, image.legend());
  }

  private static String name(Configuration configuration) {
    References references = configuration.references();
    return "%s-%s%s-%d"
        .formatted(
            DepthDocument.word(configuration.placement()),
            configuration.scheme().name(),
            references == References.BRUTE_FORCE ? "" : "-" + DepthDocument.word(references),
            configuration.cache().bytes());
  }

  private int[] mean(int[] bytes) {
    return Arrays.stream(bytes).map(each -> Math.ceilDiv(each, frames)).toArray();
  }

  private void write(Path to, String name, BufferedImage image) throws IOException {
    // Closed at once, since a run may have thousands.
    try (OutputStream stream = outputs.begin(name, to.resolve(name))) {
      stream.write(PngFile.of(image));
    }
  }

  void commit() throws IOException {
    outputs.commit();
  }

  @Override
  public void close() throws IOException {
    outputs.close();
  }
}
