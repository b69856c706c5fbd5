package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.ALL_SECTORS;
import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;
import static dev.magpie.gpu.stream.MemoryAccess.SECTOR_BYTES;

import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.GpuConfig;
import org.jspecify.annotations.Nullable;

/**
 * A memory controller: turns fetches and write-backs of lines into transfers with its channels, for
 * lines that are coded as {@link CodedLines} says, and for the others as they are.
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
  private final WaitingLists metadataLines = new WaitingLists();

  /** The first of its channels, and their number. */
  private final int firstChannel;

  private final int ownChannels;
  private @Nullable CodedLines lines;

  MemoryController(
      int number,
      GpuConfig config,
      EventQueue events,
      Placement placement,
      LineTransfers transfers,
      ChannelPort[] channels,
      MemoryCounters counters) {
    this.events = events;
    this.placement = placement;
    this.transfers = transfers;
    this.channels = channels;
    this.counters = counters;
    accessBytes = config.dram().accessBytes();
    wholeLines = config.l2().fill() == Fill.LINE;
    latency = config.l2().latency() + config.controller().latency();
    metadataLatency = config.controller().metadataLatency();
    ownChannels = config.controller().channels() / config.controller().controllers();
    firstChannel = number * ownChannels;
  }

  /** Codes lines from now on. */
  void code(CodedLines with) {
    lines = with;
  }

  void fetch(long cycle, int slice, int slot, long line, int sectors) {
    int transfer = transfer(LineTransfers.FILL, slice, line);
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

  /** Reads a block of coded lines, once its metadata are there. */
  private void read(long cycle, int transfer, int slice, long line, CodedLines from) {
    long block = placement.blockInController(slice, line);
    transfers.block[transfer] = block;
    transfers.offers[transfer] = accessesOf(from.read(block));
    transfers.delay[transfer] += metadataLatency + from.decompressionCycles(block);
    moveMetadata(cycle, from);
    await(cycle, transfer, from);
  }

  void writeBack(long cycle, int slice, long line, int dirty, int valid) {
    int transfer = transfer(LineTransfers.WRITE, slice, line);
    if (lines == null || !lines.holds(line)) {
      transfers.offers[transfer] = accesses(wholeLines ? valid : dirty);
      channels[transfers.channel[transfer]].add(cycle, transfer);
      return;
    }
    CodedLines to = lines;
    int merge = LineTransfers.NONE;
    if (valid != ALL_SECTORS) {
      counters.mergingReads++;
      merge = transfer(LineTransfers.MERGE, slice, line);
      transfers.then[merge] = transfer;
      read(cycle, merge, slice, line, to);
    }
    long block = placement.blockInController(slice, line);
    transfers.offers[transfer] = accessesOf(to.write(block, line));
    moveMetadata(cycle, to);
    transfers.delay[transfer] = metadataLatency + to.compressionCycles(block);
    if (merge == LineTransfers.NONE) {
      events.schedule(cycle + transfers.delay[transfer], Event.AT_CHANNEL, transfer);
    }
  }

  private int transfer(byte purpose, int slice, long line) {
    int transfer = transfers.take();
    transfers.purpose[transfer] = purpose;
    transfers.slice[transfer] = slice;
    transfers.channel[transfer] = placement.channel(slice);
    transfers.address[transfer] = placement.inChannel(slice, line);
    return transfer;
  }

  /** Lets a transfer begin when the lines that hold its metadata are there. */
  private void await(long cycle, int transfer, CodedLines of) {
    long first = of.metadata().firstLine(transfers.block[transfer]);
    long last = of.metadata().lastLine(transfers.block[transfer]);
    if (metadataLines.contains(first)) {
      metadataLines.await(first, transfer, transfers);
    } else if (last != first && metadataLines.contains(last)) {
      metadataLines.await(last, transfer, transfers);
    } else {
      channels[transfers.channel[transfer]].add(cycle, transfer);
    }
  }

  /** Moves the lines that the last look-up of metadata replaced and missed. */
  private void moveMetadata(long cycle, CodedLines of) {
    for (int i = 0; i < of.metadata().writebacks(); i++) {
      int transfer = metadataTransfer(LineTransfers.WRITE, of.metadata().writtenBack(i), of);
      channels[transfers.channel[transfer]].add(cycle, transfer);
    }
    for (int i = 0; i < of.metadata().fetches(); i++) {
      long line = of.metadata().fetched(i);
      metadataLines.add(line);
      int transfer = metadataTransfer(LineTransfers.METADATA, line, of);
      channels[transfers.channel[transfer]].add(cycle, transfer);
    }
  }

  /** The table stands at the end of the channels, its lines dealt to them. */
  private int metadataTransfer(byte purpose, long line, CodedLines of) {
    int transfer = transfers.take();
    transfers.purpose[transfer] = purpose;
    transfers.block[transfer] = line;
    transfers.channel[transfer] = firstChannel + (int) (line % ownChannels);
    int lineBytes = of.metadata().lineBytes();
    transfers.address[transfer] = of.tableAddress() + line / ownChannels * lineBytes;
    transfers.offers[transfer] = ones(Math.ceilDiv(lineBytes, accessBytes));
    return transfer;
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
    CodedLines of = lines;
    if (of == null) {
      throw new IllegalStateException("metadata without coded lines");
    }
    int waiter = metadataLines.arrived(transfers.block[transfer]);
    transfers.free(transfer);
    while (waiter != WaitingLists.NONE) {
      int following = transfers.next[waiter];
      await(cycle, waiter, of);
      waiter = following;
    }
  }

  /** The accesses that bursts from a line's beginning take. */
  private long accessesOf(int bursts) {
    CodedLines of = lines;
    int bytes = of == null ? LINE_BYTES : bursts * of.magBytes();
    return ones(Math.ceilDiv(bytes, accessBytes));
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
