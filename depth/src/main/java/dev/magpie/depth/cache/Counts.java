package dev.magpie.depth.cache;

/** The counts of {@link DepthTraffic} as they grow. */
final class Counts {
  long events;
  long bytesRead;
  long bytesWritten;
  long hits;
  long misses;
  long linesFromCache;
  long linesToCache;
  long compressions;
  long overwriteCompressions;
  long refinements;
  long decompressions;
  long depthOffsetTiles;
  long oneReferenceTiles;
  long comparisons;
  long peeks;
  long successfulPeeks;
  long headerBytesRead;
  long headerBytesWritten;

  /** The value of one of them. */
  long get(DepthTraffic.Count count) {
    return switch (count) {
      case EVENTS -> events;
      case BYTES_READ -> bytesRead;
      case BYTES_WRITTEN -> bytesWritten;
      case HITS -> hits;
      case MISSES -> misses;
      case LINES_FROM_CACHE -> linesFromCache;
      case LINES_TO_CACHE -> linesToCache;
      case COMPRESSIONS -> compressions;
      case OVERWRITE_COMPRESSIONS -> overwriteCompressions;
      case REFINEMENTS -> refinements;
      case DECOMPRESSIONS -> decompressions;
      case DEPTH_OFFSET_TILES -> depthOffsetTiles;
      case ONE_REFERENCE_TILES -> oneReferenceTiles;
      case COMPARISONS -> comparisons;
      case PEEKS -> peeks;
      case SUCCESSFUL_PEEKS -> successfulPeeks;
      case HEADER_BYTES_READ -> headerBytesRead;
      case HEADER_BYTES_WRITTEN -> headerBytesWritten;
    };
  }
}
