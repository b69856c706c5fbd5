package dev.magpie.explore.input;

import java.util.function.Supplier;

/**
 * Something to look at.
 *
 * @param <T> what it is once it is open
 * @param label what people see it called
 * @param input what it is opened from
 * @param opening opens it, on another thread
 */
public record Input<T>(String label, String input, Supplier<T> opening) {}
