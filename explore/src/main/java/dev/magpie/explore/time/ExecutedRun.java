package dev.magpie.explore.time;

import dev.magpie.explore.input.Input;
import dev.magpie.gpu.SimulationException;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.gpu.recording.TemporaryRecording;
import dev.magpie.job.Program;
import dev.magpie.lab.sweep.TimedLauncher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A program that is executed on the first system that somebody asks for, and recorded there; others
 * replay that. It writes none of its results.
 */
final class ExecutedRun implements ShownRun {
  private static final String KIND = "job";
  private static final long LOOK_MILLIS = 100;

  private final Input<Program> input;
  private final OpenedRun facts;

  /** Who has it executes, while others wait for the recording. */
  private final ReentrantLock executing = new ReentrantLock();

  /** Set once the program has been executed to its end. */
  private volatile @Nullable TemporaryRecording recorded;

  private volatile long warpInstructions;

  /** Opens it once, to see whether it can be. */
  ExecutedRun(Input<Program> input) {
    this.input = input;
    try (Program _ = input.opening().get()) {
      facts = new OpenedRun(input.label(), input.input(), KIND, "", 0, 0, 0, List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public OpenedRun facts() {
    return facts;
  }

  @Override
  public long warpInstructions() {
    return warpInstructions;
  }

  @Override
  public SimulationResult time(TimedGpuBuilder builder, Watch watch)
      throws IOException, InterruptedException {
    if (recorded == null) {
      while (!executing.tryLock(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        watch.check();
      }
      try {
        if (recorded == null) {
          return execute(builder, watch);
        }
      } finally {
        executing.unlock();
      }
    }
    TemporaryRecording written = recorded;
    if (written == null) {
      throw new IllegalStateException("a recording that was there is gone");
    }
    try (Recording recording = written.open(facts.input())) {
      return RecordedRun.replay(recording, builder, watch, KIND, facts.input());
    }
  }

  private SimulationResult execute(TimedGpuBuilder builder, Watch watch) throws IOException {
    TemporaryRecording recording = TemporaryRecording.create();
    List<TimedGpu> made = new ArrayList<>();
    boolean isWhole = false;
    try (Program program = input.opening().get()) {
      builder.recording(Channels.newOutputStream(recording.channel()));
      program.execute(device -> {
        TimedDevice timed = builder.build(device);
        made.add(timed.gpu());
        timed.gpu().observe(watch.of(timed.gpu()));
        return new TimedLauncher(timed);
      });
      if (made.isEmpty() || made.getFirst().nextLaunch() == 0) {
        throw new SimulationException(facts.input() + ": launches nothing");
      }
      made.getFirst().finish();
      SimulationResult result = made.getFirst().result(KIND, facts.input());
      warpInstructions = result.warpInstructions();
      recorded = recording;
      isWhole = true;
      return result;
    } finally {
      made.forEach(TimedGpu::close);
      if (!isWhole) {
        recording.close();
      }
    }
  }

  @Override
  public void close() {
    TemporaryRecording written = recorded;
    if (written != null) {
      try {
        written.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
