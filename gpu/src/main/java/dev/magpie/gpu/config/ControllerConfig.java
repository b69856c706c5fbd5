package dev.magpie.gpu.config;

import dev.magpie.memory.cache.BlockMetadataCache;

/**
 * The memory controllers.
 *
 * @param controllers how many; each has a metadata cache and a codec
 * @param channels of all of them; a multiple of the controllers
 * @param latency cycles of the core that a request spends in the controller and on the way back,
 *     beside the DRAM
 * @param metadataCache of each controller
 * @param metadata what a look-up costs
 * @param metadataLatency cycles of a hit in the cache
 * @param codecLatency what codecs take, of their own latencies: 1 for these, 0 for no time
 */
public record ControllerConfig(
    int controllers,
    int channels,
    int latency,
    BlockMetadataCache.Shape metadataCache,
    MetadataLookup metadata,
    int metadataLatency,
    double codecLatency) {}
