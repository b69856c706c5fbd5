package dev.magpie.gpu.zstd;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decodes frames of Zstandard, each by itself. Checksums of frames are not looked at.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8878">RFC 8878</a>
 */
public final class ZstdDecoder {
  private static final int MAGIC = 0xfd2fb528;
  private static final int MOST_BLOCK = 1 << 17;

  private final ZstdDictionary dictionary;
  private final byte[] literals = new byte[MOST_BLOCK];
  private final FseTable[] predefined = new FseTable[3];
  private @Nullable HuffmanTable huffman;
  private @Nullable FseTable[] tables = new FseTable[3];
  private int[] repeated = new int[3];
  private byte[] in = {};
  private int at;
  private byte[] out = {};
  private int length;
  private int most;

  /**
   * With a dictionary that is trained, that is plain bytes, or that is empty.
   *
   * @throws ZstdException if it is trained, and damaged
   */
  public ZstdDecoder(byte[] dictionary) throws ZstdException {
    try {
      this.dictionary =
          dictionary.length == 0 ? ZstdDictionary.NONE : ZstdDictionary.of(dictionary);
      for (int kind = 0; kind < predefined.length; kind++) {
        predefined[kind] = Sequences.predefined(kind);
      }
    } catch (IndexOutOfBoundsException e) {
      throw damaged(e);
    }
  }

  /**
   * The content of a frame.
   *
   * @param most bytes that it may have
   * @throws ZstdException if the bytes are no such frame
   */
  public byte[] decode(byte[] frame, int most) throws ZstdException {
    in = frame;
    at = 0;
    this.most = most;
    byte[] content = dictionary.content();
    out = Arrays.copyOf(content, content.length + Math.max(64, frame.length));
    length = content.length;
    huffman = dictionary.huffman();
    tables = dictionary.tables().clone();
    repeated = dictionary.offsets().clone();
    try {
      header();
      while (!block()) {
        // One after the other, up to the last.
      }
    } catch (IndexOutOfBoundsException e) {
      // What is damaged refers to bytes or codes that are not there.
      throw damaged(e);
    }
    return Arrays.copyOfRange(out, content.length, length);
  }

  private static ZstdException damaged(RuntimeException cause) {
    ZstdException e = new ZstdException("it ends too early, or is damaged");
    e.initCause(cause);
    return e;
  }

  private int octet() {
    return in[at++] & 0xff;
  }

