package dev.magpie.lab.series;

import dev.magpie.buddy.SeriesSizes;
import java.util.List;

/** What is kept of a {@link ProgramSeries}: all that does not follow from the rest. */
record MeasuredSeries(
    SeriesSizes sizes,
    double alike,
    double changing,
    List<List<Long>> bySize,
    MemoryTrace.Result trace) {}
