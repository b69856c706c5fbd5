package dev.magpie.gpu;

import dev.magpie.gpu.config.EnergyConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.dram.DramEnergy;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.gpu.memory.MemoryCounters;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.memory.unified.Residency;
import java.util.Optional;

/**
 * Joules that a simulation took, of what compression changes.
 *
 * @param activate of the DRAM's rows
 * @param column between rows and interface
 * @param io between the chips
 * @param metadataCache of its look-ups and fills
 * @param codec of compressors and decompressors; NaN if nobody says what they take
 * @param link of packets to buddy memory or memory of the host and back, headers too, and of pages
 * @param buddyMemory of what they move there, as in this DRAM and with its share of activates
 * @param total of all that is known
 * @param dramSource where the DRAM's figures are from
 * @param metadataCacheSource where the metadata cache's are from
 * @param codecSource where the codec's are from, or how to give some
 * @param linkSource where the links' are from
 */
public record Energy(
    double activate,
    double column,
    double io,
    double metadataCache,
    double codec,
    double link,
    double buddyMemory,
    double total,
    String dramSource,
    String metadataCacheSource,
    String codecSource,
    String linkSource) {

  static Energy of(
      GpuConfig config, Compression coding, ChannelCounters counters, MemoryCounters memory) {
    DramEnergy dram = config.dram().energy();
    EnergyConfig figures = config.energy();
    long bytes = counters.accesses() * config.dram().accessBytes();
    String family = coding.codec().family().name();
    Optional<EnergyConfig.Codec> codec = figures.codec(family);
    double activate = dram.activateJoules(counters.activates);
    double column = dram.columnJoules(bytes);
    double io = dram.ioJoules(bytes);
    double metadataCache =
        figures.metadataCache().joules(memory.metadataAccesses, memory.metadataMisses);
    double ofCodec =
        codec
            .map(each -> each.joules(memory.compressedBlocks, memory.decompressedBlocks))
            .orElse(Double.NaN);
    double link = figures.link().joules(memory.linkBytesTo + memory.linkBytesFrom);
    double buddyMemory = buddyMemory(dram, counters, memory);
    double known = Double.isNaN(ofCodec) ? 0 : ofCodec;
    return new Energy(
        activate,
        column,
        io,
        metadataCache,
        ofCodec,
        link,
        buddyMemory,
        activate + column + io + metadataCache + known + link + buddyMemory,
        dram.source(),
        figures.metadataCache().source(),
        codec
            .map(EnergyConfig.Codec::source)
            .orElse(
                "no figure, and not in the total; [energy.codec.%s] of a GPU's file gives one"
                    .formatted(family)),
        figures.link().source());
  }

  private static double buddyMemory(DramEnergy dram, ChannelCounters here, MemoryCounters memory) {
    long sectors = memory.buddySectorsRead + memory.buddySectorsWritten;
    long pages = memory.migratedPages + memory.evictedPages;
    sectors += pages * (Residency.PAGE_BYTES / MemoryAccess.SECTOR_BYTES);
    long bytes = sectors * MemoryAccess.SECTOR_BYTES;
    double activates = here.accesses() == 0 ? 1 : (double) here.activates / here.accesses();
    return dram.columnJoules(bytes)
        + dram.ioJoules(bytes)
        + dram.activateJoules(Math.round(activates * sectors));
  }
}
