package dev.magpie.cli.simulate;

import dev.magpie.gpu.config.EnergyConfig;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.dram.DramEnergy;
import dev.magpie.gpu.memory.MemoryCounters;
import java.util.Optional;

/**
 * Joules that a simulation took, of what compression changes.
 *
 * @param activate of the DRAM's rows
 * @param column between rows and interface
 * @param io between the chips
 * @param metadataCache of its look-ups and fills
 * @param codec of compressors and decompressors; NaN if nobody says what they take
 * @param dramSource where the DRAM's figures are from
 * @param metadataCacheSource where the metadata cache's are from
 * @param codecSource where the codec's are from, or how to give some
 */
record Energy(
    double activate,
    double column,
    double io,
    double metadataCache,
    double codec,
    String dramSource,
    String metadataCacheSource,
    String codecSource) {

  static Energy of(SimulationResult result) {
    DramEnergy dram = result.config().dram().energy();
    EnergyConfig figures = result.config().energy();
    ChannelCounters counters = result.dram();
    MemoryCounters memory = result.memory();
    long bytes = result.bytes(counters);
    String family = result.compression().codec().family().name();
    Optional<EnergyConfig.Codec> codec = figures.codec(family);
    return new Energy(
        dram.activateJoules(counters.activates),
        dram.columnJoules(bytes),
        dram.ioJoules(bytes),
        figures.metadataCache().joules(memory.metadataAccesses, memory.metadataMisses),
        codec
            .map(each -> each.joules(memory.compressedBlocks, memory.decompressedBlocks))
            .orElse(Double.NaN),
        dram.source(),
        figures.metadataCache().source(),
        codec
            .map(EnergyConfig.Codec::source)
            .orElse(
                "no figure, and not in the total; [energy.codec.%s] of a GPU's file gives one"
                    .formatted(family)));
  }

  /** All that is known. */
  double total() {
    return activate + column + io + metadataCache + (Double.isNaN(codec) ? 0 : codec);
  }
}
