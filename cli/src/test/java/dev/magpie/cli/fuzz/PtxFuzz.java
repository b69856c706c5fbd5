package dev.magpie.cli.fuzz;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.Module;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.ir.Variable;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** PTX: what is accepted is launched, for a while. */
final class PtxFuzz {
  private static final LaunchOptions OPTIONS =
      LaunchOptions.DEFAULT.withInstructionLimit(2000).countingAccesses();

  private PtxFuzz() {}

  static void accept(byte[] bytes) {
    Device device = new Device();
    Module module = device.load("kernels.ptx", new String(bytes, StandardCharsets.UTF_8));
    DeviceBuffer buffer = device.malloc("buffer", Dtype.U32, List.of(256L));
    for (String name : module.kernels()) {
      Kernel kernel = module.kernel(name);
      List<Argument> arguments =
          kernel.parameters().stream().map(each -> argument(each, buffer)).toList();
      device.launch(new Launch(kernel, Dim3.of(2), Dim3.of(40), 64, arguments), OPTIONS);
    }
  }

  private static Argument argument(Variable parameter, DeviceBuffer buffer) {
    return switch ((int) Math.min(parameter.bytes(), 256)) {
      case 4 -> Argument.of(3);
      case 8 -> Argument.of(buffer);
      default ->
          new Argument.Structure(
              MemorySegment.ofArray(new byte[(int) Math.min(parameter.bytes(), 1 << 16)]));
    };
  }
}
