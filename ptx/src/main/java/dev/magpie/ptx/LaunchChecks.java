package dev.magpie.ptx;

import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.GridRunner;
import dev.magpie.ptx.execute.KernelImage;
import dev.magpie.ptx.execute.LaunchShape;
import dev.magpie.ptx.execute.Region;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.ir.Variable;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Checks a launch against its kernel and the limits of devices. */
final class LaunchChecks {
  private static final int MOST_THREADS = 1024;
  private static final int MOST_SHARED = 227 << 10;

  private LaunchChecks() {}

  static LaunchShape shape(Launch launch) {
    Dim3 grid = launch.grid();
    Dim3 block = launch.block();
    String name = launch.kernel().shortName();
    if (grid.y() > 65535 || grid.z() > 65535) {
      throw new PtxException(
          "kernel %s: a grid of %s blocks is beyond the limits (2147483647,65535,65535)"
              .formatted(name, grid));
    }
    if (block.count() > MOST_THREADS || block.z() > 64) {
      throw new PtxException(
          "kernel %s: a block of %s threads is beyond the limits: %d threads, 64 in z"
              .formatted(name, block, MOST_THREADS));
    }
    limit(launch, "maxntid", false);
    limit(launch, "reqntid", true);
    long shared = (long) launch.kernel().staticSharedBytes() + launch.sharedBytes();
    if (launch.sharedBytes() < 0 || shared > MOST_SHARED) {
      throw new PtxException(
          "kernel %s: %d bytes of shared memory are beyond the limit of %d"
              .formatted(name, shared, MOST_SHARED));
    }
    return new LaunchShape(grid, block, (int) shared, launch.sharedBytes());
  }

  /** Checks that all blocks of a cooperative launch may be resident at once. */
  static void resident(Launch launch, LaunchShape shape, long most) {
    long blocks = launch.grid().count();
    if (!launch.isCooperative()) {
      return;
    }
    if (blocks > most) {
      throw new PtxException(
          "kernel %s: a cooperative launch has all its blocks resident at once, and of its %d only %d may be"
              .formatted(launch.kernel().shortName(), blocks, most));
    }
    long each = GridRunner.residentBytes(launch.kernel().image(), shape);
    long room = Runtime.getRuntime().maxMemory();
    if (blocks > room / each) {
      throw new PtxException(
          "kernel %s: a cooperative launch has all its blocks resident at once, and the host has room for %d of its %d"
              .formatted(launch.kernel().shortName(), room / each, blocks));
    }
  }

  private static void limit(Launch launch, String directive, boolean exact) {
    List<Integer> numbers = launch.kernel().function().limits().getOrDefault(directive, List.of());
    if (numbers.isEmpty()) {
      return;
    }
    long threads = numbers.stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
    if (exact ? launch.block().count() != threads : launch.block().count() > threads) {
      throw new PtxException(
          "kernel %s: a block of %s threads, and its .%s says %s%d"
              .formatted(
                  launch.kernel().shortName(),
                  launch.block(),
                  directive,
                  exact ? "" : "at most ",
                  threads));
    }
  }

  /** The parameter memory with the arguments. */
  static Region parameters(Launch launch) {
    KernelImage image = launch.kernel().image();
    List<Variable> formal = launch.kernel().parameters();
    List<Argument> actual = launch.arguments();
    if (formal.size() != actual.size()) {
      throw new PtxException(
          "kernel %s takes %d arguments, not %d"
              .formatted(launch.kernel().shortName(), formal.size(), actual.size()));
    }
    Region region = Region.allocateConstant("parameters", 0, image.parameterBytes());
    for (int i = 0; i < formal.size(); i++) {
      checkType(launch, i, formal.get(i));
      write(
          launch,
          i,
          region.memory().asSlice(image.parameterOffsets().get(i), formal.get(i).bytes()));
    }
    return region;
  }

  /** PTX says of a number whether it is an integer; untyped bits and structures may be anything. */
  private static void checkType(Launch launch, int index, Variable parameter) {
    Argument argument = launch.arguments().get(index);
    boolean isReal =
        argument instanceof Argument.Scalar(Dtype type, _)
            && switch (type) {
              case F16, BF16, F32, F64 -> true;
              default -> false;
            };
    boolean fits =
        argument instanceof Argument.Structure
            || switch (parameter.type().kind()) {
              case FLOAT -> isReal;
              case SIGNED, UNSIGNED -> !isReal;
              default -> true;
            };
    if (!fits && parameter.bytes() == parameter.type().bytes()) {
      throw new PtxException(
          "kernel %s: argument %d is %s, and the parameter is .%s"
              .formatted(launch.kernel().shortName(), index + 1, argument, parameter.type()));
    }
  }

  private static void write(Launch launch, int index, MemorySegment place) {
    Argument argument = launch.arguments().get(index);
    long bytes =
        switch (argument) {
          case Argument.Pointer _ -> 8;
          case Argument.Scalar scalar -> scalar.type().bytes();
          case Argument.Structure structure -> structure.bytes().byteSize();
        };
    if (bytes != place.byteSize()) {
      throw new PtxException(
          "kernel %s: argument %d is %s, and the parameter takes %d bytes"
              .formatted(launch.kernel().shortName(), index + 1, argument, place.byteSize()));
    }
    switch (argument) {
      case Argument.Pointer(DeviceBuffer buffer) -> number(place, buffer.address());
      case Argument.Scalar(_, long bits) -> number(place, bits);
      case Argument.Structure(MemorySegment each) -> place.copyFrom(each);
    }
  }

  private static void number(MemorySegment place, long bits) {
    for (int i = 0; i < place.byteSize(); i++) {
      place.set(ValueLayout.JAVA_BYTE, i, (byte) (bits >>> (8 * i)));
    }
  }
}
