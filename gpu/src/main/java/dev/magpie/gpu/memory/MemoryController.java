package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.ALL_SECTORS;
import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;
import static dev.magpie.gpu.stream.MemoryAccess.SECTOR_BYTES;
import static java.util.Objects.requireNonNull;

import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.memory.Transaction.Purpose;
import dev.magpie.memory.Places;
import dev.magpie.memory.Places.Kind;
import dev.magpie.memory.Transfers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A memory controller: turns fetches and write-backs of lines into transactions with channels, for
 * lines that are in a compressed memory as that tells what it moves, and for the others as they
 * are.
 */
final class MemoryController {
  /** Accesses of a transaction, or of a part of one. */
  private static final int MOST_ACCESSES = Long.SIZE;

  private final EventQueue events;
  private final LinePlacement placement;
  private final Transactions transactions;
  private final ChannelPort[] channels;
  private final MemoryCounters counters;
  private final int accessBytes;

  /** Whether lines that are not compressed go back whole, as they came. */
  private final boolean wholeLines;

  /** Cycles of the way back, beside the DRAM. */
  private final int l2Latency;

  private final int latency;
  private final int metadataLatency;

  private final @Nullable BuddyLink link;
  private final @Nullable CompressedLines lines;

  /** Metadata that are on their way, with what waits for them. */
  private final AwaitedMetadata awaited;

  private final int burstBytes;

  MemoryController(
      int number,
      GpuConfig config,
      EventQueue events,
      LinePlacement placement,
      Transactions transactions,
      ChannelPort[] channels,
      @Nullable BuddyLink link,
      @Nullable CompressedLines lines,
      MemoryCounters counters) {
    this.events = events;
    this.placement = placement;
    this.transactions = transactions;
    this.channels = channels;
    this.link = link;
    this.lines = lines;
    this.counters = counters;
    awaited = lines == null ? new AwaitedMetadata() : lines.space().awaitedMetadata(number);
    burstBytes = lines == null ? SECTOR_BYTES : lines.burstBytes();
    accessBytes = config.dram().accessBytes();
    wholeLines = config.l2().fill() == Fill.LINE;
    l2Latency = config.l2().latency();
    latency = config.controller().latency();
    metadataLatency = config.controller().metadataLatency();
  }

  /** Whether a line is in a compressed memory. */
  boolean compresses(long line) {
    return lines != null && lines.space().contains(line);
  }

  void fetch(long cycle, int slice, int slot, long line, int sectors, int multiprocessor) {
    Transaction fill = transaction(Purpose.FILL, slice, multiprocessor);
    fill.slot = slot;
    fill.sectors = sectors;
    fill.l2Latency = l2Latency;
    fill.controllerLatency = latency;
    CompressedLines from = lines;
    if (from == null || !from.space().contains(line)) {
      fill.address = placement.inChannel(slice, line);
      fill.offers = accesses(sectors);
      fill.pending = 1;
      channels[fill.channel].add(cycle, fill);
      return;
    }
    fill.sectors = ALL_SECTORS;
    Transfers cost = from.read(slice, line);
    take(fill, cost, Kind.READ, from);
    moveMetadata(cycle, cost, from);
    await(cycle, fill);
  }

  /** What an access to a compressed line moves one way, and waits for. */
  private void take(Transaction whole, Transfers cost, Kind kind, CompressedLines from) {
    cover(whole, cost, kind, from);
    boolean reads = kind == Kind.READ;
    whole.buddySectors = (int) (reads ? cost.buddyReads : cost.buddyWrites);
    // What moves beyond the block is the rest of its page.
    long bursts = (reads ? cost.deviceReads : cost.deviceWrites) + whole.buddySectors;
    whole.block = reads ? counters.codedReads : counters.codedWrites;
    whole.blockBursts = (int) Math.min(bursts, LINE_BYTES / burstBytes);
    whole.burstBytes = burstBytes;
    whole.codeBytes = (int) cost.codeBytes;
    if (whole.offers == 0) {
      whole.crosses();
    }
    whole.assist = from.assistInstructions();
    whole.metadataLatency = cost.metadataAccesses > 0 ? metadataLatency : 0;
    whole.codecLatency = from.codecCycles();
    Places places = cost.places();
    for (int i = 0; i < places.needs(); i++) {
      whole.needs(places.needed(i));
    }
  }

  /** Adds all runs of a kind to a transaction. */
  private void cover(Transaction whole, Transfers cost, Kind kind, CompressedLines from) {
    Places places = cost.places();
    for (int run = 0; run < places.count(); run++) {
      if (places.kind(run) == kind) {
        cover(whole, places.address(run), (long) places.bursts(run) * burstBytes, from.space());
      }
    }
  }

