package dev.magpie.explore.input;

import dev.magpie.explore.web.Resource;
import java.util.Map;

/** What pages ask of the inputs of one kind; closing ends what is under way, and the inputs. */
public interface InputResources extends AutoCloseable {
  /** How far the inputs are open. */
  Opening<?> opening();

  /** The resources, whose names are no other kind's. */
  Map<String, Resource> byName();

  @Override
  void close();
}
