package dev.magpie.cli.simulate;

import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.dram.DramEnergy;

/**
 * Joules that a simulation took, of what compression changes.
 *
 * @param activate of the DRAM's rows
 * @param column between rows and interface
 * @param io between the chips
 * @param metadataCache of its look-ups and fills
 * @param dramSource where the DRAM's figures are from
 */
record Energy(double activate, double column, double io, double metadataCache, String dramSource) {
  /** A read and a write of 16 KB at 32 nm, by CACTI 6.5 (MAG-aware BDI, section V-B). */
  private static final double METADATA_READ_JOULES = 0.0014e-9;

  private static final double METADATA_WRITE_JOULES = 0.00097e-9;
  static final String METADATA_SOURCE = "MAG-aware BDI, section V-B: CACTI 6.5, 16 KB at 32 nm";

  static Energy of(SimulationResult result) {
    DramEnergy dram = result.config().dram().energy();
    ChannelCounters counters = result.dram();
    long bytes = result.bytes(counters);
    return new Energy(
        dram.activateJoules(counters.activates),
        dram.columnJoules(bytes),
        dram.ioJoules(bytes),
        result.memory().metadataAccesses * METADATA_READ_JOULES
            + result.memory().metadataMisses * METADATA_WRITE_JOULES,
        dram.source());
  }

  double total() {
    return activate + column + io + metadataCache;
  }
}