  private void cover(Transaction whole, long place, long bytes, LineSpace space) {
    long end = place + bytes;
    for (long at = place; at < end; ) {
      long length = Math.min(end - at, space.contiguousBytes(at));
      long first = space.inChannel(at);
      cover(whole, space.channel(at), first, first + length);
      at += length;
    }
  }

  /** Adds the accesses that cover bytes of a channel, each once. */
  private void cover(Transaction whole, int channel, long from, long to) {
    for (long at = from / accessBytes * accessBytes; at < to; ) {
      Transaction part = part(whole, channel, at);
      int first = (int) ((at - part.address) / accessBytes);
      int count = (int) Math.min(MOST_ACCESSES - first, Math.ceilDiv(to - at, accessBytes));
      part.offers |= ones(count) << first;
      at += (long) count * accessBytes;
    }
  }

  /** The part of a transaction that has an access, or will. */
  private Transaction part(Transaction whole, int channel, long at) {
    if (whole.offers == 0) {
      whole.channel = channel;
      whole.address = at;
      return whole;
    }
    Transaction last = whole;
    for (Transaction each = whole; each != null; each = each.more) {
      long distance = at - each.address;
      if (each.channel == channel
          && distance >= 0
          && distance < (long) MOST_ACCESSES * accessBytes) {
        return each;
      }
      last = each;
    }
    Transaction part = transactions.take();
    part.purpose = whole.writes() ? Purpose.WRITE : Purpose.PART;
    part.channel = channel;
    part.address = at;
    part.then = whole;
    last.more = part;
    return part;
  }

  void writeBack(long cycle, int slice, long line, int dirty, int valid, int multiprocessor) {
    Transaction write = transaction(Purpose.WRITE, slice, multiprocessor);
    CompressedLines to = lines;
    if (to == null || !to.space().contains(line)) {
      write.address = placement.inChannel(slice, line);
      write.offers = accesses(wholeLines ? valid : dirty);
      channels[write.channel].add(cycle, write);
      return;
    }
    Transaction merge = null;
    boolean isPartial = valid != ALL_SECTORS;
    if (isPartial) {
      counters.mergingReads++;
      merge = transaction(Purpose.MERGE, slice, multiprocessor);
      Transfers cost = to.read(slice, line);
      take(merge, cost, Kind.READ, to);
      moveMetadata(cycle, cost, to);
    }
    Transfers cost = to.write(slice, line);
    take(write, cost, Kind.WRITE, to);
    if (cost.deviceReads > 0) {
      if (merge == null) {
        merge = transaction(Purpose.MERGE, slice, multiprocessor);
      }
      cover(merge, cost, Kind.READ, to);
    }
    if (merge == null) {
      moveMetadata(cycle, cost, to);
      encode(cycle, write);
      return;
    }
    merge.then = write;
    keepRoom(write);
    if (isPartial) {
      await(cycle, merge);
      moveMetadata(cycle, cost, to);
    } else {
      moveMetadata(cycle, cost, to);
      read(cycle, merge);
    }
  }

  private Transaction transaction(Purpose purpose, int slice, int multiprocessor) {
    Transaction made = transactions.take();
    made.purpose = purpose;
    made.slice = slice;
    made.multiprocessor = multiprocessor;
    made.channel = placement.channel(slice);
    return made;
  }

  /** Lets a transaction begin when its metadata are there. */
  private void await(long cycle, Transaction transaction) {
    for (int i = 0; i < transaction.unitCount; i++) {
      if (awaited.contains(transaction.units[i])) {
        keepRoom(transaction);
        awaited.await(transaction.units[i], transaction);
        return;
      }
    }
    read(cycle, transaction);
  }

  /** Asks for what a transaction reads: of channels, over the link, or both. */
  private void read(long cycle, Transaction whole) {
    giveRoom(cycle, whole);
    whole.pending = whole.buddySectors > 0 ? 1 : 0;
    for (Transaction each = whole; each != null; each = each.more) {
      whole.pending += each.offers != 0 ? 1 : 0;
    }
    if (whole.pending == 0) {
      whole.pending = 1;
      events.schedule(cycle + whole.delay(), Event.TRANSFERRED, whole.number);
      return;
    }
    if (whole.buddySectors > 0) {
      link().read(cycle, whole);
    }
    Transaction each = whole.offers != 0 ? whole : null;
    while (each != null) {
      Transaction following = each.more;
      if (each != whole) {
        each.delayAs(whole);
      }
      channels[each.channel].add(cycle, each);
      each = following;
    }
  }

