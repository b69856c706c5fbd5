package dev.magpie.analysis;

import java.util.List;
import java.util.Optional;

/** The figures about data that there are. */
public final class DataFigures {
  private static final List<DataFigure> ALL =
      List.of(new Entropy(), new EntropyByPlace(), new ZeroBlocks());

  private DataFigures() {}

  /** What they are called. */
  public static List<String> names() {
    return ALL.stream().map(each -> each.figure().name()).toList();
  }

  public static Optional<DataFigure> named(String name) {
    return ALL.stream().filter(each -> each.figure().name().equals(name)).findFirst();
  }
}
