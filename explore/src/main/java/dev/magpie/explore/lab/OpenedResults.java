package dev.magpie.explore.lab;

import java.util.List;

/**
 * What a directory of results is that is open.
 *
 * @param label what people see it called
 * @param input what it was opened from
 * @param bytes of the files in it
 * @param remarks what of it could not be read
 */
public record OpenedResults(
    String label, String input, int experiments, int claims, long bytes, List<String> remarks) {
  static OpenedResults of(ShownResults shown) {
    return new OpenedResults(
        shown.label(),
        shown.input(),
        shown.board().results().size(),
        shown.board().results().stream().mapToInt(each -> each.claims().size()).sum(),
        shown.board().bytes(),
        shown.board().remarks());
  }
}
