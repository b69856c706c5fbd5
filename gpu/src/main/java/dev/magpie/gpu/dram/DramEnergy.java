package dev.magpie.gpu.dram;

import dev.magpie.settings.Records.Range;

/**
 * What accesses cost, beside what the memory takes at rest.
 *
 * @param activatePicojoules to open a row and close it again
 * @param columnPicojoulesPerBit to move a bit between the row and the interface
 * @param ioPicojoulesPerBit to move a bit between the chips
 * @param source where the figures are from
 */
public record DramEnergy(
    @Range(least = 0, most = 1e6) double activatePicojoules,
    @Range(least = 0, most = 1e6) double columnPicojoulesPerBit,
    @Range(least = 0, most = 1e6) double ioPicojoulesPerBit,
    String source) {

  /** Joules that activates take. */
  public double activateJoules(long activates) {
    return activates * activatePicojoules * 1e-12;
  }

  /** Joules that bytes take on their way between rows and interface. */
  public double columnJoules(long bytes) {
    return 8.0 * bytes * columnPicojoulesPerBit * 1e-12;
  }

  /** Joules that bytes take between the chips. */
  public double ioJoules(long bytes) {
    return 8.0 * bytes * ioPicojoulesPerBit * 1e-12;
  }
}
