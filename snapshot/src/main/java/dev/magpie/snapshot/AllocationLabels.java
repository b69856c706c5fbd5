package dev.magpie.snapshot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What people see allocations called: short, and each differently. */
public final class AllocationLabels {
  private AllocationLabels() {}

  /**
   * For each allocation its file, from where the files' paths differ, and its name if the file has
   * others; where there is one file, the name.
   */
  public static List<String> of(List<Allocation> allocations) {
    return of(
        allocations.stream().map(each -> each.source().toString()).toList(),
        allocations.stream().map(Allocation::name).toList());
  }

  /**
   * The same.
   *
   * @param files of each
   * @param names of each in its file
   */
  public static List<String> of(List<String> files, List<String> names) {
    Map<String, Integer> perFile = new HashMap<>();
    files.forEach(each -> perFile.merge(each, 1, Integer::sum));
    int common = commonDirectory(List.copyOf(perFile.keySet()));
    Map<String, Integer> seen = new HashMap<>();
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      String file = files.get(i);
      String name = names.get(i);
      String label =
          perFile.size() == 1
              ? name
              : perFile.getOrDefault(file, 1) == 1
                  ? file.substring(common)
                  : file.substring(common) + ": " + name;
      int times = seen.merge(label, 1, Integer::sum);
      labels.add(times == 1 ? label : label + " (" + times + ")");
    }
    return labels;
  }

  /** Files, from where their paths differ. */
  public static List<String> ofFiles(List<String> files) {
    int common = commonDirectory(files);
    return files.stream().map(each -> each.substring(common)).toList();
  }

  /** Length of the directories that all files are in, their last separator included. */
  private static int commonDirectory(List<String> files) {
    String first = files.isEmpty() ? "" : files.getFirst();
    int common = first.length();
    for (String file : files) {
      int same = 0;
      while (same < Math.min(common, file.length()) && file.charAt(same) == first.charAt(same)) {
        same++;
      }
      common = same;
    }
    return first.lastIndexOf('/', common - 1) + 1;
  }
}
