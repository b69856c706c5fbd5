package dev.magpie.depth.codec;

import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The compressed modes that are tried on a tile, in order; if none fits, the tile is stored raw.
 *
 * @param name as it was asked for
 * @param modes in the order tried, smaller ones first; none for {@code raw}
 */
public record CompressionScheme(String name, List<TileMode> modes) {
  /** The schemes with a name of their own, and what each is. */
  private static final Map<String, Named> NAMED = new LinkedHashMap<>();

  private record Named(List<TileMode> modes, String description) {}

  private static void name(String name, String description, TileMode... modes) {
    NAMED.put(name, new Named(List.of(modes), description));
  }

  static {
    name("raw", "uncompressed");
    name("do", "depth offset, 25 and 50 %", TileMode.DO25, TileMode.DO50);
    name("c", "plane encoding, then depth offset at 50 %", TileMode.PLANE, TileMode.DO50);
    name("plane", "plane encoding alone", TileMode.PLANE);
    name("ddpcm", "DDPCM with one plane, then with two", TileMode.DDPCM1, TileMode.DDPCM2);
    name("anchor", "anchor encoding, 25 and 50 %", TileMode.ANCHOR25, TileMode.ANCHOR50);
    name(
        "danchor",
        "differential anchor encoding, 25 and 50 %",
        TileMode.DANCHOR25,
        TileMode.DANCHOR50);
    name(
        "float",
        "predicted floating-point depths, 25 and 50 %",
        TileMode.FLOAT25,
        TileMode.FLOAT50);
  }

  /** No compression at all. */
  public static final CompressionScheme RAW = parse("raw");

  public CompressionScheme {
    modes = List.copyOf(modes);
  }

  /** Names and descriptions of the named schemes, in the order of a listing. */
  public static Map<String, String> named() {
    Map<String, String> descriptions = new LinkedHashMap<>();
    NAMED.forEach((name, named) -> descriptions.put(name, named.description()));
    return descriptions;
  }

  /**
   * A scheme by its name, such as {@code do}, or by its modes, such as {@code plane+do25+do50}.
   *
   * @throws IllegalArgumentException if it is neither; the message tells what there is
   */
  public static CompressionScheme parse(String text) {
    Named named = NAMED.get(text);
    if (named != null) {
      return new CompressionScheme(text, named.modes());
    }
    if (!text.contains("+") && Arrays.stream(TileMode.values()).noneMatch(is(text))) {
      throw new IllegalArgumentException(
          "no codec of tiles is called '%s'; there are %s, and modes joined by '+', such as"
                  .formatted(text, String.join(", ", NAMED.keySet()))
              + " plane+do25+do50");
    }
    List<TileMode> modes = Arrays.stream(text.split("\\+", -1)).map(TileMode::named).toList();
    if (modes.indexOf(TileMode.PLANE) > 0) {
      throw new IllegalArgumentException("'%s': plane must come first".formatted(text));
    }
    if (EnumSet.copyOf(modes).size() < modes.size()) {
      throw new IllegalArgumentException("'%s' names a mode twice".formatted(text));
    }
    return new CompressionScheme(text, modes);
  }

  private static Predicate<TileMode> is(String text) {
    return mode -> mode.toString().equals(text);
  }

  /**
   * The same without the modes that a tile shape does not have, such as 25 % of two lines.
   *
   * @throws IllegalArgumentException if none is left of those there were
   */
  public CompressionScheme forShape(TileShape shape) {
    List<TileMode> left = modes.stream().filter(mode -> mode.lines(shape) > 0).toList();
    if (left.isEmpty() && !modes.isEmpty()) {
      throw new IllegalArgumentException(
          "codec %s has no mode for tiles of %dx%d samples of %s in %d %s of %d bytes; %s"
              .formatted(
                  name,
                  shape.width(),
                  shape.height(),
                  shape.format(),
                  shape.lines(),
                  shape.lines() == 1 ? "line" : "lines",
                  shape.lineBytes(),
                  shape.lines() == 1
                      ? "a compressed tile takes fewer lines, so a tile needs two or more"
                      : "other codecs, or shorter lines, may have one"));
    }
    return new CompressionScheme(name, left);
  }

  /**
   * Makes codecs for all modes but {@link TileMode#PLANE}, in the order tried.
   *
   * @param referenceBits precision of depth offset's references
   */
  public List<TileCodec> codecs(TileShape shape, int referenceBits, Kernels kernels) {
    List<TileMode> ofDepths = modes.stream().filter(mode -> mode != TileMode.PLANE).toList();
    return TileMode.codecs(ofDepths, shape, referenceBits, kernels);
  }

  /** Whether tiles stay uncompressed. */
  public boolean isRaw() {
    return modes.isEmpty();
  }

  /** Whether the rasteriser's planes are stored. */
  public boolean storesPlanes() {
    return modes.contains(TileMode.PLANE);
  }

  /** Whether all modes are depth offset. */
  public boolean isDepthOffset() {
    return !isRaw() && EnumSet.of(TileMode.DO25, TileMode.DO50, TileMode.DO75).containsAll(modes);
  }
}
