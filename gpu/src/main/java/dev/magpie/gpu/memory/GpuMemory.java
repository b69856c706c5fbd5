package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;
import static java.util.Objects.requireNonNull;

import dev.magpie.codec.CodecSpecException;
import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.Transaction.Purpose;
import dev.magpie.memory.layout.PinnedMemory;
import dev.magpie.ptx.HostCopy;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Everything beyond the L1s: the crossbar, the slices of the L2, the memory controllers and the
 * DRAM channels. Single-threaded; the same requests at the same cycles have the same answers.
 */
public final class GpuMemory implements MemorySystem {
  /** So many lines are looked up one by one, more in a pass over all that slices have. */
  private static final long FEW_LINES = 256;

  private final EventQueue events = new EventQueue();
  private final Requests requests = new Requests();
  private final Transactions transactions = new Transactions();
  private final MemoryCounters counters = new MemoryCounters();
  private final DeviceImage image;
  private final LinePlacement placement;
  private final Listener listener;
  private final Crossbar crossbar;
  private final L2Slice[] slices;
  private final Controllers controllers;
  private final @Nullable BuddyLink link;
  private final @Nullable CompressedLines lines;
  private final @Nullable UnifiedStore unified;

  /** What has bytes of its own: one of those, or pinned memory; null if all are the program's. */
  private final @Nullable HeldLines held;

  /** What slices see. */
  private final LineStore store;

  /** Ranges that the host has written and the compressed memory has not taken over: from, to. */
  private final WrittenRanges written = new WrittenRanges();

  private boolean settled;

  /** Requests that each multiprocessor has in its port's queue, or will have at their cycle. */
  private final int[] inPort;

  private final boolean[] refused;
  private final int portQueue;

  /**
   * @param design how it is compressed
   * @param image the device memory, as the program sees it
   * @param listener is told what happens
   * @throws CodecSpecException if the codec is not for lines of 128 bytes, or has no table
   * @throws IllegalArgumentException if its bursts are not made of the DRAM's accesses, or the GPU
   *     has no buddy memory and needs it
   */
  public GpuMemory(GpuConfig config, Compression design, DeviceImage image, Listener listener) {
    this.image = image;
    this.listener = listener;
    placement = new LinePlacement(config);
    inPort = new int[config.multiprocessors()];
    refused = new boolean[config.multiprocessors()];
    portQueue = config.crossbar().queue();
    slices = new L2Slice[config.l2().slices()];
    crossbar = new Crossbar(config, events, requests, this::requestLeft, this::answerLeft);
    link = link(config);
    lines = design.lines(config, image, placement, counters);
    controllers = new Controllers(config, events, placement, transactions, link, lines, counters);
    unified = design.isUnified() ? unified(config, design, image) : null;
    HostedLines pinned =
        design.isPinned() ? new HostedLines(new PinnedMemory(Compression.LINES, 1), image) : null;
    held = unified != null ? unified : pinned != null ? pinned : lines;
    store = unified != null ? unified : pinned != null ? pinned(config, pinned) : controllers;
    settled = held == null;
    boolean wholeLines =
        (lines != null && lines.space().movesAllWhole()) || config.l2().fill() == Fill.LINE;
    for (int i = 0; i < slices.length; i++) {
      slices[i] =
          new L2Slice(
              i, config.l2(), wholeLines, events, requests, crossbar, store, listener, counters);
    }
  }

  private @Nullable BuddyLink link(GpuConfig config) {
    return config
        .buddy()
        .map(each -> new BuddyLink(each, config.clockMegahertz(), events, counters))
        .orElse(null);
  }

  private UnifiedStore unified(GpuConfig config, Compression design, DeviceImage image) {
    return new UnifiedStore(
        design.layout(),
        config.clockMegahertz(),
        controllers,
        image,
        linkToHost(config),
        events,
        counters,
        this::leave);
  }

  private PinnedStore pinned(GpuConfig config, HostedLines pinned) {
    return new PinnedStore(config, controllers, pinned, linkToHost(config), transactions, counters);
  }

  private BuddyLink linkToHost(GpuConfig config) {
    if (link == null) {
      throw new IllegalArgumentException(
          config.name()
              + " has no links to memory of the host: no [buddy] section, as p100 has one");
    }
    return link;
  }

  @Override
  public MemoryCounters counters() {
    if (link != null) {
      counters.linkBytesTo = link.carriedBytes();
    }
    counters.requestFlits = crossbar.requests().flits();
    counters.answerFlits = crossbar.answers().flits();
    return counters;
  }

  /**
   * What a channel has done so far. It goes on by itself, and is looked at when somebody waits for
   * it: while nobody does, this may be some hundred cycles old.
   */
  public ChannelCounters channel(int channel) {
    return controllers.channel(channel).counters();
  }

  @Override
  public List<ChannelCounters> channels() {
    return IntStream.range(0, controllers.channels()).mapToObj(this::channel).toList();
  }

  /**
   * Says that the host has written to a range of addresses, while no kernel runs: slices forget
   * lines of it, and compressed memories take them over, at no simulated time.
   */
  @Override
  public void hostWrote(long address, long bytes) {
    long first = address & -LINE_BYTES;
    if (address + bytes - first <= FEW_LINES * LINE_BYTES) {
      for (long line = first; line < address + bytes; line += LINE_BYTES) {
        slices[placement.slice(line)].drop(placement.lineInSlice(line));
      }
    } else {
      for (L2Slice slice : slices) {
        slice.drop(address, address + bytes);
      }
    }
    if (held != null) {
      written.add(address, address + bytes);
      settled = false;
    }
  }

