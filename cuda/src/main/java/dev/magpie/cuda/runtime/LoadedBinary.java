package dev.magpie.cuda.runtime;

import dev.magpie.cuda.binary.FatBinary;
import dev.magpie.cuda.binary.FatBinary.PtxImage;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Module;
import dev.magpie.ptx.PtxText;
import dev.magpie.ptx.ir.PtxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a program has registered as one binary, or loaded as one module. */
final class LoadedBinary {
  private static final Pattern VERSION =
      Pattern.compile("^\\s*\\.version\\s+(\\d{1,3})\\.", Pattern.MULTILINE);

  private static final Pattern TARGET =
      Pattern.compile("^\\s*\\.target\\s+sm_(\\d{1,3})", Pattern.MULTILINE);

  private final String label;
  private final int architecture;
  private final List<FatBinary> parts = new ArrayList<>();
  private @Nullable Module module;
  private int target;

  /**
   * An empty one.
   *
   * @param label what messages call it
   * @param architecture of the device, such as 90
   */
  LoadedBinary(String label, int architecture) {
    this.label = label;
    this.architecture = architecture;
  }

  void add(FatBinary part) {
    parts.add(part);
  }

  /** The major version of the PTX in it; 0 if there is none. */
  int ptxVersion() {
    return parts.stream()
        .flatMap(each -> each.ptx().stream())
        .mapToInt(each -> number(VERSION, each.text()))
        .max()
        .orElse(0);
  }

  private static int number(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  /** Whether a module is its own. */
  boolean hasLoaded(Module other) {
    return module == other;
  }

  /** The architecture that its module was compiled for, such as 75; 0 if there is no module. */
  int target() {
    return target;
  }

  /** Forgets what was loaded, as a reset of the device does. */
  void unload() {
    module = null;
  }

  /**
   * Its module, which is loaded when it is first needed.
   *
   * @param loaded is told of the module then
   */
  Module module(Device device, Consumer<Module> loaded) {
    Module known = module;
    if (known != null) {
      return known;
    }
    List<PtxText> texts = new ArrayList<>();
    for (FatBinary part : parts) {
      Optional<PtxImage> image = part.ptxFor(architecture);
      if (image.isPresent()) {
        String name = label + (parts.size() > 1 ? "-" + (texts.size() + 1) : "") + ".ptx";
        texts.add(new PtxText(name, image.get().text()));
      }
      if (image.isEmpty() && part.hasMachineCode()) {
        throw new CudaErrorException(
            CudaError.NO_KERNEL_IMAGE,
            label
                + " has machine code alone, and PTX is needed: compile with nvcc -arch=sm_75, or add"
                + " -gencode arch=compute_75,code=compute_75");
      }
    }
    if (texts.isEmpty()) {
      throw new CudaErrorException(CudaError.NO_KERNEL_IMAGE, label + " has no kernels");
    }
    try {
      Module made = device.load(texts);
      module = made;
      target = texts.stream().mapToInt(text -> number(TARGET, text.text())).max().orElse(0);
      loaded.accept(made);
      return made;
    } catch (PtxException e) {
      throw new CudaErrorException(CudaError.INVALID_PTX, String.valueOf(e.getMessage()));
    }
  }

  static Kernel kernel(Module module, String name) {
    try {
      return module.kernel(name);
    } catch (PtxException e) {
      throw new CudaErrorException(CudaError.NOT_SUPPORTED, String.valueOf(e.getMessage()));
    }
  }

  static Optional<DeviceBuffer> variable(Module module, String name) {
    try {
      return Optional.of(module.variable(name));
    } catch (PtxException _) {
      return Optional.empty();
    }
  }
}
