package dev.magpie.snapshot;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The fields of a message in the wire format of Protocol Buffers, one by one. */
final class ProtobufFields {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;
  private static final int FIXED32 = 5;

  /** Of a varint, seven bits each. */
  private static final int MOST_BYTES = 10;

  private final Bytes file;
  private final long end;
  private long at;
  private int field;
  private int wireType;
  private long number;
  private long begin;

  /** The message at some bytes of a file. */
  ProtobufFields(Bytes file, long begin, long end) {
    this.file = file;
    this.end = end;
    at = begin;
  }

  /** Goes on to the next field; false behind the last. */
  boolean next() {
    if (at == end) {
      return false;
    }
    long tag = at;
    number = varint();
    field = (int) (number >>> 3);
    wireType = (int) number & 7;
    if (field == 0 || number >>> 32 != 0) {
      throw file.at(tag, "is no field of a message; the file is damaged or of another kind");
    }
    switch (wireType) {
      case VARINT -> number = varint();
      case FIXED64 -> skip(8);
      case LENGTH -> {
        long length = varint();
        skip(length);
      }
      case FIXED32 -> skip(4);
      default ->
          throw file.at(
              tag,
              "has a field of wire type %d, which is not read; the file is damaged"
                  .formatted(wireType));
    }
    return true;
  }

  private void skip(long length) {
    begin = at;
    if (length < 0 || length > end - at) {
      throw file.at(
          at,
          "a field of %s bytes does not fit into the %d that its message has left; the file is cut"
                  .formatted(Long.toUnsignedString(length), end - at)
              + " short or damaged: copy or write it again");
    }
    at += length;
  }

  private long varint() {
    long value = 0;
    for (int i = 0; i < MOST_BYTES; i++) {
      if (at == end) {
        throw file.at(at, "a number ends with its message; the file is cut short or damaged");
      }
      byte next = file.memory().get(ValueLayout.JAVA_BYTE, at++);
      value |= (long) (next & 0x7F) << (7 * i);
      if (next >= 0) {
        return value;
      }
    }
    throw file.at(at, "a number has more than ten bytes; the file is damaged");
  }

  /** Its number. */
  int field() {
    return field;
  }

  /** Whether its value is a number of variable length, which {@link #number} has. */
  boolean isNumber() {
    return wireType == VARINT;
  }

  long number() {
    require(VARINT);
    return number;
  }

  /** The message that it holds. */
  ProtobufFields message() {
    require(LENGTH);
    return new ProtobufFields(file, begin, at);
  }

  /** The bytes of its value: a text, a packed list, or a number of fixed size. */
  MemorySegment bytes() {
    if (wireType == VARINT) {
      require(LENGTH);
    }
    return file.memory().asSlice(begin, at - begin);
  }

  /** The numbers of variable length that it holds packed. */
  Packed packed() {
    require(LENGTH);
    return new ProtobufFields(file, begin, at).new Packed();
  }

  /** Numbers one behind another. */
  final class Packed {
    boolean hasNext() {
      return at < end;
    }

    long next() {
      return varint();
    }
  }

  private void require(int type) {
    if (wireType != type) {
      throw file.at(
          at,
          "field %d has wire type %d and not %d; the file is damaged or of another kind"
              .formatted(field, wireType, type));
    }
  }
}
