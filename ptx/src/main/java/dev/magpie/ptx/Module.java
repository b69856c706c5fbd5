package dev.magpie.ptx;

import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.ptx.execute.KernelImage;
import dev.magpie.ptx.execute.KernelLinker;
import dev.magpie.ptx.ir.Function;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.ir.PtxModule;
import dev.magpie.ptx.ir.StateSpace;
import dev.magpie.ptx.ir.Variable;
import dev.magpie.ptx.names.KernelNames;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A PTX module on a device: its variables have memory, its kernels can be launched. */
public final class Module {
  private static final int MOST_NAMES = 8;
  private static final int NEAREST = 3;

  private final Device device;
  private final PtxModule source;
  private final List<PtxText> texts;
  private final IdentityHashMap<Variable, DeviceBuffer> variables = new IdentityHashMap<>();
  private final Map<String, DeviceBuffer> variableNames = new HashMap<>();
  private final Map<String, Long> functionAddresses = new HashMap<>();
  private final Map<String, Kernel> kernels = new HashMap<>();
  private @Nullable KernelNames names;

  Module(Device device, PtxModule source, List<PtxText> texts, long firstFunction) {
    this.device = device;
    this.source = source;
    this.texts = List.copyOf(texts);
    long address = firstFunction;
    for (Function function : source.functions().values()) {
      if (functionAddresses.putIfAbsent(function.name(), address) == null) {
        address += AddressSpace.CODE_STEP;
      }
    }
    // Aliases have the addresses of the functions that they stand for.
    source
        .functions()
        .forEach((name, function) ->
            functionAddresses.put(name, functionAddresses.getOrDefault(function.name(), 0L)));
    for (Variable variable : source.variables()) {
      if (variable.space() == StateSpace.GLOBAL || variable.space() == StateSpace.CONST) {
        DeviceBuffer buffer = device.variable(variable);
        variables.put(variable, buffer);
        variableNames.put(variable.name(), buffer);
      }
    }
    source
        .standIns()
        .forEach((named, variable) -> {
          DeviceBuffer buffer = variables.get(variable);
          if (buffer != null) {
            variables.put(named, buffer);
          }
        });
    for (Variable variable : source.variables()) {
      DeviceBuffer buffer = variables.get(variable);
      if (buffer != null) {
        VariableInitializer.write(source.label(), variable, buffer.memory(), this::symbolAddress);
      }
    }
  }

  private @Nullable Long symbolAddress(String symbol) {
    DeviceBuffer variable = variableNames.get(symbol);
    return variable != null ? (Long) variable.address() : functionAddresses.get(symbol);
  }

  /** What messages call it. */
  public String label() {
    return source.label();
  }

  /** The PTX that it was loaded from; of several texts, in their order. */
  public List<PtxText> texts() {
    return texts;
  }

  /**
   * The PTX that it was loaded from.
   *
   * @throws PtxException if it was linked from several texts
   */
  public String text() {
    if (texts.size() > 1) {
      throw new PtxException("%s: is linked from several texts, not one".formatted(label()));
    }
    return texts.getFirst().text();
  }

  /**
   * The names of its kernels in its PTX, in order; {@link #kernelNames} has them as people read
   * them.
   */
  public List<String> kernels() {
    return source.functions().values().stream()
        .filter(Function::isEntry)
        .map(Function::name)
        .toList();
  }

  /** The names of the kernels that it defines, as people read and write them. */
  public KernelNames kernelNames() {
    KernelNames known = names;
    if (known == null) {
      known =
          KernelNames.of(
              source.functions().values().stream()
                  .filter(Module::isKernel)
                  .map(Function::name)
                  .toList());
      names = known;
    }
    return known;
  }

  private static boolean isKernel(Function function) {
    return function.isEntry() && function.isDefined();
  }

