package dev.magpie.snapshot;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Finds allocations that a user names one by one. */
public final class AllocationNames {
  /** Names in a message, and characters of each. */
  private static final int MOST_LISTED = 8;

  private static final int MOST_CHARACTERS = 100;

  private final List<Allocation> allocations;
  private final List<String> labels;

  /**
   * Those of these.
   *
   * @param allocations of one snapshot
   */
  public AllocationNames(List<Allocation> allocations) {
    this.allocations = List.copyOf(allocations);
    this.labels = AllocationLabels.of(allocations);
  }

  /**
   * The allocations of a name: the one that {@link AllocationLabels} calls so, else those that
   * their files call so. More than one only where several files have arrays of the name.
   */
  public List<Allocation> called(String name) {
    int labelled = labels.indexOf(name);
    return labelled >= 0
        ? List.of(allocations.get(labelled))
        : allocations.stream().filter(each -> each.name().equals(name)).toList();
  }

  /** A few labels for a message: those of the arrays that their files call so. */
  public String alike(String name) {
    List<String> alike =
        IntStream.range(0, allocations.size())
            .filter(i -> allocations.get(i).name().equals(name))
            .mapToObj(labels::get)
            .toList();
    return shown(alike.stream().limit(MOST_LISTED).toList(), alike.size());
  }

  /** A few labels for a message: those that are nearest to a name; the first ones to none. */
  public String nearest(String name) {
    return shown(
        name.isEmpty()
            ? labels.stream().limit(MOST_LISTED).toList()
            : SimilarNames.of(name, labels, MOST_LISTED),
        labels.size());
  }

  private static String shown(List<String> first, int all) {
    String names =
        first.stream()
            .map(each ->
                each.length() <= MOST_CHARACTERS
                    ? each
                    : "..." + each.substring(each.length() - MOST_CHARACTERS))
            .collect(Collectors.joining(", "));
    return all == first.size()
        ? names
        : String.format(Locale.ROOT, "%s and %,d more", names, all - first.size());
  }
}
