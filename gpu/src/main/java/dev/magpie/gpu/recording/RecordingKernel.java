package dev.magpie.gpu.recording;

import dev.magpie.gpu.packed.ByteWriter;
import dev.magpie.gpu.stream.BlockStream;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.gpu.stream.StreamInstruction;
import java.util.List;

/** A launch that is recorded as it runs. */
final class RecordingKernel implements KernelStream {
  private final LaunchRecorder recorder;
  private final KernelStream kernel;
  private final long memoryBytes;
  private final List<StreamInstruction> instructions;
  private final long[] places;
  private final ByteWriter packed = new ByteWriter();
  private long ended;
  private long warpInstructions;

  RecordingKernel(LaunchRecorder recorder, KernelStream kernel, long memoryBytes) {
    this.recorder = recorder;
    this.kernel = kernel;
    this.memoryBytes = memoryBytes;
    instructions = kernel.instructions();
    places = new long[Math.toIntExact(kernel.blocks())];
  }

  @Override
  public String name() {
    return kernel.name();
  }

  @Override
  public long blocks() {
    return kernel.blocks();
  }

  @Override
  public int threadsPerBlock() {
    return kernel.threadsPerBlock();
  }

  @Override
  public int registersPerThread() {
    return kernel.registersPerThread();
  }

  @Override
  public int sharedBytesPerBlock() {
    return kernel.sharedBytesPerBlock();
  }

  @Override
  public long localStart() {
    return kernel.localStart();
  }

  @Override
  public long localBytesPerBlock() {
    return kernel.localBytesPerBlock();
  }

  @Override
  public int registers() {
    return kernel.registers();
  }

  @Override
  public List<StreamInstruction> instructions() {
    return instructions;
  }

  @Override
  public BlockStream begin(long number, int multiprocessor) {
    return new RecordingBlock(recorder, kernel.begin(number, multiprocessor), instructions);
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
      recorder.end(kernel, memoryBytes, warpInstructions, places);
    }
  }
}
