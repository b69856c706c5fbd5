package dev.magpie.lab.hardware;

import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.CodecOperations;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.cache.StencilConfiguration;
import dev.magpie.depth.event.TileShape;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.dram.DramEnergy;

/**
 * Joules that a back-end took of what codecs and caches change. Activates of DRAM rows are left
 * out, which hang on other traffic.
 *
 * @param memory of lines between rows and interface and between the chips
 * @param headers of tile headers on the same way; 0 if they are not counted
 * @param cache of lines that the comparison takes and changes, and of lines that come from memory
 *     and go there
 * @param codec of additions, comparisons and shifts
 * @param total of all
 */
public record DepthEnergy(double memory, double headers, double cache, double codec, double total) {
  /** Of the paper's time. */
  public static final GpuConfig GPU = GpuConfigs.named("gtx580").orElseThrow();

  /**
   * What a back-end has done.
   *
   * @param gpu whose memory and operations they are
   */
  public static DepthEnergy of(
      DepthTraffic traffic, TileShape tile, CacheShape shape, GpuConfig gpu) {
    return of(traffic, CodecOperations.of(traffic, tile), tile, shape.bytes(), gpu);
  }

  /** The same of the stencil values beside depths. */
  public static DepthEnergy ofStencil(
      DepthTraffic traffic, TileShape tile, StencilConfiguration configuration, GpuConfig gpu) {
    double operations = CodecOperations.ofStencil(traffic);
    return of(traffic, operations, tile, configuration.cacheBytes(), gpu);
  }

  private static DepthEnergy of(
      DepthTraffic traffic, double operations, TileShape tile, int cacheBytes, GpuConfig gpu) {
    double memory = memory(traffic.bytes(), gpu);
    double headers = memory(traffic.headerBytes(), gpu);
    double line = SramEnergy.joules(tile.lineBytes(), cacheBytes);
    double cache =
        line
            * (traffic.get(Count.LINES_FROM_CACHE)
                + traffic.get(Count.LINES_TO_CACHE)
                + (double) traffic.bytes() / tile.lineBytes());
    double codec = gpu.energy().operation().joules(operations);
    return new DepthEnergy(memory, headers, cache, codec, memory + headers + cache + codec);
  }

  /** Joules of bytes of the DRAM. */
  public static double memory(long bytes, GpuConfig gpu) {
    DramEnergy energy = gpu.dram().energy();
    return energy.columnJoules(bytes) + energy.ioJoules(bytes);
  }
}
