package dev.magpie.gpu.dram;

import dev.magpie.gpu.dram.DramConfig.BankHash;
import dev.magpie.settings.SettingsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Takes byte addresses apart into channel, bank, row and column.
 *
 * <p>A map lists fields, the most significant first: {@code row bank bank-group column channel}.
 * {@code column:3} is three bits of a field that has its other bits elsewhere. The bits below an
 * access, and those above the capacity, are dropped. A field whose size is no power of two is taken
 * off by division. Then banks may be hashed ({@link BankHash}).
 *
 * <p>A place is packed into a {@code long}, so that no object is made for it.
 */
public final class AddressMap {
  private static final int COLUMN_BITS = 14;
  private static final int ROW_BITS = 24;
  private static final int BANK_BITS = 13;

  static final int MAX_COLUMNS = 1 << COLUMN_BITS;
  static final int MAX_ROWS = 1 << ROW_BITS;
  static final int MAX_BANKS = 1 << BANK_BITS;
  static final int MAX_CHANNELS = 1 << 12;

  private static final int ROW_SHIFT = COLUMN_BITS;
  private static final int BANK_SHIFT = ROW_SHIFT + ROW_BITS;
  private static final int CHANNEL_SHIFT = BANK_SHIFT + BANK_BITS;

  /** A run of address bits, from the least significant. */
  private record Piece(int field, int size, long unit, long mask) {}

  private final int offsetBits;
  private final int[] sizes;
  private final long[] units;
  private final long[] masks;

  /** {@link Integer#numberOfTrailingZeros} of the sizes, or -1 where division is needed. */
  private final int[] shifts;

  /** Bits of the bank that are hashed, all or none. */
  private final int hashedBits;

  private AddressMap(int accessBytes, List<Piece> pieces, int hashedBits) {
    this.hashedBits = hashedBits;
    offsetBits = Integer.numberOfTrailingZeros(accessBytes);
    sizes = pieces.stream().mapToInt(Piece::size).toArray();
    units = pieces.stream().mapToLong(Piece::unit).toArray();
    masks = pieces.stream().mapToLong(Piece::mask).toArray();
    shifts =
        Arrays.stream(sizes)
            .map(size -> Integer.bitCount(size) == 1 ? Integer.numberOfTrailingZeros(size) : -1)
            .toArray();
  }

  /**
   * The map of a configuration with some number of channels.
   *
   * @throws SettingsException if its fields do not make up the channel
   */
  public static AddressMap of(DramConfig config, int channels) {
    if (channels < 1 || channels > MAX_CHANNELS) {
      throw new SettingsException(
          "%s: channels are 1 to %d, not %d".formatted(config.name(), MAX_CHANNELS, channels));
    }
    try {
      return checked(config, channels);
    } catch (IllegalArgumentException e) {
      throw new SettingsException("%s: map: %s".formatted(config.name(), e.getMessage()));
    }
  }

  /**
   * The same for who knows where the map is written.
   *
   * @throws IllegalArgumentException if its fields do not make up the channel
   */
  static AddressMap checked(DramConfig config, int channels) {
    return new AddressMap(config.accessBytes(), pieces(config, channels), hashedBits(config));
  }

  private static int hashedBits(DramConfig config) {
    return config.bankHash() == BankHash.NONE ? 0 : Integer.numberOfTrailingZeros(config.banks());
  }

