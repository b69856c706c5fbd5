package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.Request;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Streams and events. All work is done when it is asked for, which is an order that streams allow;
 * what a stream is needed for is to be captured.
 */
final class Streams {
  private static final long FIRST_HANDLE = 0x10000;

  /** The default stream, and the handles that stand for it. */
  private static final long MOST_DEFAULT = 2;

  /** The stream that all others wait for, by either of its handles; it cannot be captured. */
  private static final long LEGACY = 1;

  /** The flag {@code cudaEventDisableTiming}. */
  static final long DISABLE_TIMING = 2;

  private final DeviceHost host;
  private final Map<Long, Stream> streams = new HashMap<>();
  private final Map<Long, Event> events = new HashMap<>();
  private long nextHandle = FIRST_HANDLE;

  private static final class Stream {
    private final int flags;
    private final int priority;
    private @Nullable CapturedGraph captured;

    /** Of the graph, what the next node waits for. */
    private final Set<Long> tails = new LinkedHashSet<>();

    Stream(int flags, int priority) {
      this.flags = flags;
      this.priority = priority;
    }
  }

  private static final class Event {
    private final boolean tellsTime;
    private boolean isRecorded;
    private double seconds;

    /** What the stream was being captured to when it was recorded. */
    private @Nullable CapturedGraph captured;

    private Set<Long> tails = Set.of();

    Event(boolean tellsTime) {
      this.tellsTime = tellsTime;
    }

    private boolean hasTime() {
      return tellsTime && isRecorded;
    }
  }

  Streams(DeviceHost host) {
    this.host = host;
    for (long handle = 0; handle <= MOST_DEFAULT; handle++) {
      streams.put(handle, new Stream(0, 0));
    }
  }

  private Stream stream(long handle) {
    Stream stream = streams.get(handle);
    if (stream == null) {
      throw new CudaErrorException(CudaError.INVALID_HANDLE);
    }
    return stream;
  }

  private Event event(long handle) {
    Event event = events.get(handle);
    if (event == null) {
      throw new CudaErrorException(CudaError.INVALID_HANDLE);
    }
    return event;
  }

  void create(Request request, Answer answer) {
    long handle = nextHandle++;
    streams.put(handle, new Stream(request.intArgument(0), request.intArgument(1)));
    answer.result(0, handle);
  }

  void destroy(Request request) {
    long handle = request.argument(0);
    stream(handle);
    if (handle <= MOST_DEFAULT) {
      throw new CudaErrorException(CudaError.INVALID_HANDLE);
    }
    streams.remove(handle);
  }

  void info(Request request, Answer answer) {
    Stream stream = stream(request.argument(0));
    answer.result(0, stream.flags);
    answer.result(1, stream.priority);
    answer.result(2, request.argument(0));
  }

  /** The graph that a stream is being captured to, or null. */
  @Nullable CapturedGraph captured(long handle) {
    return stream(handle).captured;
  }

  /** Whether anything is being captured. */
  boolean isCapturing() {
    return streams.values().stream().anyMatch(each -> each.captured != null);
  }

  /** A stream that waits for an event of a captured one is captured, too. */
  void await(Request request) {
    Stream stream = stream(request.argument(0));
    long handle = request.argument(1);
    CapturedGraph captured = handle == 0 ? null : event(handle).captured;
    if (captured != null && captured.isBeingCaptured()) {
      stream.captured = captured;
      stream.tails.addAll(event(handle).tails);
    }
  }

  /** Of a stream that is captured, what its next node waits for. */
  Set<Long> tails(long handle) {
    return stream(handle).tails;
  }

  /** Begins to capture to a graph: a new one, or one that is there behind some of its nodes. */
  void beginCapture(Request request, CapturedGraph graph, List<Long> dependencies) {
    Stream stream = stream(request.argument(0));
    if (request.argument(0) <= LEGACY) {
      throw new CudaErrorException(CudaError.CAPTURE_UNSUPPORTED);
    }
    if (stream.captured != null) {
      throw new CudaErrorException(CudaError.ILLEGAL_STATE);
    }
    dependencies.forEach(graph::node);
    graph.setBeingCaptured(true);
    stream.captured = graph;
    stream.tails.addAll(dependencies);
  }

  /** Ends a capture on all streams that it is on. */
  CapturedGraph endCapture(Request request) {
    CapturedGraph graph = stream(request.argument(0)).captured;
    if (graph == null) {
      throw new CudaErrorException(CudaError.ILLEGAL_STATE);
    }
    for (Stream each : streams.values()) {
      if (each.captured == graph) {
        each.captured = null;
        each.tails.clear();
      }
    }
    graph.setBeingCaptured(false);
    return graph;
  }

  void createEvent(long flags, Answer answer) {
    long handle = nextHandle++;
    events.put(handle, new Event((flags & DISABLE_TIMING) == 0));
    answer.result(0, handle);
  }

  /** Looks whether there is an event. */
  void check(long handle) {
    event(handle);
  }

  void destroyEvent(Request request) {
    event(request.argument(0));
    events.remove(request.argument(0));
  }

  void record(Request request) {
    Event event = event(request.argument(0));
    Stream stream = stream(request.argument(1));
    event.captured = stream.captured;
    event.tails = Set.copyOf(stream.tails);
    if (event.captured == null) {
      event.isRecorded = true;
      event.seconds = host.seconds();
    }
  }

  void query(Request request) {
    event(request.argument(0));
  }

  void elapsed(Request request, Answer answer) {
    Event from = event(request.argument(0));
    Event to = event(request.argument(1));
    if (!from.hasTime() || !to.hasTime()) {
      throw new CudaErrorException(CudaError.INVALID_HANDLE);
    }
    answer.result(0, Float.floatToRawIntBits((float) ((to.seconds - from.seconds) * 1e3)));
  }
}
