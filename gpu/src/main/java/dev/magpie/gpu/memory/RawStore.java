package dev.magpie.gpu.memory;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.stream.MemoryAccess;

/** A memory controller that keeps lines as they are. */
final class RawStore implements LineStore {
  private final Placement placement;
  private final LineTransfers transfers;
  private final ChannelPort[] channels;
  private final int latency;
  private final int most;
  private final int accessBytes;

  RawStore(GpuConfig config, Placement placement, LineTransfers transfers, ChannelPort[] channels) {
    this.placement = placement;
    this.transfers = transfers;
    this.channels = channels;
    latency = config.l2().latency() + config.controller().latency();
    most = config.l2().missQueue() * (config.l2().slices() / channels.length);
    accessBytes = config.dram().accessBytes();
  }

  @Override
  public boolean hasRoom(int slice) {
    return channels[placement.channel(slice)].waiting() < most;
  }

  @Override
  public void fetch(long cycle, int slice, int slot, long line, int sectors) {
    int transfer = transfer(slice, line, sectors);
    transfers.writes[transfer] = false;
    transfers.slot[transfer] = slot;
    transfers.delay[transfer] = latency;
    channels[transfers.channel[transfer]].add(cycle, transfer);
  }

  @Override
  public void writeBack(long cycle, int slice, long line, int dirty, int valid) {
    int transfer = transfer(slice, line, dirty);
    transfers.writes[transfer] = true;
    channels[transfers.channel[transfer]].add(cycle, transfer);
  }

  private int transfer(int slice, long line, int sectors) {
    int transfer = transfers.take();
    transfers.channel[transfer] = placement.channel(slice);
    transfers.address[transfer] = placement.inChannel(slice, line);
    transfers.slice[transfer] = slice;
    transfers.sectors[transfer] = sectors;
    transfers.offers[transfer] = accesses(sectors);
    return transfer;
  }

  /** The accesses that cover sectors, a bit each. */
  private long accesses(int sectors) {
    if (accessBytes == MemoryAccess.SECTOR_BYTES) {
      return sectors;
    }
    long accesses = 0;
    for (int at = 0; at < MemoryAccess.LINE_BYTES; at += Math.min(accessBytes, 8)) {
      if (((sectors >> (at / MemoryAccess.SECTOR_BYTES)) & 1) != 0) {
        accesses |= 1L << (at / accessBytes);
      }
    }
    return accesses;
  }
}
