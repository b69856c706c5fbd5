package dev.magpie.cli.depth;

import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import java.util.List;
import java.util.Locale;

/** What was drawn, and what each back-end did. */
record DepthResult(
    Scene scene, FrameShape shape, RasterOptions options, SceneStatistics drawn, List<Run> runs) {
  /**
   * One back-end.
   *
   * @param rawBytes what RAW-T moves at the same cache size
   */
  record Run(Configuration configuration, DepthTraffic traffic, long rawBytes) {
    String placement() {
      return configuration.placement().name().toLowerCase(Locale.ROOT);
    }

    String codec() {
      return configuration.cascade().name();
    }

    String references() {
      return configuration.references().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    int cacheBytes() {
      return configuration.cache().bytes();
    }

    long count(Count count) {
      return traffic.get(count);
    }

    /** Not a number where RAW-T moves nothing. */
    double relativeToRaw() {
      return (double) traffic.bytes() / rawBytes;
    }

    /** The end of the name of this run's image. */
    String fileName() {
      String opportunistic =
          configuration.references() == Configuration.References.BRUTE_FORCE
              ? ""
              : "-" + references();
      return "%s-%s%s-%d".formatted(placement(), codec(), opportunistic, cacheBytes());
    }
  }
}
