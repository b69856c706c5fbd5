package dev.magpie.ptx.execute;

import org.jspecify.annotations.Nullable;

/**
 * What all blocks of a launch share.
 *
 * @param kernel what they execute
 * @param shape how many they are, and how large
 * @param parameters the kernel's arguments, as they lie in its parameter memory
 * @param global the device's memory
 * @param observer is told of each access to memory, or null
 * @param sink is told of accesses to global memory in any order, or null
 * @param output takes what the threads print
 * @param countsAccesses whether its profile counts accesses to memory
 * @param compilesAfter how often a stretch is executed before it is compiled
 * @param concurrent whether blocks run at the same time
 * @param cooperative whether all blocks are resident at once, to wait for each other
 * @param gridWorkspace address of what CUDA's grid barrier keeps its count in; 0 if there is none
 */
public record LaunchContext(
    KernelImage kernel,
    LaunchShape shape,
    Region parameters,
    GlobalMemory global,
    @Nullable MemoryObserver observer,
    @Nullable AccessSink sink,
    Appendable output,
    boolean countsAccesses,
    int compilesAfter,
    boolean concurrent,
    boolean cooperative,
    long gridWorkspace) {

  /** The same launch, of which nobody but a sink is told. */
  public LaunchContext toldTo(AccessSink other) {
    return new LaunchContext(
        kernel,
        shape,
        parameters,
        global,
        null,
        other,
        output,
        countsAccesses,
        compilesAfter,
        concurrent,
        cooperative,
        gridWorkspace);
  }
}
