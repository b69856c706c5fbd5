package dev.magpie.depth.scene;

import java.util.function.Supplier;

/**
 * A camera of a mesh file.
 *
 * @param name empty if it has none
 * @param view what it sees; it throws a {@link SceneException} if that is nothing
 */
public record NamedCamera(String name, Supplier<Moving<Camera>> view) {}
