package dev.magpie.snapshot;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The entries of a ZIP archive and where their bytes are, which {@link java.util.zip} does not
 * tell. ZIP64 is read; encrypted and split archives are not.
 */
final class ZipDirectory {
  static final int STORED = 0;
  static final int DEFLATED = 8;

  private static final String END = "PK\u0005\u0006";
  private static final int END_BYTES = 22;
  private static final String END64_LOCATOR = "PK\u0006\u0007";
  private static final int END64_LOCATOR_BYTES = 20;
  private static final String END64 = "PK\u0006\u0006";
  private static final String ENTRY = "PK\u0001\u0002";
  private static final int ENTRY_BYTES = 46;
  private static final String LOCAL = "PK\u0003\u0004";
  private static final int LOCAL_BYTES = 30;
  private static final int ZIP64_EXTRA = 1;
  private static final long IN_ZIP64 = 0xffff_ffffL;

  /**
   * A file in the archive.
   *
   * @param method {@link #STORED} or {@link #DEFLATED}, or one that we do not know
   * @param data its bytes as they stand in the archive
   * @param bytes how many they are said to become
   */
  record Entry(
      String name, int method, boolean encrypted, long crc, MemorySegment data, long bytes) {}

  private ZipDirectory() {}

  static List<Entry> read(Bytes file) {
    long end = findEnd(file);
    long count = file.u16(end + 10);
    long position = file.u32(end + 16);
    long locator = end - END64_LOCATOR_BYTES;
    if (file.has(locator, END64_LOCATOR)) {
      long end64 = file.u64(locator + 8);
      if (!file.has(end64, END64)) {
        throw file.at(locator + 8, "no ZIP64 directory at its offset; the archive is damaged");
      }
      count = file.u64(end64 + 32);
      position = file.u64(end64 + 48);
    }
    if (count < 0 || count > FileArrays.MAX_ARRAYS) {
      throw file.at(
          end + 10,
          "%s entries; %d are the most"
              .formatted(Long.toUnsignedString(count), FileArrays.MAX_ARRAYS));
    }
    List<Entry> entries = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      if (!file.has(position, ENTRY)) {
        throw file.at(position, "no directory entry where one should be; the archive is damaged");
      }
      entries.add(entry(file, position));
      position +=
          ENTRY_BYTES + file.u16(position + 28) + file.u16(position + 30) + file.u16(position + 32);
    }
    return entries;
  }

  /** The end record, behind which only its comment stands. */
  private static long findEnd(Bytes file) {
    for (long end = file.size() - END_BYTES;
        end >= 0 && end >= file.size() - END_BYTES - 0xffff;
        end--) {
      if (file.has(end, END) && file.u16(end + 20) == file.size() - end - END_BYTES) {
        return end;
      }
    }
    throw file.at(
        file.size(), "no ZIP directory at the end; the file is cut short or of another kind");
  }

  private static Entry entry(Bytes file, long position) {
    int flags = file.u16(position + 8);
    int nameBytes = file.u16(position + 28);
    byte[] name =
        file.slice(position + ENTRY_BYTES, nameBytes, "a name").toArray(ValueLayout.JAVA_BYTE);
    long packed = file.u32(position + 20);
    long bytes = file.u32(position + 24);
    long local = file.u32(position + 42);
    long extra = position + ENTRY_BYTES + nameBytes;
    long extraEnd = extra + file.u16(position + 30);
    while (extra + 4 <= extraEnd && file.u16(extra) != ZIP64_EXTRA) {
      extra += 4 + file.u16(extra + 2);
    }
    long field = extra + 4;
    if (bytes == IN_ZIP64) {
      bytes = file.u64(field);
      field += 8;
    }
    if (packed == IN_ZIP64) {
      packed = file.u64(field);
      field += 8;
    }
    if (local == IN_ZIP64) {
      local = file.u64(field);
    }
    String text = new String(name, StandardCharsets.UTF_8);
    if (!file.has(local, LOCAL)) {
      throw file.at(
          position + 42,
          "entry '%s' is not where this says; the archive is damaged".formatted(text));
    }
    long data = local + LOCAL_BYTES + file.u16(local + 26) + file.u16(local + 28);
    return new Entry(
        text,
        file.u16(position + 10),
        (flags & 1) != 0,
        file.u32(position + 16),
        file.slice(data, packed, "entry '" + text + "'"),
        bytes);
  }
}
