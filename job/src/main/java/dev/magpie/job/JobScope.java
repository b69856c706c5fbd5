package dev.magpie.job;

import dev.magpie.job.expression.Expression;
import dev.magpie.ptx.DeviceBuffer;
import java.util.Map;

/**
 * What numbers of a job are made from while it runs.
 *
 * @param buffers that there are so far
 * @param iteration of the loop, from 0
 */
record JobScope(Map<String, DeviceBuffer> buffers, long iteration) implements Expression.Scope {
  DeviceBuffer buffer(String name) {
    DeviceBuffer buffer = buffers.get(name);
    if (buffer == null) {
      throw new IllegalArgumentException("no buffer is called '%s'".formatted(name));
    }
    return buffer;
  }

  @Override
  public long elements(String name) {
    DeviceBuffer buffer = buffer(name);
    return buffer.bytes() / buffer.dtype().bytes();
  }

  @Override
  public long bytes(String name) {
    return buffer(name).bytes();
  }
}
