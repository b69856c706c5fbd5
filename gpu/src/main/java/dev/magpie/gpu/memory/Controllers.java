package dev.magpie.gpu.memory;

import dev.magpie.gpu.config.GpuConfig;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All memory controllers with their channels: what is behind the slices. */
final class Controllers implements LineStore {
  private final LinePlacement placement;
  private final ChannelPort[] channels;
  private final MemoryController[] controllers;

  /** By slice. */
  private final MemoryController[] controllerOf;

  private final ChannelPort[] channelOf;

  /** Transactions that may wait for a channel. */
  private final int most;

  Controllers(
      GpuConfig config,
      EventQueue events,
      LinePlacement placement,
      Transactions transactions,
      @Nullable BuddyLink link,
      @Nullable CompressedLines lines,
      MemoryCounters counters) {
    this.placement = placement;
    channels = new ChannelPort[config.controller().channels()];
    ClockRatio clocks = new ClockRatio(config.clockMegahertz(), config.dram().clockMegahertz());
    for (int i = 0; i < channels.length; i++) {
      channels[i] = new ChannelPort(i, config.dram(), events, transactions, clocks);
    }
    controllers = new MemoryController[config.controller().controllers()];
    for (int i = 0; i < controllers.length; i++) {
      controllers[i] =
          new MemoryController(
              i, config, events, placement, transactions, channels, link, lines, counters);
    }
    int slices = config.l2().slices();
    controllerOf = new MemoryController[slices];
    channelOf = new ChannelPort[slices];
    for (int slice = 0; slice < slices; slice++) {
      int channel = placement.channel(slice);
      channelOf[slice] = channels[channel];
      controllerOf[slice] = controllers[placement.controller(channel)];
    }
    most = config.l2().missQueue() * (slices / channels.length);
  }

  ChannelPort channel(int number) {
    return channels[number];
  }

  int channels() {
    return channels.length;
  }

  @Override
  public boolean hasRoom(int slice) {
    return channelOf[slice].hasRoom(most);
  }

  @Override
  public boolean movesWhole(long line) {
    return controllers[0].compresses(line);
  }

  /** A write of a compressed line is ready to go. */
  void write(long cycle, Transaction transaction) {
    controllerOf[transaction.slice].write(cycle, transaction);
  }

  /** The link has room for a write that waited. */
  void linkHasRoom(long cycle, Transaction write) {
    controllerOf[write.slice].linkHasRoom(cycle, write);
  }

  @Override
  public void fetch(long cycle, int slice, int slot, long line, int sectors, int multiprocessor) {
    controllerOf[slice].fetch(cycle, slice, slot, line, sectors, multiprocessor);
  }

  @Override
  public void writeBack(
      long cycle, int slice, long line, int dirty, int valid, int multiprocessor) {
    controllerOf[slice].writeBack(cycle, slice, line, dirty, valid, multiprocessor);
  }

  /** A transaction that no slice waits for has its data. */
  void complete(long cycle, Transaction transaction) {
    controllers[placement.controller(transaction.channel)].complete(cycle, transaction);
  }

  /** What waits for metadata, a line each. */
  List<String> waiting() {
    return Arrays.stream(controllers).flatMap(each -> each.waiting().stream()).distinct().toList();
  }
}
