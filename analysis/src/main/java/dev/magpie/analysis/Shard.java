package dev.magpie.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of several equal parts of work, which somebody puts together again. Parts follow each other,
 * so that what belongs together mostly stays so.
 *
 * @param number which, from 1 on
 * @param of how many there are
 */
public record Shard(int number, int of) {
  /** All of the work. */
  public static final Shard WHOLE = new Shard(1, 1);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

  /**
   * @throws IllegalArgumentException if there is no such part
   */
  public Shard {
    if (of < 1 || number < 1 || number > of) {
      throw new IllegalArgumentException(
          "%d/%d is no shard; the first of four is 1/4, the last 4/4".formatted(number, of));
    }
  }

  /**
   * Reads one, such as {@code 1/4}.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Shard parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "'%s' is no shard; the first of four is 1/4, the last 4/4".formatted(text));
    }
    return new Shard(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
  }

  /**
   * Makes sure that some shards are all there are, each once.
   *
   * @param from what messages call where each is from
   * @throws IllegalArgumentException if one is missing, there twice, or of another number
   */
  public static void requireAll(List<Shard> shards, List<String> from) {
    Map<Integer, String> there = new HashMap<>();
    int of = shards.getFirst().of;
    for (int i = 0; i < shards.size(); i++) {
      Shard each = shards.get(i);
      if (each.of != of) {
        throw new IllegalArgumentException(
            "%s: is shard %s, and %s is one of %d".formatted(from.get(i), each, from.get(0), of));
      }
      String other = there.put(each.number, from.get(i));
      if (other != null) {
        throw new IllegalArgumentException(
            "%s: is shard %s, and so is %s".formatted(from.get(i), each, other));
      }
    }
    for (int number = 1; number <= of; number++) {
      if (!there.containsKey(number)) {
        throw new IllegalArgumentException(
            "shard %d/%d is missing; name the results of all %d".formatted(number, of, of));
      }
    }
  }

  /** Whether it is all of the work. */
  public boolean isWhole() {
    return of == 1;
  }

  /** Where it begins in work of so many units. */
  public long from(long units) {
    return cut(units, number - 1);
  }

  /** Where it ends. */
  public long to(long units) {
    return cut(units, number);
  }

  private long cut(long units, int shards) {
    return units / of * shards + units % of * shards / of;
  }

  /** Its part of a list. */
  public <T> List<T> of(List<T> all) {
    return new ArrayList<>(all.subList((int) from(all.size()), (int) to(all.size())));
  }

  @Override
  public String toString() {
    return number + "/" + of;
  }
}
