package dev.magpie.ptx;

import dev.magpie.ptx.execute.ExecutionProfile;

/**
 * What a launch did.
 *
 * @param profile how often it executed each operation of the kernel
 * @param hostSeconds how long it took on the host
 */
public record LaunchResult(Kernel kernel, ExecutionProfile profile, double hostSeconds) {}
