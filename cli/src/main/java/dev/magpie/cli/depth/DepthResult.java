package dev.magpie.cli.depth;

import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.codec.PlaneEncoding;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import java.util.List;
import java.util.Locale;

/** What was drawn, and what each back-end did. */
record DepthResult(
    Scene scene, FrameShape shape, RasterOptions options, SceneStatistics drawn, List<Run> runs) {
  /** Samples of a tile, across and down. */
  String tile() {
    return shape.tile().width() + "x" + shape.tile().height();
  }

  /** Samples of a line, across and down. */
  String lines() {
    return shape.tile().lineWidth() + "x" + shape.tile().lineHeight();
  }

  String cull() {
    return switch (options.facing()) {
      case BOTH -> "none";
      case FRONT -> "back";
      case BACK -> "front";
    };
  }

  String culling() {
    return lowerCase(options.culling());
  }

  String depthTest() {
    return lowerCase(options.test());
  }

  String planeFormat() {
    return lowerCase(options.format());
  }

  private static String lowerCase(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /**
   * One back-end.
   *
   * @param rawBytes what RAW-T moves at the same cache size
   */
  record Run(Configuration configuration, DepthTraffic traffic, long rawBytes) {
    String placement() {
      return lowerCase(configuration.placement());
    }

    String codec() {
      return configuration.scheme().name();
    }

    String references() {
      return lowerCase(configuration.references()).replace('_', '-');
    }

    String planeSlots() {
      return configuration.slots() == PlaneEncoding.Slots.RECLAIMED ? "reclaimed" : "kept";
    }

    String partialWrites() {
      return lowerCase(configuration.partialWrites());
    }

    String index() {
      return lowerCase(configuration.cache().index());
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

    /** Not a number without accesses. */
    double hitRate() {
      return (double) count(Count.HITS) / (count(Count.HITS) + count(Count.MISSES));
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
