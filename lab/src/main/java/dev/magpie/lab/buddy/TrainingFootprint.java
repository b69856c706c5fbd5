package dev.magpie.lab.buddy;

import dev.magpie.workload.network.Buffer;
import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Network;
import dev.magpie.workload.network.Shape;
import dev.magpie.workload.training.BigLstmShape;
import dev.magpie.workload.training.TrainingPrograms;
import java.util.Collection;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Device memory that training a network takes, as a function of its batch.
 *
 * @param network its name, which is that of its program
 * @param parameters weights
 * @param perItem elements that each item of a batch adds: input, outputs that the backward pass
 *     needs, and the two largest gradients
 * @param workspaceBytes for the unrolled input of the largest convolution, of one image
 * @param held what the program of that name holds
 */
record TrainingFootprint(
    String network, long parameters, long perItem, long workspaceBytes, Held held) {
  /** Of a process on the GPU: code, stacks and libraries. No paper says; [O]. */
  static final long CONTEXT_BYTES = 512 << 20;

  private static final int ELEMENT_BYTES = 4;

  /** Weights, gradients and momentum. */
  private static final int COPIES = 3;

  /**
   * Bytes of all buffers of a program that keeps each for one thing.
   *
   * @param always whatever the batch
   * @param perItem for each item of it
   */
  record Held(long always, long perItem) {
    long bytes(long batch) {
      return always + batch * perItem;
    }
  }

  /** Of the six networks, in the order of their programs. */
  static List<TrainingFootprint> all() {
    return Stream.concat(
            TrainingPrograms.publishedNetworks().stream().map(TrainingFootprint::of),
            Stream.of(of(TrainingPrograms.publishedBigLstm())))
        .toList();
  }

  private static TrainingFootprint of(Network network) {
    List<Buffer> buffers = Buffer.of(network);
    long parameters = bytes(buffers, List.of(Buffer.Kind.WEIGHT)) / ELEMENT_BYTES;
    long always =
        bytes(buffers, List.of(Buffer.Kind.WEIGHT, Buffer.Kind.WEIGHT_DIFF, Buffer.Kind.HISTORY));
    long all = buffers.stream().mapToLong(Buffer::bytes).sum();
    long kept = network.layers().stream().mapToLong(layer -> kept(network, layer)).sum();
    return new TrainingFootprint(
        network.name(),
        parameters,
        network.input().image() + kept + twoLargest(gradients(network)),
        workspaceBytes(network),
        new Held(always, all - always));
  }

  private static TrainingFootprint of(BigLstmShape shape) {
    return new TrainingFootprint(
        "biglstm",
        shape.weights(),
        shape.inputPerText() + shape.keptPerText() + twoLargest(shape.gradientsPerText()),
        0,
        new Held(ELEMENT_BYTES * shape.heldAlways(), ELEMENT_BYTES * shape.heldPerText()));
  }

  private static long bytes(List<Buffer> buffers, Collection<Buffer.Kind> kinds) {
    return buffers.stream()
        .filter(buffer -> kinds.contains(buffer.kind()))
        .mapToLong(Buffer::bytes)
        .sum();
  }

  /** What a layer leaves for the backward pass beside what it changes in place. */
  private static long kept(Network network, Layer layer) {
    long bottom = network.shape(layer.bottoms().getFirst()).image();
    return switch (layer) {
      case Layer.Pooling pool ->
          (pool.method() == Layer.Pooling.Method.MAX ? 2L : 1L) * network.shape(pool.top()).image();
      case Layer.Convolution _,
          Layer.InnerProduct _,
          Layer.Lrn _,
          Layer.Concat _,
          Layer.Eltwise _ ->
          network.shape(layer.tops().getFirst()).image();
      // Of these the values before are needed, too, or where values have been dropped.
      case Layer.BatchNorm _, Layer.Dropout _, Layer.SoftmaxLoss _ -> bottom;
      case Layer.Relu _, Layer.Scale _, Layer.Split _ -> 0;
    };
  }

  private static LongStream gradients(Network network) {
    return network.layers().stream()
        .filter(layer -> !(layer instanceof Layer.InPlace || layer instanceof Layer.Split))
        .flatMap(layer -> layer.tops().stream())
        .mapToLong(blob -> network.shape(blob).image());
  }

  private static long twoLargest(LongStream elements) {
    long[] sorted = elements.sorted().toArray();
    return LongStream.of(sorted).skip(sorted.length - 2).sum();
  }

  private static long workspaceBytes(Network network) {
    long most = 0;
    for (Layer layer : network.layers()) {
      if (layer instanceof Layer.Convolution c) {
        Shape top = network.shape(c.top());
        long window =
            (long) network.shape(c.bottom()).channels() / c.groups() * c.kernel() * c.kernel();
        most = Math.max(most, window * top.plane());
      }
    }
    return ELEMENT_BYTES * most;
  }

  /** Bytes whatever the batch. */
  long fixedBytes() {
    return fixedBytes(CONTEXT_BYTES);
  }

  private long fixedBytes(long contextBytes) {
    return COPIES * ELEMENT_BYTES * parameters + workspaceBytes + contextBytes;
  }

  /** Bytes that an item of a batch adds. */
  long itemBytes() {
    return ELEMENT_BYTES * perItem;
  }

  /** All bytes. */
  long bytes(long batch) {
    return fixedBytes() + batch * itemBytes();
  }

  /** The least batch whose items take as much as all that does not depend on them. */
  long knee() {
    return knee(CONTEXT_BYTES);
  }

  /** The same with a context of another size. */
  long knee(long contextBytes) {
    return Math.ceilDiv(fixedBytes(contextBytes), itemBytes());
  }

  /** The largest batch in so much memory; 0 if there is none. */
  long mostIn(double memoryBytes) {
    return Math.max(0, (long) Math.floor((memoryBytes - fixedBytes()) / itemBytes()));
  }

  /** The same of what the program holds, with the context. */
  long mostHeldIn(double memoryBytes) {
    double left = memoryBytes - CONTEXT_BYTES - held.always();
    return Math.max(0, (long) Math.floor(left / held.perItem()));
  }
}
