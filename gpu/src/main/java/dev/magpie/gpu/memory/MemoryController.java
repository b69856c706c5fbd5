package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.ALL_SECTORS;
import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;
import static dev.magpie.gpu.stream.MemoryAccess.SECTOR_BYTES;

import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.GpuConfig;
import org.jspecify.annotations.Nullable;

/**
 * A memory controller: turns fetches and write-backs of lines into transfers with its channels, for
 * lines that are held as {@link HeldLines} say, and for the others as they are.
 */
final class MemoryController {
  private final EventQueue events;
  private final Placement placement;
  private final LineTransfers transfers;
  private final ChannelPort[] channels;
  private final MemoryCounters counters;
  private final int accessBytes;

  /** Whether lines that are not coded go back whole, as they came. */
  private final boolean wholeLines;

  /** Cycles of the way back, beside the DRAM. */
  private final int latency;

  private final int metadataLatency;

  /** Metadata that are on their way, with what waits for them. */
  private WaitingLists metadata = new WaitingLists();

  private final @Nullable BuddyLink link;
  private @Nullable HeldLines lines;

  MemoryController(
      GpuConfig config,
      EventQueue events,
      Placement placement,
      LineTransfers transfers,
      ChannelPort[] channels,
      @Nullable BuddyLink link,
      MemoryCounters counters) {
    this.events = events;
    this.placement = placement;
    this.transfers = transfers;
    this.channels = channels;
    this.link = link;
    this.counters = counters;
    accessBytes = config.dram().accessBytes();
    wholeLines = config.l2().fill() == Fill.LINE;
    latency = config.l2().latency() + config.controller().latency();
    metadataLatency = config.controller().metadataLatency();
  }

  /** Holds lines from now on. */
  void hold(HeldLines other) {
    lines = other;
    metadata = other.awaitedMetadata();
  }

  /** Whether a line is held in another form. */
  boolean holds(long line) {
    return lines != null && lines.holds(line);
  }

  void fetch(long cycle, int slice, int slot, long line, int sectors, int multiprocessor) {
    int transfer = transfer(LineTransfers.FILL, slice, line, multiprocessor);
    transfers.slot[transfer] = slot;
    transfers.sectors[transfer] = sectors;
    if (lines == null || !lines.holds(line)) {
      transfers.offers[transfer] = accesses(sectors);
      transfers.delay[transfer] = latency;
      channels[transfers.channel[transfer]].add(cycle, transfer);
      return;
    }
    transfers.sectors[transfer] = ALL_SECTORS;
    transfers.delay[transfer] = latency;
    read(cycle, transfer, slice, line, lines);
  }

  /** Reads a held line, once its metadata are there. */
  private void read(long cycle, int transfer, int slice, long line, HeldLines from) {
    LineMove move = from.read(slice, line);
    take(transfer, move);
    moveMetadata(cycle, move, from);
    await(cycle, transfer);
  }

  private void take(int transfer, LineMove move) {
    transfers.address[transfer] = move.address;
    transfers.offers[transfer] = move.accesses;
    transfers.buddySectors[transfer] = move.buddySectors;
    transfers.assist[transfer] = move.assistInstructions;
    transfers.delay[transfer] += metadataLatency + move.cycles;
    transfers.metadata[transfer] = move.firstMetadata;
    transfers.lastMetadata[transfer] = move.lastMetadata;
  }

  void writeBack(long cycle, int slice, long line, int dirty, int valid, int multiprocessor) {
    int transfer = transfer(LineTransfers.WRITE, slice, line, multiprocessor);
    if (lines == null || !lines.holds(line)) {
      transfers.offers[transfer] = accesses(wholeLines ? valid : dirty);
      channels[transfers.channel[transfer]].add(cycle, transfer);
      return;
    }
    HeldLines to = lines;
    int merge = LineTransfers.NONE;
    if (valid != ALL_SECTORS) {
      counters.mergingReads++;
      merge = transfer(LineTransfers.MERGE, slice, line, multiprocessor);
      transfers.then[merge] = transfer;
      read(cycle, merge, slice, line, to);
    }
    LineMove move = to.write(slice, line);
    take(transfer, move);
    moveMetadata(cycle, move, to);
    if (merge == LineTransfers.NONE && move.readsBefore) {
      merge = transfer(LineTransfers.MERGE, slice, line, multiprocessor);
      transfers.then[merge] = transfer;
      transfers.address[merge] = move.address;
      transfers.offers[merge] = move.accesses;
      channels[transfers.channel[merge]].add(cycle, merge);
    }
    if (merge == LineTransfers.NONE) {
      events.schedule(cycle + transfers.delay[transfer], Event.AT_CHANNEL, transfer);
    }
  }

