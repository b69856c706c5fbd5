package dev.magpie.gpu.memory;

import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.dram.ChannelCounters;

/**
 * Everything beyond the L1s: the crossbar, the slices of the L2, the memory controllers and the
 * DRAM channels. Single-threaded; the same requests at the same cycles have the same answers.
 */
public final class GpuMemory implements MemorySystem {
  private final EventQueue events = new EventQueue();
  private final Requests requests = new Requests();
  private final LineTransfers transfers = new LineTransfers();
  private final MemoryCounters counters = new MemoryCounters();
  private final Placement placement;
  private final Listener listener;
  private final Crossbar crossbar;
  private final Slice[] slices;
  private final ChannelPort[] channels;

  /** Requests that each multiprocessor has in its port's queue, or will have at their cycle. */
  private final int[] inPort;

  private final boolean[] refused;
  private final int portQueue;

  /**
   * @param listener is told what happens
   */
  public GpuMemory(GpuConfig config, Listener listener) {
    this.listener = listener;
    placement = new Placement(config);
    inPort = new int[config.multiprocessors()];
    refused = new boolean[config.multiprocessors()];
    portQueue = config.crossbar().queue();
    channels = new ChannelPort[config.controller().channels()];
    ClockRatio clocks = new ClockRatio(config.clockMegahertz(), config.dram().clockMegahertz());
    for (int i = 0; i < channels.length; i++) {
      channels[i] = new ChannelPort(i, config.dram(), events, transfers, clocks);
    }
    slices = new Slice[config.l2().slices()];
    crossbar = new Crossbar(config, events, requests, this::requestLeft, this::answerLeft);
    LineStore store = new RawStore(config, placement, transfers, channels);
    boolean wholeLines = config.l2().fill() == Fill.LINE;
    for (int i = 0; i < slices.length; i++) {
      slices[i] =
          new Slice(
              i, config.l2(), wholeLines, events, requests, crossbar, store, listener, counters);
    }
  }

  /** What it has done so far. */
  public MemoryCounters counters() {
    return counters;
  }

  /** What a channel has done so far, as of the last {@link #advanceTo}. */
  public ChannelCounters channel(int channel) {
    return channels[channel].counters();
  }

  /**
   * Says that the host has written to a range of addresses, while no kernel runs: slices forget
   * lines of it.
   */
  @Override
  public void hostWrote(long address, long bytes) {
    for (Slice slice : slices) {
      slice.drop(address, address + bytes);
    }
  }

  @Override
  public boolean offer(
      long cycle,
      int multiprocessor,
      MemoryRequest request,
      long line,
      int sectors,
      int fullSectors,
      int lanes,
      int tag) {
    if (inPort[multiprocessor] == portQueue) {
      refused[multiprocessor] = true;
      counters.refusals++;
      return false;
    }
    inPort[multiprocessor]++;
    switch (request) {
      case READ -> counters.reads++;
      case WRITE -> counters.writes++;
      case ATOMIC, REDUCTION -> counters.atomics++;
    }
    int number = requests.take();
    requests.multiprocessor[number] = multiprocessor;
    requests.tag[number] = tag;
    requests.kind[number] = request;
    requests.line[number] = line;
    requests.slice[number] = placement.slice(line);
    requests.lineInSlice[number] = placement.lineInSlice(line);
    requests.sectors[number] = (byte) sectors;
    requests.full[number] = (byte) fullSectors;
    requests.lanes[number] = lanes;
    requests.offered[number] = cycle;
    if (cycle == events.now() && events.nextCycle() > cycle) {
      crossbar.request(cycle, number);
    } else {
      events.schedule(cycle, Event.OFFER, number);
    }
    return true;
  }

  @Override
  public long nextEvent() {
    return events.nextCycle();
  }

  @Override
  public void advanceTo(long cycle) {
    for (long next = events.nextCycle(); next <= cycle; next = events.nextCycle()) {
      events.moveTo(next);
      for (long event = events.take(); event >= 0; event = events.take()) {
        happens(next, (int) (event >>> 32), (int) event);
      }
    }
    if (cycle > events.now()) {
      events.moveTo(cycle);
    }
  }

  private void happens(long cycle, int kind, int number) {
    switch (kind) {
      case Event.OFFER -> crossbar.request(cycle, number);
      case Event.PORT_FREE -> crossbar.requests().inputFree(cycle, number);
      case Event.AT_SLICE -> slices[requests.slice[number]].accept(cycle, number);
      case Event.SLICE_FREE -> slices[number].wake(cycle);
      case Event.ANSWER -> slices[requests.slice[number]].answer(cycle, number);
      case Event.WRITTEN -> written(cycle, number);
      case Event.ANSWER_PORT_FREE -> crossbar.answers().inputFree(cycle, number);
      case Event.ANSWERED -> answered(cycle, number);
      case Event.LOOK_AT_CHANNEL -> {
        channels[number].look(cycle);
        retry(cycle, number);
      }
      case Event.TRANSFERRED -> {
        int slice = transfers.slice[number];
        int slot = transfers.slot[number];
        int sectors = transfers.sectors[number];
        transfers.free(number);
        slices[slice].fill(cycle, slot, sectors);
      }
      default -> throw new IllegalStateException("no event has the kind " + kind);
    }
  }

  /** The slices of a channel may have room now. */
  private void retry(long cycle, int channel) {
    for (int slice = channel; slice < slices.length; slice += channels.length) {
      slices[slice].retry(cycle);
    }
  }

  private void requestLeft(int multiprocessor, long cycle) {
    inPort[multiprocessor]--;
    if (refused[multiprocessor]) {
      refused[multiprocessor] = false;
      listener.hasRoom(multiprocessor, cycle);
    }
  }

  private void answerLeft(int slice, long cycle) {
    slices[slice].answerLeft(cycle);
  }

  private void written(long cycle, int request) {
    int multiprocessor = requests.multiprocessor[request];
    int tag = requests.tag[request];
    requests.free(request);
    listener.written(multiprocessor, tag, cycle);
  }

  private void answered(long cycle, int request) {
    int multiprocessor = requests.multiprocessor[request];
    int tag = requests.tag[request];
    counters.answers++;
    counters.answerCycles += cycle - requests.offered[request];
    requests.free(request);
    crossbar.answers().release(cycle, multiprocessor);
    listener.answered(multiprocessor, tag, cycle);
  }
}
