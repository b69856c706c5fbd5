package dev.magpie.report;

/**
 * A line across a chart at a value, such as a paper's mean or a bandwidth bound.
 *
 * @param label what it marks
 * @param value where it stands on the value axis
 */
public record Reference(String label, double value) {}
