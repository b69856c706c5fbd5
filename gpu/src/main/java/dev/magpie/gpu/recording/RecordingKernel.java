package dev.magpie.gpu.recording;

import dev.magpie.gpu.packed.ByteWriter;
import dev.magpie.gpu.recording.LaunchDirectory.Start;
import dev.magpie.gpu.stream.BlockStream;
import dev.magpie.gpu.stream.KernelShape;
import dev.magpie.gpu.stream.KernelStream;

/** A launch that is recorded as it runs. */
final class RecordingKernel implements KernelStream {
  private final LaunchRecorder recorder;
  private final KernelStream kernel;
  private final Start start;
  private final long[] places;
  private final ByteWriter packed = new ByteWriter();
  private long ended;
  private long warpInstructions;

  RecordingKernel(LaunchRecorder recorder, KernelStream kernel, Start start) {
    this.recorder = recorder;
    this.kernel = kernel;
    this.start = start;
    places = new long[Math.toIntExact(kernel.shape().blocks())];
  }

  @Override
  public KernelShape shape() {
    return kernel.shape();
  }

  @Override
  public BlockOrder blockOrder() {
    return kernel.blockOrder();
  }

  @Override
  public BlockStream begin(long number, int multiprocessor) {
    return new RecordingBlock(
        recorder, kernel.begin(number, multiprocessor), shape().instructions());
  }

  @Override
  public void end(BlockStream block) {
    RecordingBlock recorded = (RecordingBlock) block;
    packed.clear();
    recorded.pack(packed);
    places[Math.toIntExact(block.number())] = recorder.write(packed);
    warpInstructions += recorded.warpInstructions();
    kernel.end(recorded.block());
    if (++ended == places.length) {
      recorder.end(start, kernel.shape(), warpInstructions, places);
    }
  }
}
