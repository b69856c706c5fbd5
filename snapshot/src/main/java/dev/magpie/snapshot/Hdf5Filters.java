package dev.magpie.snapshot;

import io.jhdf.ObjectHeader;
import io.jhdf.exceptions.HdfFilterException;
import io.jhdf.object.message.FilterPipelineMessage;
import io.jhdf.object.message.FilterPipelineMessage.FilterInfo;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The filters that the chunks of a dataset went through, undone here rather than by jHDF, which
 * leaves Fletcher-32 checksums in the data and takes filters as run that a chunk says were not.
 */
final class Hdf5Filters {
  private static final int DEFLATE = 1;
  private static final int SHUFFLE = 2;
  private static final int FLETCHER32 = 3;
  private static final int LZF = 32000;

  private static final int CHECKSUM_BYTES = 4;

  /** The most that deflate makes of a byte, and more than LZF does. */
  private static final long MAX_RATIO = 1032;

  /** In the order in which they were run. */
  private final List<FilterInfo> filters;

  private final long chunkBytes;

  private Hdf5Filters(List<FilterInfo> filters, long chunkBytes) {
    this.filters = filters;
    this.chunkBytes = chunkBytes;
  }

  /**
   * The filters of a dataset.
   *
   * @param chunkBytes bytes of a decoded chunk
   * @throws SnapshotException if some filter cannot be undone
   */
  static Hdf5Filters of(Bytes file, String place, ObjectHeader header, long chunkBytes) {
    List<FilterInfo> filters =
        header.hasMessageOfType(FilterPipelineMessage.class)
            ? header.getMessageOfType(FilterPipelineMessage.class).getFilters()
            : List.of();
    for (FilterInfo filter : filters) {
      switch (filter.getId()) {
        case DEFLATE, SHUFFLE, FLETCHER32, LZF -> {}
        default ->
            throw file.fail(
                place,
                "compressed by filter %d (%s); repack it with h5repack -f GZIP=1"
                    .formatted(filter.getId(), filter.getName()));
      }
    }
    return new Hdf5Filters(filters, chunkBytes);
  }

  boolean isEmpty() {
    return filters.isEmpty();
  }

  /**
   * Undoes the filters.
   *
   * @param skipped the filters that were not run on this chunk, by place in the pipeline
   */
  byte[] decode(byte[] stored, BitSet skipped) {
    byte[] data = stored;
    for (int i = filters.size() - 1; i >= 0; i--) {
      if (!skipped.get(i)) {
        FilterInfo filter = filters.get(i);
        data =
            switch (filter.getId()) {
              case DEFLATE -> inflate(data);
              case SHUFFLE -> unshuffle(data, filter.getData());
              case FLETCHER32 -> withoutChecksum(data);
              default -> Hdf5Lzf.decode(data, room(data));
            };
      }
    }
    if (data.length != chunkBytes) {
      throw new HdfFilterException(
          "a chunk of %d bytes decodes to %d".formatted(chunkBytes, data.length));
    }
    return data;
  }

  /** The most bytes that compressed data can become: a chunk, and checksums taken before. */
  private int room(byte[] coded) {
    long whole = chunkBytes + (long) CHECKSUM_BYTES * filters.size();
    return (int) Math.min(Math.min(whole, coded.length * MAX_RATIO), Integer.MAX_VALUE - 8);
  }

  private byte[] inflate(byte[] coded) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(coded);
      byte[] data = new byte[room(coded)];
      int length = 0;
      while (length < data.length && !inflater.finished()) {
        int more = inflater.inflate(data, length, data.length - length);
        if (more == 0 && !inflater.finished()) {
          throw new HdfFilterException("the deflated data of a chunk ends early");
        }
        length += more;
      }
      // A full array may leave the end of the stream unread.
      if (!inflater.finished() && (inflater.inflate(new byte[1]) > 0 || !inflater.finished())) {
        throw new HdfFilterException("the deflated data of a chunk does not end where it should");
      }
      return length == data.length ? data : Arrays.copyOf(data, length);
    } catch (DataFormatException e) {
      throw new HdfFilterException("the deflated data of a chunk is damaged", e);
    } finally {
      inflater.end();
    }
  }

  private static byte[] unshuffle(byte[] data, int[] settings) {
    int elementBytes = settings.length > 0 ? settings[0] : 0;
    if (elementBytes < 1) {
      throw new HdfFilterException("shuffled elements of %d bytes".formatted(elementBytes));
    }
    return Unshuffling.ofBytes(data, elementBytes);
  }

  private static byte[] withoutChecksum(byte[] data) {
    int length = data.length - CHECKSUM_BYTES;
    int stored = 0;
    for (int i = data.length - 1; i >= Math.max(0, length); i--) {
      stored = stored << 8 | Byte.toUnsignedInt(data[i]);
    }
    int right = length < 0 ? 0 : fletcher32(data, length);
    // HDF5 before 1.6.3 swapped the bytes on little-endian machines.
    int swapped = (right & 0x00ff00ff) << 8 | (right >>> 8 & 0x00ff00ff);
    if (length < 0 || (stored != right && stored != swapped)) {
      throw new HdfFilterException("the checksum of a chunk is wrong");
    }
    return Arrays.copyOf(data, length);
  }

  /** Fletcher's sums of big-endian 16-bit words, an odd byte padded with zero, as HDF5 has them. */
  private static int fletcher32(byte[] data, int length) {
    long sum = 0;
    long sumOfSums = 0;
    for (int i = 0; i < length; i += 2) {
      int low = i + 1 < length ? Byte.toUnsignedInt(data[i + 1]) : 0;
      sum = fold(sum + (Byte.toUnsignedInt(data[i]) << 8 | low));
      sumOfSums = fold(sumOfSums + sum);
    }
    return (int) (sumOfSums << 16 | sum);
  }

  /** Modulo 65535, where 65535 itself may stand for 0. */
  private static long fold(long sum) {
    return (sum & 0xffff) + (sum >>> 16);
  }
}
