package dev.magpie.job;

import java.util.List;

/**
 * What a run did.
 *
 * @param kernels in the order of their first launches
 */
public record RunResult(long launches, List<KernelResult> kernels) {}
