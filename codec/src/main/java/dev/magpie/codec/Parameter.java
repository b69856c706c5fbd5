package dev.magpie.codec;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** One setting of a codec family: what it is called, may be and means. */
public sealed interface Parameter {

  String name();

  /** The value that holds where the specification gives none. */
  String defaultValue();

  /** What the setting decides, in a few words. */
  String meaning();

  /** The legal values in words, as in {@code full, six or b4}. */
  String legalValues();

  boolean accepts(String value);

  /** One of a few words. */
  record Choice(String name, List<String> values, String meaning) implements Parameter {
    public Choice {
      values = List.copyOf(values);
    }

    /** The first value is the default. */
    @Override
    public String defaultValue() {
      return values.getFirst();
    }

    @Override
    public String legalValues() {
      int last = values.size() - 1;
      return last == 0
          ? values.getFirst()
          : String.join(", ", values.subList(0, last)) + " or " + values.get(last);
    }

    @Override
    public boolean accepts(String value) {
      return values.contains(value);
    }
  }

  /** A whole number in a range; an empty default is explained by the meaning. */
  record Whole(String name, String defaultValue, int least, int most, String meaning)
      implements Parameter {
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}");

    @Override
    public String legalValues() {
      return least + " to " + most;
    }

    @Override
    public boolean accepts(String value) {
      // One spelling for each number, since reports show specifications as they were given.
      if (!NUMBER.matcher(value).matches()) {
        return false;
      }
      int number = Integer.parseInt(value);
      return number >= least && number <= most;
    }
  }

  /** Some of a few words, each at most once, joined by {@code +}. */
  record Combination(String name, String defaultValue, List<String> members, String meaning)
      implements Parameter {
    public Combination {
      members = List.copyOf(members);
    }

    @Override
    public String legalValues() {
      return String.join(", ", members) + " or several of them joined by +";
    }

    @Override
    public boolean accepts(String value) {
      Set<String> seen = new HashSet<>();
      return Arrays.stream(value.split("\\+", -1))
          .allMatch(part -> members.contains(part) && seen.add(part));
    }
  }

  /** On when named, off otherwise. */
  record Flag(String name, String meaning) implements Parameter {
    @Override
    public String defaultValue() {
      return "false";
    }

    @Override
    public String legalValues() {
      return "true or false";
    }

    @Override
    public boolean accepts(String value) {
      return value.equals("true") || value.equals("false");
    }
  }

  /** The path of a file, without commas; no file where it is not given. */
  record File(String name, String meaning) implements Parameter {
    @Override
    public String defaultValue() {
      return "";
    }

    @Override
    public String legalValues() {
      return "a file";
    }

    @Override
    public boolean accepts(String value) {
      return !value.isEmpty();
    }
  }
}
