package dev.magpie.cuda.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.cuda.channel.Request;
import dev.magpie.ptx.Device;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/** What a program asks about its device. */
final class DeviceCalls {
  /** What this answers as; programs compare it with what they were made for. */
  private static final int VERSION = 13000;

  private static final int STACK_SIZE = 0;
  private static final int PRINTF_SIZE = 1;
  private static final int HEAP_SIZE = 2;

  private final Device device;
  private final DeviceDescription description;

  /** What a program has set, and at first what CUDA has. */
  private final Map<Integer, Long> limits =
      new HashMap<>(
          Map.of(
              STACK_SIZE,
              1024L,
              PRINTF_SIZE,
              1L << 20,
              HEAP_SIZE,
              8L << 20,
              3,
              2L,
              4,
              2048L,
              5,
              128L,
              6,
              0L));

  DeviceCalls(Device device, DeviceDescription description) {
    this.device = device;
    this.description = description;
  }

  /**
   * Versions.
   *
   * @param toolkit the major version of CUDA that the program was made with; 0 if nothing tells
   */
  void version(Answer answer, int toolkit) {
    answer.result(2, toolkit);
    answer.result(0, VERSION);
    answer.result(1, VERSION);
  }

  void limit(Request request, Answer answer) {
    Long value = limits.get(request.intArgument(0));
    if (value == null) {
      throw new CudaErrorException(CudaError.NOT_SUPPORTED);
    }
    answer.result(0, value);
  }

  /** Limits do not limit anything here: stacks and heaps are as large as they need be. */
  void setLimit(Request request) {
    if (!limits.containsKey(request.intArgument(0))) {
      throw new CudaErrorException(CudaError.NOT_SUPPORTED);
    }
    limits.put(request.intArgument(0), request.argument(1));
  }

  void attribute(Request request, Answer answer) {
    answer.result(
        0,
        DeviceAttributes.of(request.intArgument(0), description)
            .orElseThrow(() -> new CudaErrorException(CudaError.INVALID_VALUE)));
  }

  void properties(Answer answer, int toolkit) {
    answer.payload(
        MemorySegment.ofArray(DeviceProperties.bytes(description, device.bytes(), toolkit)));
  }

  void errorText(Request request, Answer answer) {
    CudaError error = CudaError.of(request.intArgument(0));
    boolean isKnown = error.code() == request.intArgument(0);
    String name = isKnown ? error.title() : "unrecognized error code";
    String text = isKnown ? error.text() : "unrecognized error code";
    answer.payload(MemorySegment.ofArray((request.argument(1) != 0 ? name : text).getBytes(UTF_8)));
  }
}
