package dev.magpie.snapshot;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the metadata of a Zarr array say, its dimensions in the order of the memory of its chunks.
 *
 * @param shape of the array
 * @param chunk dimensions of what is a file
 * @param order which dimension of the array each of these is
 * @param element its type; of one that is none of ours, its bytes
 * @param type what the metadata call a type that is none of ours
 * @param fill an element that stands where there is no chunk; empty for zeros
 * @param keys how chunks are called
 * @param codecs to undo, the first first
 * @param shards if each file has smaller chunks
 */
record ZarrArray(
    List<Long> shape,
    List<Integer> chunk,
    List<Integer> order,
    ElementType element,
    Optional<String> type,
    MemorySegment fill,
    Keys keys,
    List<ChunkCodec> codecs,
    Optional<Shards> shards) {
  /** Files are called by the places of their chunks. */
  record Keys(String prefix, String separator) {
    String of(long[] place) {
      String places =
          IntStream.range(0, place.length)
              .mapToObj(d -> Long.toString(place[d]))
              .collect(Collectors.joining(separator));
      if (prefix.isEmpty()) {
        return places.isEmpty() ? "0" : places;
      }
      return places.isEmpty() ? prefix : prefix + separator + places;
    }
  }

  /**
   * Chunks in a file, and an index of where each is.
   *
   * @param chunk their dimensions, which divide those of the file's
   * @param codecs of each, to undo, the first first
   * @param indexFirst whether the index stands before them
   * @param indexChecked whether a CRC-32C follows it
   */
  record Shards(
      List<Integer> chunk, List<ChunkCodec> codecs, boolean indexFirst, boolean indexChecked) {}

  /** The name of the file that has a chunk, or a shard. */
  String key(long[] place) {
    long[] ofArray = new long[place.length];
    for (int d = 0; d < place.length; d++) {
      ofArray[order.get(d)] = place[d];
    }
    return keys.of(ofArray);
  }
}
