package dev.magpie.snapshot;

import dev.magpie.settings.IoReason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * Reads {@code .npz}: a ZIP archive of {@code .npy} entries. Stored entries stay where they are in
 * the file, unread and so with their checksums unchecked; deflated ones are decoded and checked.
 * Entries of other kinds are passed over.
 */
final class NpzReader {
  private static final String EXTENSION = ".npy";
  private static final int BUFFER_BYTES = 1 << 16;

  private NpzReader() {}

  static void read(Bytes file, FileArrays arrays, Decoded decoded) {
    Set<String> names = new HashSet<>();
    for (ZipDirectory.Entry entry : ZipDirectory.read(file)) {
      if (!entry.name().endsWith(EXTENSION)) {
        continue;
      }
      Bytes labelled = new Bytes(file.label() + ": entry '" + entry.name() + "'", entry.data());
      if (!names.add(entry.name())) {
        throw labelled.fail("directory", "the name stands twice; the archive is damaged");
      }
      if (entry.encrypted()) {
        throw labelled.fail("directory", "the entry is encrypted; write it without a password");
      }
      switch (entry.method()) {
        case ZipDirectory.STORED -> addStored(entry, labelled, arrays);
        case ZipDirectory.DEFLATED -> addDeflated(entry, labelled, arrays, decoded);
        default ->
            throw labelled.fail(
                "directory",
                "compression method %d; write it stored or deflated".formatted(entry.method()));
      }
    }
  }

  private static String arrayName(ZipDirectory.Entry entry) {
    return entry.name().substring(0, entry.name().length() - EXTENSION.length());
  }

  private static void addStored(ZipDirectory.Entry entry, Bytes data, FileArrays arrays) {
    NpyHeader header = NpyHeader.parse(data);
    arrays.add(
        arrayName(entry),
        header.element(),
        header.shape(),
        data.slice(header.dataOffset(), header.dataBytes(), "the array"));
  }

  private static void addDeflated(
      ZipDirectory.Entry entry, Bytes packed, FileArrays arrays, Decoded decoded) {
    Inflater inflater = new Inflater(true);
    CRC32 crc = new CRC32();
    try (InputStream in =
        new CheckedInputStream(
            new InflaterInputStream(new SegmentInputStream(entry.data()), inflater, BUFFER_BYTES),
            crc)) {
      byte[] start = in.readNBytes(NpyHeader.MAX_BYTES);
      NpyHeader header = NpyHeader.parse(new Bytes(packed.label(), MemorySegment.ofArray(start)));
      if (entry.bytes() < 0 || header.dataBytes() > entry.bytes() - header.dataOffset()) {
        throw packed.fail(
            "header",
            "the array's %d bytes are not in the entry's %s; the archive is damaged"
                .formatted(header.dataBytes(), Long.toUnsignedString(entry.bytes())));
      }
      MemorySegment memory = decoded.allocate(header.dataBytes(), "entry '" + entry.name() + "'");
      fill(memory, start, (int) header.dataOffset(), in);
      drain(in, inflater, entry.bytes());
      if (inflater.getBytesWritten() != entry.bytes() || crc.getValue() != entry.crc()) {
        throw packed.fail("data", "the checksum is wrong; the archive is damaged: copy it again");
      }
      arrays.add(arrayName(entry), header.element(), header.shape(), memory.asReadOnly());
    } catch (EOFException | ZipException e) {
      throw packed.fail(
          "data",
          "the deflated data is damaged (%s); copy or write the archive again"
              .formatted(e.getMessage()));
    } catch (IOException e) {
      throw packed.fail("data", IoReason.of(e));
    } finally {
      inflater.end();
    }
  }

  /** Fills the memory with what follows the header in {@code start}, and then with the stream. */
  private static void fill(MemorySegment memory, byte[] start, int offset, InputStream in)
      throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long filled = Math.min(start.length - offset, memory.byteSize());
    MemorySegment.copy(start, offset, memory, ValueLayout.JAVA_BYTE, 0, (int) filled);
    while (filled < memory.byteSize()) {
      int count = in.read(buffer, 0, (int) Math.min(buffer.length, memory.byteSize() - filled));
      if (count < 0) {
        throw new EOFException("it ends early");
      }
      MemorySegment.copy(buffer, 0, memory, ValueLayout.JAVA_BYTE, filled, count);
      filled += count;
    }
  }

  /** Reads what may follow the array, for the checksum. */
  private static void drain(InputStream in, Inflater inflater, long bytes) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    while (inflater.getBytesWritten() <= bytes && in.read(buffer) >= 0) {}
  }
}
