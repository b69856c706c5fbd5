package dev.magpie.explore.time;

import java.util.List;

/**
 * What a run is that can be timed.
 *
 * @param label what people see it called
 * @param input what it is from
 * @param kind as results have it: {@code recording} or {@code job}
 * @param program its name, where profiles know one
 * @param launches of a recording; 0 if nobody knows
 * @param warpInstructions of them
 * @param bytes of its allocations, likewise
 */
public record OpenedRun(
    String label,
    String input,
    String kind,
    String program,
    int launches,
    long warpInstructions,
    long bytes,
    List<String> remarks) {}