  @Override
  public long hostCopies(long cycle, HostCopy copy) {
    return link().copy(cycle, copy);
  }

  /**
   * Says that a kernel begins: what the host has allocated and written since the last is taken
   * over, at no simulated time. The first request after {@link #hostWrote} does so, too.
   */
  public void launchBegins() {
    if (held != null) {
      held.settle(written.ranges());
      written.clear();
    }
    settled = true;
  }

  @Override
  public void setLatencyTolerance(double cycles) {
    if (lines != null) {
      lines.space().setLatencyTolerance(cycles);
    }
  }

  @Override
  public void endTraining() {
    if (lines != null) {
      lines.space().endTraining();
    }
  }

  /**
   * What the compressed memory has of a line, decoded, if the slice has nothing newer.
   *
   * @return whether it does
   */
  boolean peek(long line, MemorySegment target) {
    if (held == null || slices[placement.slice(line)].isDirty(placement.lineInSlice(line))) {
      return false;
    }
    held.peek(placement.slice(line), line, target);
    return true;
  }

  @Override
  public long checkLines() {
    long checked = 0;
    for (long line = 0; held != null && line < image.bytes(); line += LINE_BYTES) {
      if (held.contains(line)) {
        held.check(placement.slice(line), line);
        checked++;
      }
    }
    return checked;
  }

  @Override
  public List<String> waiting() {
    return unified == null ? controllers.waiting() : unified.waiting();
  }

  /** Gives back what the compressed memory takes. */
  @Override
  public void close() {
    if (held != null) {
      held.close();
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
    if (!settled) {
      launchBegins();
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
      case Event.READY_TO_WRITE -> write(cycle, transactions.get(number));
      case Event.LOOK_AT_CHANNEL -> {
        controllers.channel(number).look(cycle);
        retry(cycle, number);
      }
      case Event.TRANSFERRED -> transferred(cycle, transactions.get(number));
      case Event.ASSISTED -> complete(cycle, transactions.get(number));
      case Event.OVER_LINK -> link().arrived(cycle, transactions.get(number));
      case Event.LINK_HAS_ROOM -> linkHasRoom(cycle);
      case Event.FAULTS_HANDLED -> driver().handled(cycle);
      case Event.PAGES_ARRIVED -> driver().arrived(cycle);
      default -> throw new IllegalStateException("no event has the kind " + kind);
    }
  }

  private FaultDriver driver() {
    return requireNonNull(unified, "there is no unified memory").driver();
  }

  /** A range of addresses leaves the device, with what slices have of it. */
  private void leave(long from, long to) {
    UnifiedStore memory = requireNonNull(unified, "there is no unified memory");
    for (L2Slice slice : slices) {
      slice.leave(from, to, memory::takeAlong);
    }
  }

  private BuddyLink link() {
    return requireNonNull(link, "there is no link to buddy memory");
  }

  /**
   * Leaves a codec's work on a transaction to its multiprocessor, once.
   *
   * @return whether the transaction has to wait for it
   */
  private boolean needsAssistance(long cycle, Transaction transaction) {
    int instructions = transaction.assist;
    if (instructions == 0) {
      return false;
    }
    transaction.assist = 0;
    counters.assistedBlocks++;
    return listener.assist(
        transaction.multiprocessor, transaction.number, instructions, !transaction.writes(), cycle);
  }

  @Override
  public void assisted(int ticket, long cycle) {
    boolean writes = transactions.get(ticket).writes();
    events.schedule(cycle, writes ? Event.READY_TO_WRITE : Event.ASSISTED, ticket);
  }

  /** A compressed line is ready to be written, but for what a multiprocessor has to do. */
  private void write(long cycle, Transaction transaction) {
    if (!needsAssistance(cycle, transaction)) {
      controllers.write(cycle, transaction);
    }
  }

  private void linkHasRoom(long cycle) {
    link().mayRetry();
    for (Transaction write = link().next(); write != null; write = link().next()) {
      controllers.linkHasRoom(cycle, write);
    }
    if (store != controllers) {
      for (L2Slice slice : slices) {
        slice.retry(cycle);
      }
    }
  }

  /** Data that a transaction waits for are here, perhaps not all of them. */
  private void transferred(long cycle, Transaction arrived) {
    Transaction whole = arrived;
    if (arrived.purpose == Purpose.PART && arrived.then != null) {
      whole = arrived.then;
      transactions.free(arrived);
    }
    if (--whole.pending == 0 && !needsAssistance(cycle, whole)) {
      complete(cycle, whole);
    }
  }

  private void complete(long cycle, Transaction whole) {
    if (whole.purpose != Purpose.FILL) {
      controllers.complete(cycle, whole);
      return;
    }
    int slice = whole.slice;
    int slot = whole.slot;
    int sectors = whole.sectors;
    transactions.free(whole);
    slices[slice].fill(cycle, slot, sectors);
  }

  /** The slices of a channel may have room now. */
  private void retry(long cycle, int channel) {
    for (int slice = channel; slice < slices.length; slice += controllers.channels()) {
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
    int fetched = Integer.bitCount(requests.fetched[request]);
    requests.free(request);
    listener.written(multiprocessor, tag, fetched, cycle);
  }

  private void answered(long cycle, int request) {
    int multiprocessor = requests.multiprocessor[request];
    int tag = requests.tag[request];
    int fetched = Integer.bitCount(requests.fetched[request]);
    counters.answers++;
    counters.answerCycles += cycle - requests.offered[request];
    requests.free(request);
    crossbar.answers().release(cycle, multiprocessor);
    listener.answered(multiprocessor, tag, fetched, cycle);
  }
}
