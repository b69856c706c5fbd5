package dev.magpie.report;

import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;

/**
 * A spatial heat map: a small level, such as a compressed size class, for each block of a memory,
 * row by row (Figure 8 of the Buddy paper has 64 blocks a row). It has many layers, of which the
 * reader chooses.
 *
 * @param title heading
 * @param caption what to see in it; may be empty
 * @param fields what a field stands for
 * @param blocksPerRow blocks in a row
 * @param levels what each level means, from the coldest on, such as "32 B"
 * @param subject what the layers' subjects are, such as "allocation"
 * @param variant what the layers' variants are, such as "codec"
 * @param layers at most one for each subject and variant
 */
public record BlockMap(
    String title,
    String caption,
    Fields fields,
    int blocksPerRow,
    List<String> levels,
    String subject,
    String variant,
    List<Layer> layers)
    implements Element {

  /** The Buddy paper's width. */
  public static final int BLOCKS_PER_ROW = 64;

  /** More blocks in a row than this no browser can draw. */
  public static final int MOST_BLOCKS_PER_ROW = 4096;

  /** More rows than this no browser can draw; the caller leaves some out by a layer's step. */
  public static final int MAX_ROWS = 16_384;

  /**
   * @throws IllegalArgumentException if a layer has too many rows or a level that is not listed
   */
  public BlockMap {
    ArgumentChecks.named(title, "block map");
    levels = List.copyOf(levels);
    layers = List.copyOf(layers);
    ArgumentChecks.someOf(levels, "levels", title);
    ArgumentChecks.someOf(layers, "layers", title);
    if (blocksPerRow < 1 || blocksPerRow > MOST_BLOCKS_PER_ROW) {
      throw new IllegalArgumentException(blocksPerRow + " blocks a row");
    }
    for (Layer layer : layers) {
      if (layer.maxLevel >= levels.size()) {
        throw new IllegalArgumentException(
            "\"%s\" of \"%s\" has level %d of %d"
                .formatted(layer.variant, layer.subject, layer.maxLevel, levels.size()));
      }
      if (Math.ceilDiv(layer.blocks, blocksPerRow) > MAX_ROWS) {
        throw new IllegalArgumentException(
            "\"%s\" of \"%s\" has more than %d rows; show every n-th only"
                .formatted(layer.variant, layer.subject, MAX_ROWS));
      }
    }
  }

  /** As the Buddy paper draws it. */
  public static BlockMap of(
      String title,
      Fields fields,
      List<String> levels,
      String subject,
      String variant,
      List<Layer> layers) {
    return new BlockMap(title, "", fields, BLOCKS_PER_ROW, levels, subject, variant, layers);
  }

  public BlockMap withCaption(String text) {
    return new BlockMap(title, text, fields, blocksPerRow, levels, subject, variant, layers);
  }

  /**
   * What a field stands for; with its number and level, a reader is told it.
   *
   * @param name such as "block"
   * @param bytes that each takes of the memory, which give its address in there; 0 where it has
   *     none
   */
  public record Fields(String name, int bytes) {}

  /**
   * The levels of one subject's blocks under one variant.
   *
   * @param subject such as an allocation's name
   * @param variant such as a codec's
   * @param step of the rows that are shown: 1 for all, 37 for every 37th
   * @param blocks number of blocks shown
   * @param maxLevel the largest of their levels
   * @param packed the levels, deflated without a header, in base64
   */
  public record Layer(
      String subject, String variant, long step, int blocks, int maxLevel, String packed) {
    public Layer {
      if (step < 1) {
        throw new IllegalArgumentException(
            "\"%s\" shows rows in steps of %d".formatted(subject, step));
      }
    }

    /**
     * A layer with all of the subject's blocks.
     *
     * @param subject such as an allocation's name
     * @param variant such as a codec's
     * @param levels one a block, as unsigned bytes
     */
    public static Layer of(String subject, String variant, byte[] levels) {
      return of(subject, variant, levels, 1);
    }

    /**
     * A layer with some of the subject's rows.
     *
     * @param step from a row that is shown to the next one
     */
    public static Layer of(String subject, String variant, byte[] levels, long step) {
      int max = 0;
      for (byte level : levels) {
        max = Math.max(max, Byte.toUnsignedInt(level));
      }
      String packed = Base64.getEncoder().encodeToString(deflate(levels));
      return new Layer(subject, variant, step, levels.length, max, packed);
    }

    private static byte[] deflate(byte[] bytes) {
      Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
      try {
        deflater.setInput(bytes);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        while (!deflater.finished()) {
          out.write(buffer, 0, deflater.deflate(buffer));
        }
        return out.toByteArray();
      } finally {
        deflater.end();
      }
    }
  }
}
