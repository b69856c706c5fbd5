package dev.magpie.gpu.config;

import dev.magpie.settings.Records.Range;

/**
 * The crossbar between multiprocessors and slices of the L2: one network for requests, one for
 * answers. Each input and each output moves one flit a cycle; a packet is a header and its data.
 *
 * @param latency cycles from input to output, without contention
 * @param flitBytes that a port moves a cycle
 * @param headerBytes of a packet, beside its data
 * @param queue packets that can wait at a port
 */
public record CrossbarConfig(
    @Range(least = 1, most = 100_000) int latency,
    @Range(least = 1, most = 4096) int flitBytes,
    @Range(least = 0, most = 4096) int headerBytes,
    @Range(least = 1, most = 1 << 16) int queue) {

  /** What a packet with so many bytes of data takes. */
  public int flits(int dataBytes) {
    return Math.max(1, Math.ceilDiv(headerBytes + dataBytes, flitBytes));
  }
}
