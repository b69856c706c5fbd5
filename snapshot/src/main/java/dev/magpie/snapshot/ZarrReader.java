package dev.magpie.snapshot;

import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a Zarr array, versions 2 and 3, from its folder: chunks that are decoded one by one, so
 * that it may be larger than the heap. Its dimensions are in the order of its chunks' memory.
 */
final class ZarrReader {
  static final String VERSION_2 = ".zarray";
  static final String VERSION_3 = "zarr.json";

  private static final int MOST_METADATA_BYTES = 1 << 20;

  /** Chunks of more bytes are decoded one at a time, to spare the heap. */
  private static final long MOST_PARALLEL_BYTES = 4L << 20;

  /** A chunk is an array of Java while it is decoded. */
  private static final long MOST_CHUNK_BYTES = 1L << 30;

  private static final long MOST_CHUNKS = 1L << 28;

  private static final JsonMapper JSON = new JsonMapper();

  private final ZarrFiles files;
  private final ZarrArray array;
  private final byte[] fill;
  private final ChunkGrid grid;

  /** Bytes of the files that there are. */
  private final Map<String, Long> stored;

  private ZarrReader(ZarrFiles files, ZarrArray array, ChunkGrid grid, Map<String, Long> stored) {
    this.files = files;
    this.array = array;
    fill = array.fill().toArray(ValueLayout.JAVA_BYTE);
    this.grid = grid;
    this.stored = stored;
  }

  /** The metadata of the array that a folder is, or null if it is none. */
  static @Nullable Path metadata(Path folder) {
    if (Files.isRegularFile(folder.resolve(VERSION_2))) {
      return folder.resolve(VERSION_2);
    }
    Path version3 = folder.resolve(VERSION_3);
    return Files.isRegularFile(version3) && isOfArray(version3) ? version3 : null;
  }

  /** Whether a file in a folder is metadata of a group. */
  static boolean isMetadata(Path file) {
    return file.endsWith(VERSION_3);
  }

  private static boolean isOfArray(Path version3) {
    try {
      return isOfArray(InputFiles.bytes(version3, MOST_METADATA_BYTES));
    } catch (IOException e) {
      return true; // Reading it says what is wrong.
    }
  }

  /** Whether metadata are not a group's. */
  static boolean isOfArray(byte[] metadata) {
    try {
      return !JSON.readTree(metadata).path("node_type").asString("").equals("group");
    } catch (JacksonException e) {
      return true;
    }
  }

  /** Reads the array whose metadata a file of its folder is. */
  static void read(Bytes file, FileArrays arrays, Decoded decoded) {
    arrays.showFolder();
    read(file, ZarrFiles.of(arrays.folder()), arrays, decoded);
  }

  /** Reads an array by its metadata, wherever its files are. */
  static void read(Bytes file, ZarrFiles files, FileArrays arrays, Decoded decoded) {
    try {
      if (file.size() > MOST_METADATA_BYTES) {
        throw new IllegalArgumentException("it is larger than a MiB");
      }
      JsonNode json = JSON.readTree(file.memory().toArray(ValueLayout.JAVA_BYTE));
      ZarrMetadata.parse(json)
          .ifPresentOrElse(
              array -> read(file, files, array, arrays, decoded),
              () -> arrays.skip(arrays.baseName(), "no numbers of a fixed size"));
    } catch (JacksonException e) {
      throw file.fail("metadata", "no JSON of a Zarr array: " + e.getOriginalMessage());
    } catch (IllegalArgumentException e) {
      throw file.fail("metadata", String.valueOf(e.getMessage()));
    } catch (ArithmeticException e) {
      throw file.fail("metadata", "an element has more bytes than can be addressed");
    }
  }

  private static void read(
      Bytes file, ZarrFiles files, ZarrArray array, FileArrays arrays, Decoded decoded) {
    Map<String, Long> stored = stored(file, files);
    ElementType element = array.element();
    long bytes = FileArrays.bytes(file, "metadata", element, array.shape());
    int[] chunk = ints(array.shards().map(ZarrArray.Shards::chunk).orElse(array.chunk()));
    long[] dimensions = array.shape().stream().mapToLong(Long::longValue).toArray();
    ChunkGrid sizes = new ChunkGrid(dimensions, chunk, (int) element.bytes(), MemorySegment.NULL);
    if (sizes.chunkBytes() > MOST_CHUNK_BYTES) {
      throw new IllegalArgumentException(
          "chunks of %d bytes; 1 GiB is the most".formatted(sizes.chunkBytes()));
    }
    decoded.expect(stored.values().stream().mapToLong(Long::longValue).sum());
    MemorySegment memory = decoded.allocate(bytes, "the array");
    ChunkGrid grid = new ChunkGrid(dimensions, chunk, (int) element.bytes(), memory);
    new ZarrReader(files, array, grid, stored).decode();
    String name = arrays.baseName();
    if (array.type().isPresent()) {
      arrays.add(name, array.type().get(), array.shape(), memory.asReadOnly());
    } else {
      arrays.add(name, element, array.shape(), memory.asReadOnly());
    }
  }

