package dev.magpie.gpu.memory;

/** What can happen, for {@link EventQueue}. */
final class Event {
  /** A request is at its multiprocessor's port. */
  static final int OFFER = 0;

  /** A multiprocessor's port is free. */
  static final int PORT_FREE = 1;

  /** A request is at its slice. */
  static final int AT_SLICE = 2;

  /** A slice can take the next request. */
  static final int SLICE_FREE = 3;

  /** A request has its answer. */
  static final int ANSWER = 4;

  /** A reduction is done. */
  static final int WRITTEN = 5;

  /** A slice's port for answers is free. */
  static final int ANSWER_PORT_FREE = 6;

  /** An answer is at its multiprocessor. */
  static final int ANSWERED = 7;

  /** A line is compressed, and may be written. */
  static final int READY_TO_WRITE = 8;

  /** It is time to see what a channel has done. */
  static final int LOOK_AT_CHANNEL = 9;

  /** Data of a transaction are there. */
  static final int TRANSFERRED = 10;

  /** What a transaction has of buddy memory is over the link. */
  static final int OVER_LINK = 11;

  /** Packets for the link may be sent again. */
  static final int LINK_HAS_ROOM = 12;

  /** A multiprocessor has done a codec's work on a transaction. */
  static final int ASSISTED = 13;

  /** The driver of unified memory has handled a batch of faults, and sends pages. */
  static final int FAULTS_HANDLED = 14;

  /** The pages of a batch are there. */
  static final int PAGES_ARRIVED = 15;

  private Event() {}
}
