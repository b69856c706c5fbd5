package dev.magpie.explore.time;

import dev.magpie.gpu.Breakdown;
import dev.magpie.gpu.Energy;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.core.WarpState;
import dev.magpie.ptx.names.KernelNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a page shows of a simulation at once; the parts of its breakdown are asked for by
 * themselves.
 *
 * @param names short ones of its kernels
 */
record ShownTime(
    String gpu,
    String codec,
    String layout,
    double clockMegahertz,
    long cycles,
    double seconds,
    long warpInstructions,
    double ipc,
    SimulationResult.Footprint footprint,
    SimulationResult.Dram dram,
    SimulationResult.L1 l1,
    SimulationResult.L2 l2,
    SimulationResult.Crossbar crossbar,
    SimulationResult.MetadataCache metadataCache,
    SimulationResult.Blocks blocks,
    SimulationResult.@Nullable Buddy buddy,
    SimulationResult.@Nullable Unified unified,
    SimulationResult.@Nullable Link link,
    Energy joules,
    long schedulerCycles,
    long assistInstructions,
    Map<WarpState, Long> stalls,
    Map<String, String> names,
    List<Breakdown.Kernel> kernels,
    List<Breakdown.Multiprocessor> multiprocessors,
    List<SimulationResult.Launch> launches) {
  static ShownTime of(SimulationResult result) {
    Breakdown parts = result.breakdown();
    List<Breakdown.Multiprocessor> multiprocessors = parts == null ? null : parts.multiprocessors();
    return new ShownTime(
        result.gpu(),
        result.codec(),
        result.layout().map(SimulationResult.Layout::name).orElse("bandwidth-only"),
        result.clockMegahertz(),
        result.cycles(),
        result.seconds(),
        result.warpInstructions(),
        result.ipc(),
        result.footprint(),
        result.dram(),
        result.l1(),
        result.l2(),
        result.crossbar(),
        result.metadataCache(),
        result.blocks(),
        result.buddy(),
        result.unified(),
        result.link(),
        result.joules(),
        result.schedulerCycles(),
        result.assistInstructions(),
        result.stalls(),
        names(result),
        result.kernels(),
        Optional.ofNullable(multiprocessors).orElse(List.of()),
        result.launches());
  }

  private static Map<String, String> names(SimulationResult result) {
    List<String> kernels = result.kernels().stream().map(Breakdown.Kernel::kernel).toList();
    KernelNames names = KernelNames.of(kernels);
    return kernels.stream()
        .distinct()
        .collect(Collectors.toMap(Function.identity(), names::shortest));
  }
}
