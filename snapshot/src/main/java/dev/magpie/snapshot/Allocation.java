package dev.magpie.snapshot;

import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;

/**
 * A named array of a snapshot.
 *
 * @param source the file as the user gave it, or as found in a directory given; of a file in a file
 *     the way through both, of a Zarr array its folder
 * @param key what the allocation is called within its snapshot, and so across a series of them
 * @param type of its elements, as reports print it: a {@link Dtype}, or what has none, such as the
 *     {@code f8_e4m3} of a safetensors file and the blocks {@code q4_k} of a GGUF file
 * @param shape the sizes of the dimensions in such elements; empty for a single one
 * @param tensor its memory, which lives as long as the snapshot is open, with type and shape; of
 *     bytes where the elements have no {@link Dtype}
 */
public record Allocation(Path source, Key key, String type, List<Long> shape, Tensor tensor) {
  public Allocation {
    shape = List.copyOf(shape);
  }

  /**
   * The identity of an allocation in a snapshot.
   *
   * @param path the file, from the snapshot's directory on, with {@code /} between the names
   * @param name the array in the file: an {@code .npz} entry without {@code .npy}, a safetensors
   *     tensor, the full name of an HDF5 dataset; for {@code .npy} and raw files the file's own
   *     name without extension
   */
  public record Key(String path, String name) {}

  /** The array's name in its file. */
  public String name() {
    return key.name();
  }

  /** What its memory is read as. */
  public Dtype dtype() {
    return tensor.dtype();
  }

  /** The order of the bytes of each element. */
  public ByteOrder order() {
    return tensor.order();
  }

  /**
   * The array's bytes as they stand in the file: byte order and dimension order included. Those of
   * a file elsewhere are fetched first, into the temporary directory; {@link #contents} has them by
   * ranges.
   *
   * @throws UncheckedIOException if they cannot be
   */
  public MemorySegment memory() {
    return tensor.memory();
  }

  /** The same bytes, which may be elsewhere. */
  public Contents contents() {
    return tensor.contents();
  }

  public long bytes() {
    return tensor.contents().byteSize();
  }
}