  private static List<Piece> pieces(DramConfig config, int channels) {
    List<String> words = new ArrayList<>(Arrays.asList(config.map().strip().split("\\s+", -1)));
    Collections.reverse(words);
    List<String> names = new ArrayList<>(List.of("channel", "row", "column"));
    names.addAll(config.levels().subList(1, config.levels().size()));
    int[] left = Arrays.copyOf(new int[] {channels, config.rows(), config.columns()}, names.size());
    long[] unit = Arrays.copyOf(new long[] {1L << CHANNEL_SHIFT, 1L << ROW_SHIFT, 1}, left.length);
    long[] mask = new long[left.length];
    Arrays.fill(mask, (MAX_BANKS - 1L) << BANK_SHIFT);
    mask[0] = -1L << CHANNEL_SHIFT;
    mask[1] = (MAX_ROWS - 1L) << ROW_SHIFT;
    mask[2] = MAX_COLUMNS - 1L;
    for (int level = 1; level < config.levels().size(); level++) {
      left[level + 2] = config.counts().get(level);
      unit[level + 2] = (long) config.banksPerNode(level) << BANK_SHIFT;
    }
    List<Piece> pieces = new ArrayList<>();
    for (String word : words) {
      String[] parts = word.split(":", 2);
      int i = names.indexOf(parts[0]);
      if (i < 0) {
        throw new IllegalArgumentException(
            "no field is called '%s'; there are %s".formatted(parts[0], String.join(" ", names)));
      }
      int size = left[i];
      if (parts.length == 2) {
        if (!parts[1].matches("[1-9]|1[0-9]|2[0-4]")
            || left[i] % (1 << Integer.parseInt(parts[1])) != 0) {
          throw new IllegalArgumentException(
              "%s takes more bits than %s has".formatted(word, parts[0]));
        }
        size = 1 << Integer.parseInt(parts[1]);
      } else if (size == 1 && pieces.stream().anyMatch(each -> each.field() == i)) {
        throw new IllegalArgumentException(parts[0] + " has no bits left for its second place");
      }
      pieces.add(new Piece(i, size, unit[i], mask[i]));
      unit[i] *= size;
      left[i] /= size;
    }
    for (int i = 0; i < left.length; i++) {
      int field = i;
      if (left[i] != 1 || pieces.stream().noneMatch(each -> each.field() == field)) {
        throw new IllegalArgumentException(
            "%s is left out, wholly or in part".formatted(names.get(i)));
      }
    }
    return pieces;
  }

  /** The place of an address. */
  public long place(long address) {
    long rest = address >>> offsetBits;
    long place = 0;
    for (int i = 0; i < sizes.length; i++) {
      long digit;
      if (shifts[i] >= 0) {
        digit = rest & (sizes[i] - 1);
        rest >>>= shifts[i];
      } else {
        digit = rest % sizes[i];
        rest /= sizes[i];
      }
      place += digit * units[i];
    }
    return withBank(place, bank(place) + rowSum(place));
  }

  /** The sum of a row's digits, to the base of so many banks; 0 if banks are not hashed. */
  private int rowSum(long place) {
    int sum = 0;
    if (hashedBits > 0) {
      for (int rest = row(place); rest != 0; rest >>>= hashedBits) {
        sum += rest;
      }
    }
    return sum;
  }

  private long withBank(long place, int bank) {
    if (hashedBits == 0) {
      return place;
    }
    long mask = (1L << hashedBits) - 1;
    return (place & ~(mask << BANK_SHIFT)) | ((bank & mask) << BANK_SHIFT);
  }

  /** The lowest address at a place. */
  public long address(long at) {
    long place = withBank(at, bank(at) - rowSum(at));
    long address = 0;
    for (int i = sizes.length - 1; i >= 0; i--) {
      address = address * sizes[i] + (place & masks[i]) / units[i] % sizes[i];
    }
    return address << offsetBits;
  }

  /** Packs a place. */
  public static long place(int channel, int bank, int row, int column) {
    return ((long) channel << CHANNEL_SHIFT)
        | ((long) bank << BANK_SHIFT)
        | ((long) row << ROW_SHIFT)
        | column;
  }

  /** The channel of a place. */
  public static int channel(long place) {
    return (int) (place >>> CHANNEL_SHIFT);
  }

  /** The place without its channel. */
  static long inChannel(long place) {
    return place & ((1L << CHANNEL_SHIFT) - 1);
  }

  /** The bank in the channel, all levels taken together. */
  public static int bank(long place) {
    return (int) (place >>> BANK_SHIFT) & (MAX_BANKS - 1);
  }

  /** The row in the bank. */
  public static int row(long place) {
    return (int) (place >>> ROW_SHIFT) & (MAX_ROWS - 1);
  }

  /** The column in the row, in accesses. */
  public static int column(long place) {
    return (int) place & (MAX_COLUMNS - 1);
  }
}
