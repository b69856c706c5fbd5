package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;
import static dev.magpie.gpu.stream.MemoryAccess.SECTOR_BYTES;

import dev.magpie.gpu.config.BuddyLinkConfig;
import dev.magpie.ptx.HostCopy;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The links to buddy memory, which carry packets both ways at once. A packet takes the link that is
 * free first, for as long as its bytes take. A read sends a header, and sectors come back behind
 * another; a write sends its sectors behind a header, and nobody waits for it.
 */
final class BuddyLink {
  private final EventQueue events;
  private final MemoryCounters counters;
  private final int latency;
  private final int headerBytes;

  /** Time is counted in so many parts of a cycle; a byte takes a whole number of them. */
  private final long partsOfCycle;

  private final long partsOfByte;

  /** By link: when it can take another packet, in parts of cycles. */
  private final long[] toFree;

  private final long[] fromFree;

  /** Parts of cycles for which packets may wait for a link. */
  private final long room;

  /** Writes for which there was none. */
  private final Queue<Transaction> waiting = new ArrayDeque<>();

  private boolean refused;
  private long sentBytes;

  BuddyLink(
      BuddyLinkConfig config, double clockMegahertz, EventQueue events, MemoryCounters counters) {
    this.events = events;
    this.counters = counters;
    latency = config.latency();
    headerBytes = config.headerBytes();
    // A link moves so many kilobytes in a millisecond, which has so many cycles.
    partsOfCycle = Math.round(config.gigabytesPerSecond() * 1e6);
    partsOfByte = Math.round(clockMegahertz * 1e3);
    toFree = new long[config.links()];
    fromFree = new long[config.links()];
    room = (long) config.queue() * (headerBytes + LINE_BYTES) * partsOfByte;
  }

  /**
   * Whether a write may be sent, before which no other waits. If not, there is an event when one
   * may. Reads need no room but their MSHR's.
   */
  boolean hasRoom() {
    return waiting.isEmpty() && isFree();
  }

  private boolean isFree() {
    long until = toFree[firstFree(toFree)] - room;
    if (until <= events.now() * partsOfCycle) {
      return true;
    }
    if (!refused) {
      refused = true;
      events.schedule(Math.ceilDiv(until, partsOfCycle), Event.LINK_HAS_ROOM, 0);
    }
    return false;
  }

  /** Lets a write wait for room. */
  void await(Transaction write) {
    waiting.add(write);
  }

  /** The first write that waited and may be sent, or null. */
  @Nullable Transaction next() {
    return !waiting.isEmpty() && isFree() ? waiting.remove() : null;
  }

  /** The time for which {@link #hasRoom} asked has come. */
  void mayRetry() {
    refused = false;
  }

  /** Reads the sectors of a transaction; it is told when they are here. */
  void read(long cycle, Transaction transaction) {
    counters.linkReads++;
    long asked = send(toFree, cycle * partsOfCycle, headerBytes);
    sentBytes += headerBytes;
    long done = send(fromFree, asked + latency * partsOfCycle, answerBytes(transaction));
    long arrival = Math.ceilDiv(done, partsOfCycle);
    counters.linkReadCycles += arrival - cycle;
    events.schedule(arrival, Event.OVER_LINK, transaction.number);
  }

  private int answerBytes(Transaction transaction) {
    return headerBytes + transaction.buddySectors * SECTOR_BYTES;
  }

  /** The sectors of a transaction are here. */
  void arrived(long cycle, Transaction transaction) {
    counters.linkBytesFrom += answerBytes(transaction);
    events.schedule(cycle + transaction.delay(), Event.TRANSFERRED, transaction.number);
  }

  /** Writes sectors. */
  void write(long cycle, int sectors) {
    counters.linkWrites++;
    int bytes = headerBytes + sectors * SECTOR_BYTES;
    send(toFree, cycle * partsOfCycle, bytes);
    sentBytes += bytes;
  }

  /**
   * Copies from or to the host, which lies where buddy memory does: over all links at once, behind
   * what they carry already.
   *
   * @return the cycle in which the last byte is where it belongs
   */
  long copy(long cycle, HostCopy copy) {
    return copy.direction() == HostCopy.Direction.TO_HOST
        ? carryTo(cycle, copy.bytes())
        : carryFrom(cycle, copy.bytes());
  }

  /** The same of any bytes that leave the device, such as pages. */
  long carryTo(long cycle, long bytes) {
    return carry(toFree, cycle, bytes);
  }

  /** The same of bytes that come to it. */
  long carryFrom(long cycle, long bytes) {
    return carry(fromFree, cycle, bytes);
  }

  private long carry(long[] free, long cycle, long bytes) {
    long share = Math.ceilDiv(bytes, free.length) * partsOfByte;
    long from = (cycle + latency) * partsOfCycle;
    long done = from;
    for (int link = 0; link < free.length; link++) {
      free[link] = Math.max(free[link], from) + share;
      done = Math.max(done, free[link]);
    }
    return Math.ceilDiv(done, partsOfCycle);
  }

  /** Sends a packet, no earlier than at a time; the result is when its last byte is over. */
  private long send(long[] free, long from, int bytes) {
    int link = firstFree(free);
    free[link] = Math.max(free[link], from) + bytes * partsOfByte;
    return free[link];
  }

  private static int firstFree(long[] free) {
    int first = 0;
    for (int link = 1; link < free.length; link++) {
      if (free[link] < free[first]) {
        first = link;
      }
    }
    return first;
  }

  /** Counts what was carried in one piece, once it is where it belongs. */
  void carried(long bytesTo, long bytesFrom) {
    sentBytes += bytesTo;
    counters.linkBytesFrom += bytesFrom;
  }

  /** Bytes that have gone to buddy memory by now, without copies and those that wait. */
  long carriedBytes() {
    long now = events.now() * partsOfCycle;
    long waiting = 0;
    for (long free : toFree) {
      waiting += Math.max(0, free - now);
    }
    return sentBytes - Math.ceilDiv(waiting, partsOfByte);
  }
}