  private static int[] ints(List<Integer> dimensions) {
    return dimensions.stream().mapToInt(Integer::intValue).toArray();
  }

  private static Map<String, Long> stored(Bytes file, ZarrFiles files) {
    try {
      return files.sizes();
    } catch (IOException e) {
      throw file.fail("chunks", IoReason.of(e));
    }
  }

  private void decode() {
    ChunkGrid ofFiles = grid.of(ints(array.chunk()));
    long count = ofFiles.count(MOST_CHUNKS);
    if (count > MOST_CHUNKS) {
      throw new IllegalArgumentException("it has more than %d chunks".formatted(MOST_CHUNKS));
    }
    LongStream all = LongStream.range(0, count);
    boolean small = grid.chunkBytes() <= MOST_PARALLEL_BYTES && array.shards().isEmpty();
    (small ? all.parallel() : all).forEach(chunk -> decodeFile(ofFiles, ofFiles.place(chunk)));
  }

  private void decodeFile(ChunkGrid ofFiles, long[] place) {
    String key = array.key(place);
    if (!stored.containsKey(key)) {
      if (fill.length > 0) {
        ofFiles.fill(place, fill);
      }
      return;
    }
    try {
      byte[] coded = files.read(key);
      if (array.shards().isEmpty()) {
        grid.copy(place, MemorySegment.ofArray(decoded(coded, array.codecs())));
      } else {
        decodeShard(coded, place, array.shards().get());
      }
    } catch (IllegalArgumentException e) {
      throw new SnapshotException("%s: %s".formatted(files.label(key), e.getMessage()), e);
    } catch (IOException e) {
      throw new SnapshotException(
          "%s: cannot be read: %s".formatted(files.label(key), IoReason.of(e)), e);
    }
  }

  private byte[] decoded(byte[] coded, List<ChunkCodec> codecs) {
    byte[] data = coded;
    int bytes = (int) grid.chunkBytes();
    for (ChunkCodec codec : codecs) {
      // Checksums may be within.
      data = codec.decode(data, bytes + Long.BYTES);
    }
    if (data.length != bytes) {
      throw new IllegalArgumentException(
          "the chunk has %d bytes, and should have %d; it is damaged: copy it again"
              .formatted(data.length, bytes));
    }
    return data;
  }

  private void decodeShard(byte[] shard, long[] place, ZarrArray.Shards shards) {
    int[] chunk = ints(shards.chunk());
    long[] within = new long[chunk.length];
    for (int d = 0; d < chunk.length; d++) {
      within[d] = array.chunk().get(d);
      if (within[d] % chunk[d] != 0) {
        throw new IllegalArgumentException("its chunks do not divide the shard");
      }
    }
    ChunkGrid inner = new ChunkGrid(within, chunk, grid.elementBytes(), MemorySegment.NULL);
    long count = inner.count(MOST_CHUNKS);
    ByteBuffer index = index(shard, count, shards);
    for (long i = 0; i < count; i++) {
      long[] at = inner.place(i);
      boolean inArray = true;
      for (int d = 0; d < at.length; d++) {
        at[d] += place[d] * (within[d] / chunk[d]);
        inArray &= at[d] < grid.chunks(d);
      }
      long offset = index.getLong((int) (2 * Long.BYTES * i));
      long bytes = index.getLong((int) (2 * Long.BYTES * i + Long.BYTES));
      if (offset == -1 && bytes == -1) {
        if (inArray && fill.length > 0) {
          grid.fill(at, fill);
        }
      } else if (offset < 0 || bytes < 0 || offset > shard.length - bytes) {
        throw new IllegalArgumentException("a chunk is outside of the shard");
      } else if (inArray) {
        byte[] coded = new byte[(int) bytes];
        System.arraycopy(shard, (int) offset, coded, 0, coded.length);
        grid.copy(at, MemorySegment.ofArray(decoded(coded, shards.codecs())));
      }
    }
  }

  private static ByteBuffer index(byte[] shard, long chunks, ZarrArray.Shards shards) {
    long bytes = 2 * Long.BYTES * chunks;
    int checked = shards.indexChecked() ? Integer.BYTES : 0;
    if (bytes + checked > shard.length) {
      throw new IllegalArgumentException("the shard is shorter than its index");
    }
    int at = shards.indexFirst() ? 0 : (int) (shard.length - bytes - checked);
    ByteBuffer index =
        ByteBuffer.wrap(shard, at, (int) bytes + checked).slice().order(ByteOrder.LITTLE_ENDIAN);
    CRC32C crc = new CRC32C();
    crc.update(shard, at, (int) bytes);
    if (checked > 0 && index.getInt((int) bytes) != (int) crc.getValue()) {
      throw new IllegalArgumentException("the checksum of the shard's index is wrong");
    }
    return index;
  }
}
