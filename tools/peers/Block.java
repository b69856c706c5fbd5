import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A block's bytes, and its little-endian words. */
record Block(MemorySegment memory) {

  int bytes() {
    return (int) memory.byteSize();
  }

  int bits() {
    return 8 * bytes();
  }

  int words(int size) {
    return bytes() / size;
  }

  /** A word of 2, 4 or 8 bytes, extended with zeros. */
  long word(int size, int index) {
    long word = 0;
    for (int i = size - 1; i >= 0; i--) {
      word = word << 8 | memory.get(ValueLayout.JAVA_BYTE, (long) size * index + i) & 0xff;
    }
    return word;
  }

  int[] words() {
    return memory.toArray(ValueLayout.JAVA_INT_UNALIGNED);
  }

  boolean isZero() {
    return repeats(8) && word(8, 0) == 0;
  }

  boolean repeats(int size) {
    return memory.asSlice(size).mismatch(memory.asSlice(0, bytes() - size)) == -1;
  }

  /** Words in hexadecimal, the first first; zeros at the end are left out. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    int[] words = words();
    int end = words.length;
    while (end > 1 && words[end - 1] == 0) {
      end--;
    }
    for (int i = 0; i < end; i++) {
      text.append(i == 0 ? "" : " ").append("%08x".formatted(words[i]));
    }
    return end < words.length ? text + " 0..." : text.toString();
  }
}
