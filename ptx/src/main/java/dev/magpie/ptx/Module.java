package dev.magpie.ptx;

import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.ptx.execute.KernelImage;
import dev.magpie.ptx.execute.KernelLinker;
import dev.magpie.ptx.ir.Function;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.ir.PtxModule;
import dev.magpie.ptx.ir.StateSpace;
import dev.magpie.ptx.ir.Variable;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A PTX module on a device: its variables have memory, its kernels can be launched. */
public final class Module {
  private final PtxModule source;
  private final String text;
  private final IdentityHashMap<Variable, DeviceBuffer> variables = new IdentityHashMap<>();
  private final Map<String, DeviceBuffer> variableNames = new HashMap<>();
  private final Map<String, Long> functionAddresses = new HashMap<>();
  private final Map<String, Kernel> kernels = new HashMap<>();

  Module(Device device, PtxModule source, String text, long firstFunction) {
    this.source = source;
    this.text = text;
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
    for (Map.Entry<Variable, DeviceBuffer> each : variables.entrySet()) {
      VariableInitializer.write(
          source.label(), each.getKey(), each.getValue().memory(), this::symbolAddress);
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

  /** The PTX that it was loaded from. */
  public String text() {
    return text;
  }

  /** The names of its kernels, in order. */
  public List<String> kernels() {
    return source.functions().values().stream()
        .filter(Function::isEntry)
        .map(Function::name)
        .toList();
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
   * @throws PtxException if there is none of the name, or if it can reach an instruction that is
   *     not supported
   */
  public Kernel kernel(String name) {
    Kernel known = kernels.get(name);
    if (known != null) {
      return known;
    }
    Function function = source.functions().get(name);
    if (function == null || !function.isEntry() || !function.isDefined()) {
      throw new PtxException(
          "%s: has no kernel '%s'; it has %s"
              .formatted(
                  label(), name, kernels().isEmpty() ? "none" : String.join(", ", kernels())));
    }
    KernelImage image = KernelLinker.link(source, function, new Addresses());
    if (!image.unsupported().isEmpty()) {
      int more = image.unsupported().size() - 1;
      throw new PtxException(
          image.unsupported().getFirst()
              + (more == 0 ? "" : " (and %d more like it)".formatted(more)));
    }
    Kernel kernel = new Kernel(this, function, image);
    kernels.put(name, kernel);
    return kernel;
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
