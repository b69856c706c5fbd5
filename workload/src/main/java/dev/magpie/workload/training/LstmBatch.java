package dev.magpie.workload.training;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a step of {@link BigLstm} reads: all that the host makes up.
 *
 * @param words of all texts, step of time by step, and a step more
 * @param right the words that come next
 * @param candidates sampled words, and then the right ones
 * @param expected the logarithm of how often each is among the samples
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
record LstmBatch(
    int[] words,
    int[] right,
    int[] candidates,
    float[] expected,
    Rows embeddingRows,
    Rows softmaxRows) {
  /**
   * Rows of a table that a step touches, each once.
   *
   * @param places of words among these rows
   * @param touched which rows, and then anything
   * @param count of rows
   */
  record Rows(int[] places, int[] touched, int count) {
    /**
     * Rows in the order in which words meet them first.
     *
     * @param words in their places
     * @param first the place to begin at; those before it come last
     * @param count of words
     */
    static Rows of(int[] words, int first, int count) {
      int[] places = new int[count];
      int[] touched = new int[count];
      Map<Integer, Integer> known = new LinkedHashMap<>();
      for (int i = 0; i < count; i++) {
        int at = (first + i) % count;
        Integer place = known.get(words[at]);
        if (place == null) {
          place = known.size();
          known.put(words[at], place);
          touched[place] = words[at];
        }
        places[at] = place;
      }
      return new Rows(places, touched, known.size());
    }
  }
}