  private int transfer(byte purpose, int slice, long line, int multiprocessor) {
    int transfer = transfers.take();
    transfers.purpose[transfer] = purpose;
    transfers.slice[transfer] = slice;
    transfers.multiprocessor[transfer] = multiprocessor;
    transfers.channel[transfer] = placement.channel(slice);
    transfers.address[transfer] = placement.inChannel(slice, line);
    return transfer;
  }

  /** Lets a transfer begin when its metadata are there. */
  private void await(long cycle, int transfer) {
    long first = transfers.metadata[transfer];
    long last = transfers.lastMetadata[transfer];
    if (metadata.contains(first)) {
      metadata.await(first, transfer, transfers);
    } else if (last != first && metadata.contains(last)) {
      metadata.await(last, transfer, transfers);
    } else {
      read(cycle, transfer);
    }
  }

  /** Asks for what a transfer reads: of its channel, over the link, or both. */
  private void read(long cycle, int transfer) {
    boolean hasAccesses = transfers.offers[transfer] != 0;
    if (transfers.buddySectors[transfer] > 0) {
      transfers.isHalf[transfer] = hasAccesses;
      link().read(cycle, transfer);
    }
    if (hasAccesses) {
      channels[transfers.channel[transfer]].add(cycle, transfer);
    } else if (transfers.buddySectors[transfer] == 0) {
      events.schedule(cycle + transfers.delay[transfer], Event.TRANSFERRED, transfer);
    }
  }

  /** A held line is ready to be written. */
  void write(long cycle, int transfer) {
    if (transfers.buddySectors[transfer] > 0) {
      link().write(cycle, transfers.buddySectors[transfer]);
    }
    if (transfers.offers[transfer] != 0) {
      channels[transfers.channel[transfer]].add(cycle, transfer);
    } else {
      transfers.free(transfer);
    }
  }

  private BuddyLink link() {
    BuddyLink of = link;
    if (of == null) {
      throw new IllegalStateException("there is no link to buddy memory");
    }
    return of;
  }

  /** Moves the metadata that an access's look-up replaced and missed. */
  private void moveMetadata(long cycle, LineMove move, HeldLines of) {
    for (int i = 0; i < move.writebacks(); i++) {
      moveMetadata(cycle, LineTransfers.WRITE, move.writtenBack(i), of);
    }
    for (int i = 0; i < move.fetches(); i++) {
      metadata.add(move.fetched(i));
      moveMetadata(cycle, LineTransfers.METADATA, move.fetched(i), of);
    }
  }

  private void moveMetadata(long cycle, byte purpose, long unit, HeldLines of) {
    int transfer = transfers.take();
    transfers.purpose[transfer] = purpose;
    transfers.metadata[transfer] = unit;
    transfers.channel[transfer] = of.metadataChannel(unit);
    transfers.address[transfer] = of.metadataAddress(unit);
    transfers.offers[transfer] = ones(Math.ceilDiv(of.metadataBytes(), accessBytes));
    channels[transfers.channel[transfer]].add(cycle, transfer);
  }

  /** The data of a transfer with one of the channels are here. */
  void transferred(long cycle, int transfer) {
    switch (transfers.purpose[transfer]) {
      case LineTransfers.METADATA -> metadataArrived(cycle, transfer);
      case LineTransfers.MERGE -> {
        int write = transfers.then[transfer];
        transfers.free(transfer);
        events.schedule(cycle + transfers.delay[write], Event.AT_CHANNEL, write);
      }
      default -> throw new IllegalStateException("nobody waits for transfer " + transfer);
    }
  }

  private void metadataArrived(long cycle, int transfer) {
    int waiter = metadata.arrived(transfers.metadata[transfer]);
    transfers.free(transfer);
    while (waiter != WaitingLists.NONE) {
      int following = transfers.next[waiter];
      await(cycle, waiter);
      waiter = following;
    }
  }

  private static long ones(int count) {
    return -1L >>> (Long.SIZE - count);
  }

  /** The accesses that cover sectors, a bit each. */
  private long accesses(int sectors) {
    if (accessBytes == SECTOR_BYTES) {
      return sectors;
    }
    long accesses = 0;
    for (int at = 0; at < LINE_BYTES; at += Math.min(accessBytes, SECTOR_BYTES)) {
      if (((sectors >> (at / SECTOR_BYTES)) & 1) != 0) {
        accesses |= 1L << (at / accessBytes);
      }
    }
    return accesses;
  }
}
