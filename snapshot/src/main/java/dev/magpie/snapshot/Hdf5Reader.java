package dev.magpie.snapshot;

import io.jhdf.HdfFile;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.api.dataset.ContiguousDataset;
import io.jhdf.dataset.DatasetBase;
import io.jhdf.dataset.chunked.ChunkedDatasetBase;
import io.jhdf.object.message.FillValueMessage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads HDF5 through jHDF. Contiguous datasets stay where they are in the file; chunked ones are
 * decoded. Groups are walked in name order along hard links, and each object is met once; soft and
 * external links only lead to what has another place.
 */
final class Hdf5Reader {
  private static final int MAX_DEPTH = 256;
  private static final long UNDEFINED_ADDRESS = -1;

  private final Bytes file;
  private final FileArrays arrays;
  private final Decoded decoded;
  private final Set<Long> met = new HashSet<>();
  private final long userBlockBytes;

  private Hdf5Reader(Bytes file, FileArrays arrays, Decoded decoded, long userBlockBytes) {
    this.file = file;
    this.arrays = arrays;
    this.decoded = decoded;
    this.userBlockBytes = userBlockBytes;
  }

  static void read(Bytes file, FileArrays arrays, Decoded decoded) {
    // jHDF believes what it reads, so a damaged file can end it in any of these.
    try {
      HdfFile root = new HdfFile(new Hdf5Channel(file)); // holds nothing that needs to be closed
      new Hdf5Reader(file, arrays, decoded, root.getUserBlockSize()).walk(root, "/", 0);
    } catch (SnapshotException e) {
      throw e;
    } catch (StackOverflowError e) {
      throw damaged(file, "its structures are nested without end", e);
    } catch (OutOfMemoryError e) {
      throw damaged(file, "its headers ask for more memory than the heap has (see -Xmx)", e);
    } catch (RuntimeException | InternalError e) {
      throw damaged(file, reason(e), e);
    }
  }

  private static SnapshotException damaged(Bytes file, String reason, Throwable cause) {
    SnapshotException ours = ours(cause);
    return ours != null
        ? ours
        : new SnapshotException(
            "%s: not a sound HDF5 file, or it uses what cannot be read: %s; try h5repack"
                .formatted(file.label(), reason),
            cause);
  }

  /** Our own complaint, which jHDF may have wrapped into its exceptions. */
  private static @Nullable SnapshotException ours(Throwable e) {
    Throwable cause = e;
    for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
      if (cause instanceof SnapshotException ours) {
        return ours;
      }
      cause = cause.getCause();
    }
    return null;
  }

  private static String reason(Throwable e) {
    Throwable cause = e;
    for (Throwable next = e; next != null; next = next.getCause()) {
      cause = next;
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  private void walk(Group group, String prefix, int depth) {
    if (depth > MAX_DEPTH) {
      throw file.fail(prefix, "groups are more than %d levels deep".formatted(MAX_DEPTH));
    }
    if (!met.add(group.getAddress())) {
      return;
    }
    for (Node child : new TreeMap<>(group.getChildren()).values()) {
      String name = prefix + child.getName();
      if (child instanceof Group childGroup) {
        walk(childGroup, name + "/", depth + 1);
      } else if (child instanceof DatasetBase dataset && met.add(child.getAddress())) {
        add(dataset, name);
      }
    }
  }

  private void add(DatasetBase dataset, String name) {
    Element element = Hdf5Type.of(dataset.getDataType());
    long[] dimensions = dataset.getDimensionsAsLong();
    boolean nothing = dimensions.length == 0 && dataset.getSize() == 0;
    if (element == null || nothing) {
      arrays.skip();
      return;
    }
    if (element.bytes() != dataset.getDataType().getSize()) {
      throw file.fail(name, "elements of two sizes; the file is damaged");
    }
    List<Long> shape = Arrays.stream(dimensions).boxed().toList();
    long bytes = FileArrays.bytes(file, name, element, shape);
    arrays.add(name, element, shape, memory(dataset, name, bytes));
  }

  private MemorySegment memory(DatasetBase dataset, String name, long bytes) {
    if (bytes == 0) {
      return MemorySegment.NULL;
    }
    String place = "dataset '" + name + "'";
    boolean contiguous = dataset instanceof ContiguousDataset;
    long address = dataset instanceof ContiguousDataset data ? data.getDataAddress() : 0;
    if (contiguous && address != UNDEFINED_ADDRESS) {
      return file.slice(userBlockBytes + address, bytes, place);
    }
    MemorySegment memory = decoded.allocate(bytes, place);
    byte[] fill = fillValue(dataset);
    if (dataset instanceof ChunkedDatasetBase chunked) {
      Hdf5Chunks.decode(file, place, chunked, fill, memory);
    } else if (contiguous) {
      for (long offset = 0; fill.length > 0 && offset < bytes; offset += fill.length) {
        MemorySegment.copy(fill, 0, memory, ValueLayout.JAVA_BYTE, offset, fill.length);
      }
    } else {
      MemorySegment.copy(MemorySegment.ofBuffer(dataset.getDataBuffer()), 0, memory, 0, bytes);
    }
    return memory.asReadOnly();
  }

  /** The element that stands where nothing was written; empty for zeros. */
  private static byte[] fillValue(DatasetBase dataset) {
    List<FillValueMessage> messages = dataset.getHeader().getMessagesOfType(FillValueMessage.class);
    if (messages.size() == 1 && messages.getFirst().isFillValueDefined()) {
      ByteBuffer value = messages.getFirst().getFillValue();
      byte[] bytes = new byte[value.remaining()];
      value.get(bytes);
      if (bytes.length == dataset.getDataType().getSize() && !isZero(bytes)) {
        return bytes;
      }
    }
    return new byte[0];
  }

  private static boolean isZero(byte[] bytes) {
    for (byte b : bytes) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }
}
