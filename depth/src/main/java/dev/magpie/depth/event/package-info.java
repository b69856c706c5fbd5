/**
 * What the depth pipeline's front end hands to its back-ends: one event for each tile of a triangle
 * that survives hierarchical culling, and the one expression that gives its depths.
 */
@NullMarked
package dev.magpie.depth.event;

import org.jspecify.annotations.NullMarked;
