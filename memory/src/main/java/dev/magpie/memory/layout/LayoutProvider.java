package dev.magpie.memory.layout;

import java.util.List;

/**
 * The layouts of somebody's own jar, for {@code magpie --plugin}: a class with a public constructor
 * without parameters, which the jar names in {@code
 * META-INF/services/dev.magpie.memory.layout.LayoutProvider}.
 */
public interface LayoutProvider {
  /** The families that the registry gets. */
  List<LayoutFamily> layouts();
}
