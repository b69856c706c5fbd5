package dev.magpie.buddy;

/**
 * The designs that the Buddy paper's Figure 7 compares.
 *
 * @param naive one target for the whole program
 * @param perAllocation the largest target of each allocation under the buddy threshold
 * @param zeroOptimised the same with 16x for what is mostly zero: the paper's final design
 * @param best every entry in device memory, in its own size; targets that some entries exceed can
 *     come to more
 */
public record Designs(Design naive, Design perAllocation, Design zeroOptimised, Design best) {}
