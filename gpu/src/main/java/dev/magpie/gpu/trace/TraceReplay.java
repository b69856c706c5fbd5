package dev.magpie.gpu.trace;

import dev.magpie.gpu.dram.AddressMap;
import dev.magpie.gpu.dram.DramChannel;
import dev.magpie.gpu.dram.DramMemory;
import java.io.IOException;
import java.util.function.LongConsumer;

/**
 * Puts a trace to a DRAM: in order, as many requests a cycle as the memory accepts and the limit
 * allows, none before its cycle.
 */
public final class TraceReplay {
  private static final int PROGRESS_PERIOD = 1 << 16;

  private TraceReplay() {}

  /**
   * Runs a trace.
   *
   * @param perCycle requests that may be offered in a cycle, all channels together
   * @param progress is told of bytes of the file as they are read
   * @return the cycle at which the last read had its data and the last write was accepted
   */
  public static long run(RequestTrace trace, DramMemory memory, int perCycle, LongConsumer progress)
      throws IOException {
    AddressMap map = memory.map();
    long cycle = 0;
    int offered = 0;
    long requests = 0;
    long told = 0;
    while (trace.next()) {
      if (trace.cycle() > cycle) {
        cycle = trace.cycle();
        offered = 0;
      } else if (offered == perCycle) {
        cycle++;
        offered = 0;
      }
      long place = map.place(trace.address());
      DramChannel channel = memory.channel(AddressMap.channel(place));
      long accepted =
          trace.isWrite()
              ? write(channel, cycle, place, requests)
              : read(channel, cycle, place, requests);
      if (accepted > cycle) {
        cycle = accepted;
        offered = 0;
      }
      offered++;
      requests++;
      if (requests % PROGRESS_PERIOD == 0) {
        progress.accept(trace.position() - told);
        told = trace.position();
      }
    }
    return Math.max(requests == 0 ? 0 : cycle + 1, memory.finishReads());
  }

  private static long read(DramChannel channel, long cycle, long place, long tag) {
    if (channel.offerRead(cycle, place, tag)) {
      return cycle;
    }
    long room = channel.awaitReadRoom();
    channel.offerRead(room, place, tag);
    return room;
  }

  private static long write(DramChannel channel, long cycle, long place, long tag) {
    if (channel.offerWrite(cycle, place, tag)) {
      return cycle;
    }
    long room = channel.awaitWriteRoom();
    channel.offerWrite(room, place, tag);
    return room;
  }
}
