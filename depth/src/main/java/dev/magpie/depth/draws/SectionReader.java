package dev.magpie.depth.draws;

import dev.magpie.depth.scene.SceneException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A section that is read. What is wrong is told with the section's place in the file. */
final class SectionReader {
  private final String file;
  private final String section;
  private final ByteBuffer bytes;

  /**
   * Takes the bytes.
   *
   * @param section how messages call it, with its place
   */
  SectionReader(String file, String section, ByteBuffer bytes) {
    this.file = file;
    this.section = section;
    this.bytes = bytes;
  }

  /** What to throw where the section is not as it should be. */
  SceneException wrong(String problem) {
    return new SceneException(
        "%s: %s, its byte %d: %s".formatted(file, section, bytes.position(), problem));
  }

  int octet(String what) {
    require(1, what);
    return bytes.get() & 0xff;
  }

  /** One of some, by its number. */
  <T> T choice(List<T> all, String what) {
    int chosen = octet(what);
    if (chosen >= all.size()) {
      throw wrong("%s is %d, and there are 0 to %d".formatted(what, chosen, all.size() - 1));
    }
    return all.get(chosen);
  }

  /** A number from 0 to the most that there may be. */
  int number(long most, String what) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int next = octet(what);
      value |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        break;
      }
      if (shift == 35) {
        throw wrong("%s is a number of more than 35 bits".formatted(what));
      }
    }
    if (value > most) {
      throw wrong("%s is %d, more than %d".formatted(what, value, most));
    }
    return (int) value;
  }

  double real(String what) {
    require(Double.BYTES, what);
    double value = bytes.getDouble();
    if (!Double.isFinite(value)) {
      throw wrong("%s is %s, which is not finite".formatted(what, value));
    }
    return value;
  }

  String text(String what) {
    int length = number(DrawStreamFormat.MAX_TEXT_BYTES, "the length of " + what);
    require(length, what);
    ByteBuffer utf8 = bytes.slice(bytes.position(), length);
    bytes.position(bytes.position() + length);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
      if (text.chars().anyMatch(Character::isISOControl)) {
        throw wrong(what + " has a control character");
      }
      return text;
    } catch (CharacterCodingException e) {
      SceneException wrong = wrong(what + " is no UTF-8");
      wrong.initCause(e);
      throw wrong;
    }
  }

  /** How many of something come, of so many bytes at least. */
  int count(int leastBytes, String what) {
    int count = number(Integer.MAX_VALUE, "the number of " + what);
    if ((long) count * leastBytes > bytes.remaining()) {
      throw wrong(
          "%d %s take %d bytes or more, and %d are left"
              .formatted(count, what, (long) count * leastBytes, bytes.remaining()));
    }
    return count;
  }

  byte[] raw(int count, String what) {
    require(count, what);
    byte[] raw = new byte[count];
    bytes.get(raw);
    return raw;
  }

  private void require(long count, String what) {
    if (count > bytes.remaining()) {
      throw wrong("it ends within %s".formatted(what));
    }
  }

  /** Nothing may follow. */
  void end() {
    if (bytes.hasRemaining()) {
      throw wrong("%d bytes follow its end".formatted(bytes.remaining()));
    }
  }
}
