package dev.magpie.analysis.page;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * An order of a tensor's bits in its pages. Nothing is lost by any of them.
 *
 * <p>Channels are a matrix's columns: of some rows together, such as the tokens of a cache of keys
 * or values, all elements of a column lie side by side, as in Xie et al., arXiv 2503.18869, 2025,
 * whose planes of bits and exponent deltas are here, too; the exact form is ours.
 */
public enum Arrangement {
  /** As the tensor stands in its file. */
  AS_STORED(Order.ROWS, Split.NONE),
  /** In each page the first bytes of all elements, then the second ones. */
  BYTES(Order.ROWS, Split.BYTES),
  /** In each page the highest bits of all elements, then the next ones. */
  BITS(Order.ROWS, Split.BITS),
  /** Column by column. */
  CHANNELS(Order.CHANNELS, Split.NONE),
  /** Column by column, and of each page bytes as in {@link #BYTES}. */
  CHANNEL_BYTES(Order.CHANNELS, Split.BYTES),
  /** Column by column, and of each page bits as in {@link #BITS}. */
  CHANNEL_BITS(Order.CHANNELS, Split.BITS),
  /**
   * The same with exponents that stand for their distance from the smallest of the column, which
   * takes a byte of its own.
   */
  CHANNEL_DELTA_BITS(Order.CHANNEL_DELTAS, Split.BITS);

  /** In which order elements are. */
  enum Order {
    ROWS,
    CHANNELS,
    CHANNEL_DELTAS
  }

  /** What is taken apart in a page. */
  enum Split {
    NONE,
    BYTES,
    BITS
  }

  private final Order order;
  private final Split split;

  Arrangement(Order order, Split split) {
    this.order = order;
    this.split = split;
  }

  Order order() {
    return order;
  }

  Split split() {
    return split;
  }

  /** The name that users type, such as {@code channel-bits}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The one of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Arrangement parse(String name) {
    return Arrays.stream(values())
        .filter(each -> each.toString().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "there is no arrangement '%s'; there are %s"
                    .formatted(
                        name,
                        Arrays.stream(values())
                            .map(Arrangement::toString)
                            .collect(Collectors.joining(", ")))));
  }
}
