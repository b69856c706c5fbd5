package dev.magpie.gpu;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.Dim3;
import java.util.ArrayList;
import java.util.List;

/** A device on a timed GPU with a memory of fixed latency. */
final class FixedLatencyGpu {
  static final int MEMORY_LATENCY = 300;

  final Device device = new Device();
  final List<LaunchTiming> timings = new ArrayList<>();
  final TimedGpu gpu;
  private final TimedDevice timed;
  private final List<FixedLatencyMemory> memories = new ArrayList<>();
  private final List<FixedLatencyMemory.Entry> requests = new ArrayList<>();

  FixedLatencyGpu(GpuConfig config) {
    this(config, MEMORY_LATENCY, 64);
  }

  FixedLatencyGpu(GpuConfig config, int latency, int room) {
    timed =
        TimedGpu.builder(config)
            .memory(listener -> {
              memories.add(new FixedLatencyMemory(listener, latency, room, requests));
              return memories.getLast();
            })
            .observe(
                new GpuObserver() {
                  @Override
                  public void launchEnded(LaunchTiming timing) {
                    timings.add(timing);
                  }
                })
            .build(device);
    gpu = timed.gpu();
  }

  static GpuConfig gtx580() {
    return GpuConfigs.named("gtx580").orElseThrow();
  }

  /** What the memory was told of how much latency the program hides. */
  List<Double> tolerances() {
    return memories.getLast().tolerances;
  }

  /** What has reached the memory. */
  List<FixedLatencyMemory.Entry> requests() {
    return requests;
  }

  /** Runs the one kernel of a module, called k. */
  LaunchTiming run(String ptx, int blocks, int threads, DeviceBuffer... buffers) {
    Argument[] arguments = new Argument[buffers.length];
    for (int i = 0; i < buffers.length; i++) {
      arguments[i] = Argument.of(buffers[i]);
    }
    timed.launch(
        Launch.of(
            device.load("k.ptx", ptx).kernel("k"), Dim3.of(blocks), Dim3.of(threads), arguments),
        LaunchOptions.DEFAULT);
    return timings.getLast();
  }

  /** A kernel k of pointers p0, p1, ..., which are in %rd0, %rd1, ..., with a body. */
  static String kernel(int pointers, String body) {
    StringBuilder text =
        new StringBuilder(".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k(");
    for (int i = 0; i < pointers; i++) {
      text.append(i == 0 ? "" : ", ").append(".param .u64 p").append(i);
    }
    text.append(
        ") {\n.reg .pred %p<8>;\n.reg .b32 %r<64>;\n.reg .b64 %rd<64>;\n.reg .f32 %f<64>;\n");
    for (int i = 0; i < pointers; i++) {
      text.append("ld.param.u64 %rd").append(i).append(", [p").append(i).append("];\n");
    }
    return text.append(body).append("\nret;\n}\n").toString();
  }
}
