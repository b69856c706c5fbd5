package dev.magpie.report;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;

/**
 * Pictures beside one another, where there is room; each can be saved as a file.
 *
 * @param title heading
 * @param caption what to see in them; may be empty
 * @param pictures the pictures, in reading order
 */
public record Pictures(String title, String caption, List<Picture> pictures) implements Element {
  public Pictures {
    ArgumentChecks.named(title, "group of pictures");
    pictures = List.copyOf(pictures);
    ArgumentChecks.someOf(pictures, "pictures", title);
  }

  public static Pictures of(String title, Picture... pictures) {
    return new Pictures(title, "", List.of(pictures));
  }

  public Pictures withCaption(String text) {
    return new Pictures(title, text, pictures);
  }

  /**
   * A picture, which the page has in itself.
   *
   * @param title its heading, such as "as depths"
   * @param note what its colours say; may be empty
   * @param alternative what it shows, for those who do not see it
   * @param file the name under which it is saved, such as "depth.png"
   * @param width in pixels
   * @param height in pixels
   * @param png the file's bytes, in base64
   */
  public record Picture(
      String title,
      String note,
      String alternative,
      String file,
      int width,
      int height,
      String png) {
    private static final long SIGNATURE = 0x89504e470d0a1a0aL;

    /** Where a PNG has its width and height, behind the first chunk's length and name. */
    private static final int WIDTH_AT = 16;

    private static final int HEADER = 24;

    public Picture {
      ArgumentChecks.named(title, "picture");
      ArgumentChecks.named(alternative, "picture's alternative");
    }

    /**
     * One of a PNG file.
     *
     * @throws IllegalArgumentException if the bytes are no PNG
     */
    public static Picture of(String title, String alternative, String file, byte[] png) {
      ByteBuffer bytes = ByteBuffer.wrap(png);
      if (png.length < HEADER || bytes.getLong(0) != SIGNATURE) {
        throw new IllegalArgumentException("\"%s\" is no PNG".formatted(title));
      }
      return new Picture(
          title,
          "",
          alternative,
          file,
          bytes.getInt(WIDTH_AT),
          bytes.getInt(WIDTH_AT + Integer.BYTES),
          Base64.getEncoder().encodeToString(png));
    }

    public Picture withNote(String text) {
      return new Picture(title, text, alternative, file, width, height, png);
    }
  }
}