  private long number(int bytes) {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) octet() << (8 * i);
    }
    return value;
  }

  private void header() throws ZstdException {
    if ((int) number(4) != MAGIC) {
      throw new ZstdException("is no frame of Zstandard");
    }
    int descriptor = octet();
    boolean isSingle = (descriptor & 0x20) != 0;
    if ((descriptor & 8) != 0) {
      throw new ZstdException("a frame has a kind of header that is not known");
    }
    int dictionaryBytes = (1 << (descriptor & 3)) >>> 1;
    int contentBytes = descriptor >>> 6 == 0 ? (isSingle ? 1 : 0) : 1 << (descriptor >>> 6);
    at += (isSingle ? 0 : 1) + dictionaryBytes + contentBytes;
  }

  /** Decodes a block; whether it was the last. */
  private boolean block() throws ZstdException {
    int header = (int) number(3);
    int size = header >>> 3;
    int type = header >>> 1 & 3;
    if (size > MOST_BLOCK || type == 3) {
      throw new ZstdException("a block is larger than any may be, or of no kind that there is");
    }
    switch (type) {
      case 0 -> {
        room(size);
        System.arraycopy(in, at, out, length, size);
        length += size;
        at += size;
      }
      case 1 -> {
        room(size);
        Arrays.fill(out, length, length + size, (byte) octet());
        length += size;
      }
      default -> {
        Objects.checkFromIndexSize(at, size, in.length);
        compressed(at + size);
      }
    }
    return (header & 1) != 0;
  }

  /** Makes room for some more bytes, of which there may be so many. */
  private void room(int more) throws ZstdException {
    if (length - dictionary.content().length + (long) more > most) {
      throw new ZstdException("a frame has more than %d bytes".formatted(most));
    }
    if (length + more > out.length) {
      out = Arrays.copyOf(out, Math.max(length + more, 2 * out.length));
    }
  }

  private void compressed(int end) throws ZstdException {
    int count = literals(end);
    int sequences = octet();
    if (sequences >= 128) {
      sequences = sequences == 255 ? (int) number(2) + 0x7f00 : ((sequences - 128) << 8) + octet();
    }
    int used = 0;
    if (sequences > 0) {
      used = sequences(sequences, count, end);
    }
    room(count - used);
    System.arraycopy(literals, used, out, length, count - used);
    length += count - used;
    at = end;
  }

  /** Reads the literals of a block; the result is how many there are. */
  private int literals(int end) throws ZstdException {
    int first = in[at] & 0xff;
    int type = first & 3;
    int format = first >>> 2 & 3;
    if (type < 2) {
      int headerBytes = (format & 1) == 0 ? 1 : format == 1 ? 2 : 3;
      int count = (int) number(headerBytes) >>> (headerBytes == 1 ? 3 : 4);
      if (count > MOST_BLOCK) {
        throw new ZstdException("a block has more literals than bytes");
      }
      if (type == 0) {
        System.arraycopy(in, at, literals, 0, count);
        at += count;
      } else {
        Arrays.fill(literals, 0, count, (byte) octet());
      }
      return count;
    }
    int width = format < 2 ? 10 : format == 2 ? 14 : 18;
    long header = number(format < 2 ? 3 : format == 2 ? 4 : 5);
    int count = (int) (header >>> 4) & (1 << width) - 1;
    int size = (int) (header >>> (4 + width)) & (1 << width) - 1;
    int stop = at + size;
    if (count > MOST_BLOCK || stop > end) {
      throw new ZstdException("a block has more literals than bytes");
    }
    if (type == 2) {
      HuffmanTable.Described described = HuffmanTable.read(in, at, stop);
      huffman = described.table();
      at = described.end();
    }
    if (huffman == null) {
      throw new ZstdException("a block repeats a Huffman code that no other has");
    }
    decode(huffman, format != 0, count, stop);
    at = stop;
    return count;
  }

  /** One stream, or four, of which three have a quarter each. */
  private void decode(HuffmanTable code, boolean areFour, int count, int stop)
      throws ZstdException {
    if (!areFour) {
      code.decode(in, at, stop, literals, 0, count);
      return;
    }
    int[] sizes = {(int) number(2), (int) number(2), (int) number(2)};
    int quarter = (count + 3) / 4;
    int target = 0;
    for (int size : sizes) {
      if (at + size > stop || target + quarter > count) {
        throw new ZstdException("literals have other bits than they say");
      }
      code.decode(in, at, at + size, literals, target, quarter);
      at += size;
      target += quarter;
    }
    code.decode(in, at, stop, literals, target, count - target);
  }

  private FseTable table(int kind, int mode) throws ZstdException {
    FseTable table = tables[kind];
    switch (mode) {
      case 0 -> table = predefined[kind];
      case 1 -> {
        int symbol = octet();
        if (symbol >= Sequences.symbols(kind)) {
          throw new ZstdException("a code of a sequence is none that there is");
        }
        table = FseTable.of(symbol);
      }
      case 2 -> {
        ForwardBits description = new ForwardBits(in, at, in.length);
        table = FseTable.read(description, Sequences.mostLog(kind), Sequences.symbols(kind));
        at = description.nextByte();
      }
      default -> {
        if (table == null) {
          throw new ZstdException("a block repeats a table that no other has");
        }
      }
    }
    tables[kind] = table;
    return Objects.requireNonNull(table);
  }

  /** Executes the sequences of a block; the result is how many literals they took. */
  private int sequences(int count, int literalCount, int end) throws ZstdException {
    int modes = octet();
    FseTable lengths = table(Sequences.LITERALS, modes >>> 6);
    FseTable offsets = table(Sequences.OFFSET, modes >>> 4 & 3);
    FseTable matches = table(Sequences.MATCH, modes >>> 2 & 3);
    BackwardBits bits = new BackwardBits(in, at, end);
    int lengthState = bits.read(lengths.log());
    int offsetState = bits.read(offsets.log());
    int matchState = bits.read(matches.log());
    int used = 0;
    for (int i = 0; i < count; i++) {
      int code = offsets.symbols()[offsetState];
      long value = (1L << code) + (bits.read(code) & 0xffffffffL);
      int match = Sequences.match(matches.symbols()[matchState], bits);
      int literal = Sequences.literals(lengths.symbols()[lengthState], bits);
      if (i + 1 < count) {
        lengthState = lengths.next(lengthState, bits);
        matchState = matches.next(matchState, bits);
        offsetState = offsets.next(offsetState, bits);
      }
      if (bits.left() < 0 || used + literal > literalCount) {
        throw new ZstdException("sequences have other bits or literals than they say");
      }
      room(literal + match);
      System.arraycopy(literals, used, out, length, literal);
      length += literal;
      used += literal;
      copy(offset(value, literal), match);
    }
    if (bits.left() != 0) {
      throw new ZstdException("sequences have other bits than they say");
    }
    return used;
  }

  /** How far back a match lies: a new offset, or one of the last three. */
  private long offset(long value, int literal) {
    if (value > 3) {
      repeated[2] = repeated[1];
      repeated[1] = repeated[0];
      repeated[0] = (int) Math.min(value - 3, Integer.MAX_VALUE);
      return repeated[0];
    }
    int index = (int) value - (literal == 0 ? 0 : 1);
    if (index == 0) {
      return repeated[0];
    }
    int offset = index == 3 ? repeated[0] - 1 : repeated[index];
    if (index > 1) {
      repeated[2] = repeated[1];
    }
    repeated[1] = repeated[0];
    repeated[0] = offset;
    return offset;
  }

  private void copy(long offset, int count) throws ZstdException {
    if (offset < 1 || offset > length) {
      throw new ZstdException("a match lies before the begin");
    }
    int from = length - (int) offset;
    for (int i = 0; i < count; i++) {
      out[length + i] = out[from + i];
    }
    length += count;
  }
}