  /** The kernel whose function has an address, or null. */
  @Nullable Kernel kernelAt(long address) {
    for (Map.Entry<String, Long> each : functionAddresses.entrySet()) {
      Function function = source.functions().get(each.getKey());
      if (each.getValue() == address && function != null && isKernel(function)) {
        return kernel(function.name());
      }
    }
    return null;
  }

  /** The memory of a variable of the module. */
  public DeviceBuffer variable(String name) {
    DeviceBuffer buffer = variableNames.get(name);
    if (buffer == null) {
      throw new PtxException(
          "%s: has no variable '%s' in global or constant memory".formatted(label(), name));
    }
    return buffer;
  }

  /** What the module calls a buffer that is one of its variables. */
  public Optional<String> variableName(DeviceBuffer buffer) {
    return variableNames.entrySet().stream()
        .filter(each -> each.getValue().address() == buffer.address())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /**
   * A kernel of the module.
   *
   * @param name as in PTX, {@code _Z6reduceIfLj512EEvPT_S1_j}, or as in C++: {@code reduce<float,
   *     512>(float*, float*, unsigned int)}, of which parameters, arguments of templates and outer
   *     scopes may be left out where one kernel is meant
   * @throws PtxException if there is none or more than one of the name, or if it can reach an
   *     instruction that is not supported
   */
  public Kernel kernel(String name) {
    Kernel known = kernels.get(name);
    if (known != null) {
      return known;
    }
    Function function = find(name);
    Kernel kernel = kernels.get(function.name());
    if (kernel == null) {
      kernel = link(function);
      kernels.put(function.name(), kernel);
    }
    kernels.put(name, kernel);
    return kernel;
  }

  private Function find(String name) {
    Function exact = source.functions().get(name);
    if (exact != null && isKernel(exact)) {
      return exact;
    }
    List<String> matching = kernelNames().matching(name);
    if (matching.size() > 1) {
      throw new PtxException(
          "%s: '%s' is the name of %d kernels; write which, as %s"
              .formatted(
                  label(),
                  name,
                  matching.size(),
                  some(matching.stream().map(kernelNames()::shortest).toList())));
    }
    Function function = matching.isEmpty() ? null : source.functions().get(matching.getFirst());
    if (function == null) {
      throw new PtxException(
          "%s: has no kernel '%s'; it has %s".formatted(label(), name, nearest(name)));
    }
    return function;
  }

  private static String some(List<String> kernels) {
    int more = kernels.size() - MOST_NAMES;
    return String.join(", ", kernels.subList(0, Math.min(MOST_NAMES, kernels.size())))
        + (more > 0 ? " and %d more".formatted(more) : "");
  }

  private String nearest(String name) {
    List<String> kernels = kernels();
    if (kernels.isEmpty()) {
      return "none";
    }
    if (kernels.size() <= MOST_NAMES) {
      return String.join(", ", kernels.stream().map(kernelNames()::shortest).toList());
    }
    return "%d, the nearest are %s"
        .formatted(kernels.size(), String.join(", ", kernelNames().nearest(name, NEAREST)));
  }

  private Kernel link(Function function) {
    KernelImage image =
        KernelLinker.link(
            source, function, kernelNames().shortest(function.name()), new Addresses());
    if (!image.unsupported().isEmpty()) {
      int more = image.unsupported().size() - 1;
      throw new PtxException(
          image.unsupported().getFirst()
              + (more == 0 ? "" : " (and %d more like it)".formatted(more)));
    }
    device.linked(image);
    return new Kernel(this, function, image);
  }

  private final class Addresses implements KernelLinker.Symbols {
    @Override
    public long address(Variable variable) {
      DeviceBuffer buffer = variables.get(variable);
      if (buffer == null) {
        throw new PtxException(
            "%s:%d: '%s' has no memory".formatted(label(), variable.line(), variable.name()));
      }
      return buffer.address();
    }

    @Override
    public @Nullable Long functionAddress(String name) {
      return functionAddresses.get(name);
    }
  }
}
