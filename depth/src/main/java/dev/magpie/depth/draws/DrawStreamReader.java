package dev.magpie.depth.draws;

import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.raster.ClipTriangles;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.settings.InputFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Reads streams of draws; whatever is not as the format says is refused with its place. */
public final class DrawStreamReader {
  /** What names of files end in. */
  public static final String SUFFIX = ".draws";

  /** More would not fit into an array. */
  private static final int MAX_FILE_BYTES = 1 << 30;

  /** Deflation makes no more of a byte. */
  private static final long MOST_EXPANSION = 1032;

  private final String file;
  private final ByteBuffer bytes;

  private DrawStreamReader(String file, byte[] bytes) {
    this.file = file;
    this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Whether a file's name is that of a stream. */
  public static boolean isStream(Path file) {
    return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(SUFFIX);
  }

  /**
   * Reads a file.
   *
   * @throws SceneException if it is no whole stream
   * @throws IOException if it cannot be read
   */
  public static DrawStream read(Path file) throws IOException {
    return new DrawStreamReader(file.toString(), InputFiles.bytes(file, MAX_FILE_BYTES)).stream();
  }

  /**
   * Reads all that a stream of bytes has.
   *
   * @param name how messages call it
   * @throws SceneException if it is no whole stream of draws
   */
  public static DrawStream read(String name, InputStream in) throws IOException {
    return new DrawStreamReader(name, in.readAllBytes()).stream();
  }

  private DrawStream stream() {
    int version = version();
    SectionReader head = section(DrawStreamFormat.HEAD);
    String name = head.text("the name");
    String origin = head.text("the origin");
    ClipDepth clipDepth = head.choice(DrawStreamFormat.CLIP_DEPTHS, "clip space");
    List<List<DrawPass>> frames = new ArrayList<>();
    int count = head.number(DrawStream.MAX_FRAMES, "the number of frames");
    List<DrawTarget> targets = targets(head);
    head.end();
    List<ClipTriangles> known = new ArrayList<>();
    long passes = 0;
    long triangles = 0;
    while (kind() == DrawStreamFormat.PASS) {
      SectionReader section = section(DrawStreamFormat.PASS);
      int frame = section.number(count - 1L, "the frame");
      if (frame == frames.size()) {
        frames.add(new ArrayList<>());
      } else if (frame != frames.size() - 1) {
        throw section.wrong(
            "frame %d does not follow frame %d".formatted(frame, frames.size() - 1));
      }
      DrawPass pass = new PassSection(section, version, targets, known).read();
      section.end();
      frames.getLast().add(pass);
      passes++;
      triangles += pass.triangles();
    }
    SectionReader end = section(DrawStreamFormat.END);
    end(end, "passes", passes);
    end(end, "draws", known.size());
    end(end, "triangles", triangles);
    end.end();
    if (bytes.hasRemaining()) {
      throw wrong("%d bytes follow the end".formatted(bytes.remaining()));
    }
    if (frames.size() != count) {
      throw wrong("says that it has %d frames, and has %d".formatted(count, frames.size()));
    }
    try {
      return new DrawStream(name, origin, clipDepth, targets, frames);
    } catch (IllegalArgumentException e) {
      throw new SceneException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static void end(SectionReader section, String what, long read) {
    int said = section.count(0, what);
    if (said != read) {
      throw section.wrong("it counts %d %s, and there are %d".formatted(said, what, read));
    }
  }

  private int version() {
    int name = DrawStreamFormat.MAGIC.length;
    byte[] all = bytes.array();
    if (all.length <= name || !Arrays.equals(all, 0, name, DrawStreamFormat.MAGIC, 0, name)) {
      throw new SceneException(file + ": is no stream of draws");
    }
    int version = all[name];
    if (version < 1 || version > DrawStreamFormat.NEWEST) {
      throw new SceneException(
          "%s: has version %d of the format of streams of draws, and 1 to %d can be read; convert"
                  .formatted(file, version, DrawStreamFormat.NEWEST)
              + " the capture anew");
    }
    bytes.position(name + 1);
    return version;
  }

  private SceneException wrong(String problem) {
    return new SceneException("%s: byte %d: %s".formatted(file, bytes.position(), problem));
  }

  /** What the next section is. */
  private int kind() {
    if (bytes.remaining() < DrawStreamFormat.SECTION_HEADER_BYTES) {
      throw wrong("is cut short");
    }
    return bytes.getInt(bytes.position());
  }

  private SectionReader section(int kind) {
    int at = bytes.position();
    if (kind() != kind) {
      throw wrong("a section has the kind %d where %d was due".formatted(kind(), kind));
    }
    bytes.getInt();
    int length = bytes.getInt();
    int packed = bytes.getInt();
    int checksum = bytes.getInt();
    if (packed < 0 || packed > bytes.remaining()) {
      throw wrong(
          "a section of %s bytes is longer than what is left, %d"
              .formatted(Integer.toUnsignedString(packed), bytes.remaining()));
    }
    if (length < 0
        || length > DrawStreamFormat.MAX_SECTION_BYTES
        || length > MOST_EXPANSION * (packed + 1L)) {
      throw wrong(
          "a section of %d bytes says that it has %s once it is inflated"
              .formatted(packed, Integer.toUnsignedString(length)));
    }
    byte[] section = inflated(at, length, packed);
    CRC32C crc = new CRC32C();
    crc.update(section);
    if ((int) crc.getValue() != checksum) {
      throw damaged(at);
    }
    return new SectionReader(
        file,
        "the section at byte %d".formatted(at),
        ByteBuffer.wrap(section).order(ByteOrder.LITTLE_ENDIAN));
  }

  private byte[] inflated(int at, int length, int packed) {
    byte[] section = new byte[length];
    try (Inflater inflater = new Inflater(true)) {
      inflater.setInput(bytes.slice(bytes.position(), packed));
      int done = 0;
      while (done < length) {
        int more = inflater.inflate(section, done, length - done);
        if (more == 0) {
          throw damaged(at);
        }
        done += more;
      }
      // The end of what was deflated has yet to be read.
      if (inflater.inflate(new byte[1]) != 0
          || !inflater.finished()
          || inflater.getRemaining() != 0) {
        throw damaged(at);
      }
    } catch (DataFormatException e) {
      SceneException damaged = damaged(at);
      damaged.initCause(e);
      throw damaged;
    }
    bytes.position(bytes.position() + packed);
    return section;
  }

  private SceneException damaged(int at) {
    return new SceneException(
        "%s: is damaged: the section at byte %d is not what was written".formatted(file, at));
  }

  private List<DrawTarget> targets(SectionReader head) {
    int count = head.count(6, "targets");
    List<DrawTarget> targets = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      String what = "target %d's ".formatted(n);
      String name = head.text(what + "name");
      int width = head.number(FrameShape.MAX_SIDE, what + "width");
      int height = head.number(FrameShape.MAX_SIDE, what + "height");
      DepthFormat format = head.choice(DrawStreamFormat.FORMATS, what + "format");
      Multisampling samples = samples(head, what);
      DepthRange range = head.choice(DrawStreamFormat.RANGES, what + "range");
      try {
        targets.add(new DrawTarget(name, width, height, format, samples, range));
      } catch (IllegalArgumentException e) {
        throw wrong(head, "", e);
      }
    }
    return targets;
  }

  private static Multisampling samples(SectionReader head, String what) {
    int samples = head.octet(what + "samples");
    return Arrays.stream(Multisampling.values())
        .filter(each -> each.samples() == samples)
        .findFirst()
        .orElseThrow(
            () -> head.wrong("%ssamples are 1, 2, 4 or 8, not %d".formatted(what, samples)));
  }

  /** The same, told with its place. */
  static SceneException wrong(SectionReader section, String of, IllegalArgumentException e) {
    SceneException wrong = section.wrong(of + e.getMessage());
    wrong.initCause(e);
    return wrong;
  }
}