  /**
   * Keeps room in the channel of a transaction's slice. One that waits for metadata, or for the
   * rest of its line, counts in the channel's queue as if it waited for bursts; otherwise memory
   * that compresses would have longer queues, and gain by that.
   */
  private void keepRoom(Transaction transaction) {
    if (transaction.roomKept == Transaction.NONE) {
      transaction.roomKept = placement.channel(transaction.slice);
      channels[transaction.roomKept].keepRoom();
    }
  }

  private void giveRoom(long cycle, Transaction transaction) {
    if (transaction.roomKept != Transaction.NONE) {
      channels[transaction.roomKept].giveRoom(cycle);
      transaction.roomKept = Transaction.NONE;
    }
  }

  /**
   * Sends a line on to be written without waiting for the codec: writes wait in the channel's queue
   * far longer than a codec takes. A line that came only then would lengthen a batch under way, a
   * gain that has nothing to do with compression. Only a codec that multiprocessors execute is
   * waited for.
   */
  private void encode(long cycle, Transaction write) {
    if (write.assist == 0) {
      write(cycle, write);
    } else {
      keepRoom(write);
      events.schedule(cycle, Event.READY_TO_WRITE, write.number);
    }
  }

  /** A compressed line is ready to be written. */
  void write(long cycle, Transaction whole) {
    giveRoom(cycle, whole);
    if (whole.buddySectors > 0) {
      overLink(cycle, whole);
    }
    if (whole.offers == 0) {
      transactions.free(whole);
      return;
    }
    Transaction each = whole;
    while (each != null) {
      Transaction following = each.more;
      channels[each.channel].add(cycle, each);
      each = following;
    }
  }

  /** Writes sectors over the link; while its queue is full, they have room with the channel. */
  private void overLink(long cycle, Transaction whole) {
    if (link().hasRoom()) {
      link().write(cycle, whole.buddySectors);
      return;
    }
    Transaction waiter = transaction(Purpose.WRITE, whole.slice, whole.multiprocessor);
    waiter.buddySectors = whole.buddySectors;
    keepRoom(waiter);
    link().await(waiter);
  }

  /** The link has room for what waited for it. */
  void linkHasRoom(long cycle, Transaction waiter) {
    giveRoom(cycle, waiter);
    link().write(cycle, waiter.buddySectors);
    transactions.free(waiter);
  }

  private BuddyLink link() {
    return requireNonNull(link, "there is no link to buddy memory");
  }

  /** Moves the metadata that an access's look-up replaced and missed. */
  private void moveMetadata(long cycle, Transfers cost, CompressedLines of) {
    if (cost.metadataReads + cost.metadataWrites == 0) {
      return;
    }
    Places places = cost.places();
    for (int run = 0; run < places.count(); run++) {
      if (places.kind(run) == Kind.METADATA_WRITE) {
        write(cycle, metadata(Purpose.WRITE, places, run, of));
      }
    }
    for (int run = 0; run < places.count(); run++) {
      if (places.kind(run) == Kind.METADATA_READ) {
        Transaction fetch = metadata(Purpose.METADATA, places, run, of);
        while (run + 1 < places.count()
            && places.kind(run + 1) == Kind.METADATA_READ
            && places.unit(run + 1) == places.unit(run)) {
          run++;
          cover(fetch, places.address(run), (long) places.bursts(run) * burstBytes, of.space());
        }
        awaited.add(places.unit(run));
        read(cycle, fetch);
      }
    }
  }

  private Transaction metadata(Purpose purpose, Places places, int run, CompressedLines of) {
    Transaction made = transactions.take();
    made.purpose = purpose;
    made.needs(places.unit(run));
    cover(made, places.address(run), (long) places.bursts(run) * burstBytes, of.space());
    return made;
  }

  /** The data of a transaction that no slice waits for are here. */
  void complete(long cycle, Transaction done) {
    Transaction write = done.then;
    if (done.purpose == Purpose.METADATA) {
      metadataArrived(cycle, done);
    } else if (done.purpose == Purpose.MERGE && write != null) {
      transactions.free(done);
      encode(cycle, write);
    } else {
      throw new IllegalStateException("nobody waits for transaction " + done.number);
    }
  }

  private void metadataArrived(long cycle, Transaction done) {
    Transaction waiter = awaited.arrived(done.units[0]);
    transactions.free(done);
    while (waiter != null) {
      Transaction following = waiter.next;
      await(cycle, waiter);
      waiter = following;
    }
  }

  /** What waits for metadata, a line each. */
  List<String> waiting() {
    return awaited.waiting();
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
