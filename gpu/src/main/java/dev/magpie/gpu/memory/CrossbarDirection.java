package dev.magpie.gpu.memory;

import java.util.Arrays;

/**
 * One direction of the crossbar. Packets wait at their input in a queue for each output, which
 * share the input's room, so that none waits behind one for another output. A free input sends to
 * the next output in turn that has room and that it has a packet for; the packet takes the input
 * for a cycle a flit, is at the output after the latency, and takes that for a cycle a flit, too.
 * Inputs that wait for one output take turns.
 */
final class CrossbarDirection {
  private static final int NONE = -1;

  /** Is told when packets leave inputs, so that more can come. */
  interface InputListener {
    void left(int input, long cycle);
  }

  private final EventQueue events;
  private final int freeEvent;
  private final int deliveredEvent;
  private final InputListener listener;
  private final int outputs;
  private final int latency;
  private final int queue;
  private final int inputWords;
  private final int outputWords;

  /** By place in an input's queue. */
  private final int[] packet;

  private final int[] flits;
  private final int[] next;

  /** By input. */
  private final int[] freePlace;

  private final int[] waiting;
  private final long[] inputFree;
  private final int[] outputTurn;

  /** Whether an event will wake it when it is free. */
  private final boolean[] asleep;

  /** By input and output: the packets that wait. */
  private final int[] first;

  private final int[] last;

  /** By input, bits of outputs that it has packets for; by output, bits of such inputs. */
  private final long[] wanted;

  private final long[] wanting;

  /** By output. */
  private final int[] room;

  private final long[] outputFree;
  private final int[] inputTurn;

  /** Bits of the outputs with room. */
  private final long[] open;

  private long movedFlits;

  /**
   * @param queue packets that wait at an input
   * @param outputRoom packets that are on their way to an output or wait there
   * @param freeEvent happens when an input with waiting packets is free, with its number
   * @param deliveredEvent happens when a packet is at its output, with its number
   */
  CrossbarDirection(
      EventQueue events,
      int inputs,
      int outputs,
      int latency,
      int queue,
      int outputRoom,
      int freeEvent,
      int deliveredEvent,
      InputListener listener) {
    this.events = events;
    this.outputs = outputs;
    this.latency = latency;
    this.queue = queue;
    this.freeEvent = freeEvent;
    this.deliveredEvent = deliveredEvent;
    this.listener = listener;
    inputWords = (inputs + 63) / 64;
    outputWords = (outputs + 63) / 64;
    packet = new int[inputs * queue];
    flits = new int[inputs * queue];
    next = new int[inputs * queue];
    freePlace = new int[inputs];
    for (int place = 0; place < next.length; place++) {
      next[place] = (place + 1) % queue == 0 ? NONE : place + 1;
      if (place % queue == 0) {
        freePlace[place / queue] = place;
      }
    }
    waiting = new int[inputs];
    inputFree = new long[inputs];
    outputTurn = new int[inputs];
    asleep = new boolean[inputs];
    first = new int[inputs * outputs];
    Arrays.fill(first, NONE);
    last = new int[inputs * outputs];
    wanted = new long[inputs * outputWords];
    wanting = new long[outputs * inputWords];
    room = new int[outputs];
    Arrays.fill(room, outputRoom);
    outputFree = new long[outputs];
    inputTurn = new int[outputs];
    open = new long[outputWords];
    for (int output = 0; output < outputs; output++) {
      open[output >> 6] |= 1L << output;
    }
  }

  /** Flits that inputs have sent. */
  long flits() {
    return movedFlits;
  }

  boolean hasRoom(int input) {
    return waiting[input] < queue;
  }

  /** Puts a packet into the queue of an input, which has room. */
  void send(long cycle, int input, int output, int number, int length) {
    int place = freePlace[input];
    freePlace[input] = next[place];
    next[place] = NONE;
    packet[place] = number;
    flits[place] = length;
    waiting[input]++;
    int list = input * outputs + output;
    if (first[list] == NONE) {
      first[list] = place;
      wanted[input * outputWords + (output >> 6)] |= 1L << output;
      wanting[output * inputWords + (input >> 6)] |= 1L << input;
    } else {
      next[last[list]] = place;
    }
    last[list] = place;
    start(cycle, input);
  }

  /** The input is free. */
  void inputFree(long cycle, int input) {
    asleep[input] = false;
    start(cycle, input);
  }

  /** A packet has left its output. */
  void release(long cycle, int output) {
    room[output]++;
    if (room[output] > 1) {
      return;
    }
    open[output >> 6] |= 1L << output;
    int input = firstIdle(cycle, output);
    if (input != NONE) {
      inputTurn[output] = input + 1;
      start(cycle, input);
    }
  }

  /** The input in turn that is free and has a packet for an output. */
  private int firstIdle(long cycle, int output) {
    int from = inputTurn[output];
    int later = firstIdle(cycle, output * inputWords, from, inputWords << 6);
    return later != NONE ? later : firstIdle(cycle, output * inputWords, 0, from);
  }

  private int firstIdle(long cycle, int words, int from, int to) {
    for (int word = from >> 6; word << 6 < to; word++) {
      long bits = wanting[words + word];
      if (word == from >> 6) {
        bits &= -1L << from;
      }
      for (; bits != 0; bits &= bits - 1) {
        int input = (word << 6) + Long.numberOfTrailingZeros(bits);
        if (input >= to) {
          return NONE;
        }
        if (!asleep[input] && inputFree[input] <= cycle) {
          return input;
        }
      }
    }
    return NONE;
  }

  private void start(long cycle, int input) {
    while (waiting[input] > 0 && !asleep[input]) {
      if (inputFree[input] > cycle) {
        asleep[input] = true;
        events.schedule(inputFree[input], freeEvent, input);
        return;
      }
      int output = nextOutput(input);
      if (output == NONE) {
        return;
      }
      transfer(cycle, input, output);
    }
  }

  /** The output in turn that has room and that an input has a packet for. */
  private int nextOutput(int input) {
    int later = firstOpen(input, outputTurn[input]);
    return later != NONE ? later : firstOpen(input, 0);
  }

  private int firstOpen(int input, int from) {
    long past = -1L << from;
    for (int word = from >> 6; word < outputWords; word++) {
      long bits = wanted[input * outputWords + word] & open[word] & past;
      if (bits != 0) {
        return (word << 6) + Long.numberOfTrailingZeros(bits);
      }
      past = -1;
    }
    return NONE;
  }

  private void transfer(long cycle, int input, int output) {
    int list = input * outputs + output;
    int place = first[list];
    first[list] = next[place];
    if (first[list] == NONE) {
      wanted[input * outputWords + (output >> 6)] &= ~(1L << output);
      wanting[output * inputWords + (input >> 6)] &= ~(1L << input);
    }
    next[place] = freePlace[input];
    freePlace[input] = place;
    waiting[input]--;
    outputTurn[input] = output + 1;
    room[output]--;
    if (room[output] == 0) {
      open[output >> 6] &= ~(1L << output);
    }
    movedFlits += flits[place];
    inputFree[input] = cycle + flits[place];
    outputFree[output] = Math.max(cycle + latency, outputFree[output]) + flits[place];
    events.schedule(outputFree[output], deliveredEvent, packet[place]);
    listener.left(input, cycle);
  }
}
