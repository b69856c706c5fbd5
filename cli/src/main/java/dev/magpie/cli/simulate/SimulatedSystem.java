package dev.magpie.cli.simulate;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.memory.Compression;

/**
 * What a program is timed on.
 *
 * @param codec as it was asked for
 * @param coding what memory controllers do with it
 */
public record SimulatedSystem(GpuConfig gpu, CodecSpec codec, Compression coding) {
  /** Whether programs compute something else on it. */
  public boolean isLossy() {
    return codec.family().isLossy();
  }

  String layout() {
    return coding.otherLayout().orElse("");
  }
}
