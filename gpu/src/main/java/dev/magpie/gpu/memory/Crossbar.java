package dev.magpie.gpu.memory;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.stream.MemoryAccess;

/** Both directions of the crossbar, and how many flits requests and their answers take. */
final class Crossbar {
  private final Requests requests;
  private final CrossbarDirection toSlices;
  private final CrossbarDirection answers;

  /** By sectors that a packet carries. */
  private final int[] flits = new int[MemoryAccess.SECTORS + 1];

  Crossbar(
      GpuConfig config,
      EventQueue events,
      Requests requests,
      CrossbarDirection.InputListener requestLeft,
      CrossbarDirection.InputListener answerLeft) {
    this.requests = requests;
    int ports = config.multiprocessors();
    int slices = config.l2().slices();
    int latency = config.crossbar().latency();
    int queue = config.crossbar().queue();
    toSlices =
        new CrossbarDirection(
            events,
            ports,
            slices,
            latency,
            queue,
            config.l2().queue(),
            Event.PORT_FREE,
            Event.AT_SLICE,
            requestLeft);
    answers =
        new CrossbarDirection(
            events,
            slices,
            ports,
            latency,
            queue,
            queue,
            Event.ANSWER_PORT_FREE,
            Event.ANSWERED,
            answerLeft);
    for (int sectors = 0; sectors < flits.length; sectors++) {
      flits[sectors] = config.crossbar().flits(sectors * MemoryAccess.SECTOR_BYTES);
    }
  }

  CrossbarDirection requests() {
    return toSlices;
  }

  CrossbarDirection answers() {
    return answers;
  }

  /** Puts a request into its multiprocessor's queue, which has room. */
  void request(long cycle, int request) {
    int carried =
        requests.kind[request] == MemoryRequest.READ
            ? 0
            : Integer.bitCount(requests.sectors[request]);
    toSlices.send(
        cycle, requests.multiprocessor[request], requests.slice[request], request, flits[carried]);
  }

  /** A slice has taken a request from its queue. */
  void leaveSlice(long cycle, int slice) {
    toSlices.release(cycle, slice);
  }

  /** Puts an answer into its slice's queue, which has room. */
  void answer(long cycle, int request) {
    answers.send(
        cycle,
        requests.slice[request],
        requests.multiprocessor[request],
        request,
        flits[Integer.bitCount(requests.sectors[request])]);
  }
}
