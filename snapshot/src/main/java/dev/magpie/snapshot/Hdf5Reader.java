package dev.magpie.snapshot;

import io.jhdf.ObjectHeader;
import io.jhdf.Superblock.SuperblockV0V1;
import io.jhdf.Superblock.SuperblockV2V3;
import io.jhdf.SymbolTableEntry;
import io.jhdf.api.dataset.ContiguousDataset;
import io.jhdf.dataset.DatasetBase;
import io.jhdf.dataset.DatasetLoader;
import io.jhdf.dataset.NoParent;
import io.jhdf.dataset.chunked.ChunkedDatasetBase;
import io.jhdf.exceptions.HdfException;
import io.jhdf.object.message.DataSpaceMessage;
import io.jhdf.object.message.FillValueMessage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.DataFormatException;

/**
 * Reads HDF5 with the parts of jHDF. Contiguous datasets stay where they are in the file; chunked
 * ones are decoded. Groups are walked in name order, and each object is met once.
 */
final class Hdf5Reader {
  private static final int MAX_DEPTH = 256;
  private static final long UNDEFINED_ADDRESS = -1;

  private final Bytes file;
  private final FileArrays arrays;
  private final Decoded decoded;
  private final Set<Long> met = new HashSet<>();

  /** The object being read, for messages. */
  private String place = "superblock";

  private Hdf5Reader(Bytes file, FileArrays arrays, Decoded decoded) {
    this.file = file;
    this.arrays = arrays;
    this.decoded = decoded;
  }

  static void read(Bytes file, FileArrays arrays, Decoded decoded) {
    Hdf5Reader reader = new Hdf5Reader(file, arrays, decoded);
    // jHDF believes what it reads, so a damaged file can end it in any of these.
    try {
      reader.readRoot(new Hdf5Storage(file));
    } catch (StackOverflowError e) {
      throw reader.damaged("the structures are nested without end", e);
    } catch (OutOfMemoryError e) {
      throw reader.damaged("the headers ask for more memory than the heap has (see -Xmx)", e);
    } catch (RuntimeException | InternalError e) {
      throw reader.damaged(reason(e), e);
    }
  }

  private SnapshotException damaged(String reason, Throwable cause) {
    for (Throwable e = cause; e != null; e = e.getCause()) {
      if (e instanceof SnapshotException ours) {
        return ours; // which jHDF may have wrapped
      }
    }
    return new SnapshotException(
        "%s: %s: damaged, or beyond what can be read: %s; try to rewrite the file with h5repack"
            .formatted(file.label(), place, reason),
        cause);
  }

  /** What jHDF or the inflater found; Java's own complaints would tell the user nothing. */
  private static String reason(Throwable e) {
    Throwable cause = e;
    for (Throwable next = e; next != null; next = next.getCause()) {
      cause = next;
    }
    boolean telling = cause instanceof HdfException || cause instanceof DataFormatException;
    return telling ? String.valueOf(cause.getMessage()) : "a structure contradicts itself";
  }

  private void readRoot(Hdf5Storage storage) {
    long root =
        switch (storage.getSuperblock()) {
          case SuperblockV0V1 old ->
              new SymbolTableEntry(storage, old.getRootGroupSymbolTableAddress())
                  .getObjectHeaderAddress();
          case SuperblockV2V3 block -> block.getRootGroupObjectHeaderAddress();
          default -> throw file.fail(place, "an unknown version");
        };
    read(storage, root, "", 0);
  }

  private void read(Hdf5Storage storage, long address, String name, int depth) {
    place = name.isEmpty() ? "group '/'" : "object '" + name + "'";
    if (!met.add(address)) {
      return;
    }
    if (depth > MAX_DEPTH) {
      throw file.fail(place, "groups are more than %d levels deep".formatted(MAX_DEPTH));
    }
    ObjectHeader header = ObjectHeader.readObjectHeader(storage, address);
    if (header.hasMessageOfType(DataSpaceMessage.class)) {
      if (DatasetLoader.createDataset(storage, header, name, NoParent.INSTANCE)
          instanceof DatasetBase dataset) {
        add(storage, dataset, name);
      }
      return;
    }
    for (Map.Entry<String, Long> link : Hdf5Group.links(storage, header).entrySet()) {
      read(storage, link.getValue(), name + "/" + link.getKey(), depth + 1);
    }
  }

  private void add(Hdf5Storage storage, DatasetBase dataset, String name) {
    ElementType element = Hdf5Type.of(dataset.getDataType());
    long[] dimensions = dataset.getDimensionsAsLong();
    boolean nothing = dimensions.length == 0 && dataset.getSize() == 0;
    if (element == null || nothing) {
      arrays.skip(name, nothing ? "nothing" : "texts, structures or references");
      return;
    }
    if (element.bytes() != dataset.getDataType().getSize()) {
      throw file.fail(place, "elements of two sizes; the file is damaged");
    }
    List<Long> shape = Arrays.stream(dimensions).boxed().toList();
    long bytes = FileArrays.bytes(file, place, element, shape);
    arrays.add(name, element, shape, memory(storage, dataset, bytes));
  }

  private MemorySegment memory(Hdf5Storage storage, DatasetBase dataset, long bytes) {
    if (bytes == 0) {
      return MemorySegment.NULL;
    }
    boolean contiguous = dataset instanceof ContiguousDataset;
    long address = dataset instanceof ContiguousDataset data ? data.getDataAddress() : 0;
    if (contiguous && address != UNDEFINED_ADDRESS) {
      return file.slice(storage.getUserBlockSize() + address, bytes, place);
    }
    MemorySegment memory = decoded.allocate(bytes, place);
    byte[] fill = fillValue(dataset);
    if (dataset instanceof ChunkedDatasetBase chunked) {
      Hdf5Chunks.decode(file, place, storage, chunked, fill, memory);
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
