package dev.magpie.cli.fuzz;

import dev.magpie.depth.DescribedScene;
import dev.magpie.depth.DrawnTarget;
import dev.magpie.depth.Pass;
import dev.magpie.depth.SceneRecorder;
import dev.magpie.depth.Scenes;
import dev.magpie.depth.Viewing;
import dev.magpie.depth.draws.DrawStream;
import dev.magpie.depth.draws.DrawStreamReader;
import dev.magpie.depth.draws.DrawStreamWriter;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Streams of draws, with right checksums: what is accepted is drawn, small, and comes back. */
final class DrawsFuzz {
  private static final int MAGIC_BYTES = 8;
  private static final int HEADER_BYTES = 16;
  private static final int MOST_BYTES = 1 << 20;

  /** So that a small file that draws the same again and again is no endless one. */
  private static final int MOST_TRIANGLES = 10_000;

  private DrawsFuzz() {}

  static void accept(byte[] bytes) throws IOException {
    repair(bytes);
    Path file = FuzzTarget.write("stream.draws", bytes);
    DescribedScene scene = Scenes.openDescribed(file.toString(), Viewing.USUAL, _ -> {});
    DrawStream stream = scene.stream().orElseThrow();
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    DrawStreamWriter.write(stream, again);
    DrawStream read = DrawStreamReader.read("x", new ByteArrayInputStream(again.toByteArray()));
    if (!read.equals(stream)) {
      throw new AssertionError("a stream does not come back");
    }
    if (scene.triangles() < MOST_TRIANGLES) {
      FrameShape shape = new FrameShape(32, 16, TileShape.DEFAULT);
      List<Pass> shown = Pass.byTarget(scene.passes(0)).getLast();
      DrawnTarget.draw(shown, shape, RasterOptions.DEFAULT, 0, 1);
    }
  }

  /** A scene, small. */
  static List<byte[]> seeds() {
    Scene scene = BuiltInScenes.make("rooms").withTessellation(Scene.UNTESSELLATED);
    List<Pass> passes = Pass.of(scene, RasterOptions.DEFAULT);
    FrameShape shape = new FrameShape(32, 16, TileShape.DEFAULT);
    DrawStream stream =
        new SceneRecorder(shape, RasterOptions.DEFAULT).record("rooms", "fuzz", _ -> passes, 1);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try {
      DrawStreamWriter.write(stream, file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return List.of(file.toByteArray());
  }

  private static void repair(byte[] bytes) {
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = MAGIC_BYTES; at <= bytes.length - HEADER_BYTES; ) {
      int length = file.getInt(at + 4);
      int packed = file.getInt(at + 8);
      if (length < 0
          || length > MOST_BYTES
          || packed < 0
          || packed > bytes.length - at - HEADER_BYTES) {
        return;
      }
      byte[] section = new byte[length];
      try (Inflater inflater = new Inflater(true)) {
        inflater.setInput(bytes, at + HEADER_BYTES, packed);
        inflater.inflate(section);
      } catch (DataFormatException _) {
        return;
      }
      CRC32C crc = new CRC32C();
      crc.update(section);
      file.putInt(at + 12, (int) crc.getValue());
      at += HEADER_BYTES + packed;
    }
  }
}
