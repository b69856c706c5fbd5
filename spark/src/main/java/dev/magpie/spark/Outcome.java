package dev.magpie.spark;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a task came to. Spark would do one that throws again, and tell of it in many lines.
 *
 * @param found null if there is a problem
 * @param problem one line, if no machine could do it
 */
record Outcome(@Nullable Serializable found, @Nullable String problem) implements Serializable {}
