package dev.magpie.snapshot;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pickle, Python's program for making objects, as data: where Python would call something,
 * a {@link Made} says what, and nothing is called.
 *
 * <p>Lists and tuples are {@link List}, dictionaries {@link Map}, texts {@link String}, whole
 * numbers {@link Long}, others {@link Double} and {@link Boolean}; {@code None} is {@link
 * Nothing#NONE}, and what no tensor needs, such as bytes and numbers beyond 64 bits, is {@link
 * Nothing#OTHER}.
 */
final class PickleReader {
  /** Of what no tensor needs. */
  enum Nothing {
    NONE,
    OTHER
  }

  /** A class or a function of a module. */
  record Name(String module, String name) {
    @Override
    public String toString() {
      return module + "." + name;
    }
  }

  /** What the program that wrote the pickle keeps elsewhere. */
  record Kept(Object id) {}

  /** An object that Python would make by a call. */
  static final class Made {
    final Object callable;
    final List<Object> arguments;

    /** What it is given afterwards; of most objects their fields. */
    Object state = Nothing.NONE;

    /** What it is given as a list or a dictionary. */
    final Map<Object, Object> items = new LinkedHashMap<>();

    Made(Object callable, List<Object> arguments) {
      this.callable = callable;
      this.arguments = arguments;
    }
  }

  /** Where a list, a dictionary or a call begins on the stack. */
  private enum Mark {
    HERE
  }

  /** What {@code collections.OrderedDict()} and {@code dict()} make. */
  private static final List<Name> DICTIONARIES =
      List.of(
          new Name("collections", "OrderedDict"),
          new Name("collections", "defaultdict"),
          new Name("builtins", "dict"),
          new Name("__builtin__", "dict"));

  private final Bytes file;
  private final Deque<Object> stack = new ArrayDeque<>();
  private final Map<Long, Object> memo = new HashMap<>();
  private long at;

  private PickleReader(Bytes file) {
    this.file = file;
  }

  /** What the pickle makes. */
  static Object read(Bytes file) {
    return new PickleReader(file).read();
  }

  private Object read() {
    while (true) {
      long begin = at;
      int operation = u8();
      if (operation == '.') {
        return pop();
      }
      if (!takeConstant(operation) && !takeCollection(operation) && !takeObject(operation)) {
        throw file.at(begin, "a pickle has no operation 0x%02x".formatted(operation));
      }
    }
  }

  private boolean takeConstant(int operation) {
    switch (operation) {
      case 0x80 -> u8(); // PROTO
      case 0x95 -> number(8); // FRAME
      case 'N' -> push(Nothing.NONE);
      case 0x88 -> push(true);
      case 0x89 -> push(false);
      case 'J' -> push((long) (int) number(4));
      case 'K' -> push(number(1));
      case 'M' -> push(number(2));
      case 'I' -> pushDecimal(line());
      case 'L' -> pushDecimal(line().replace("L", ""));
      case 0x8a -> push(whole(number(1)));
      case 0x8b -> push(whole(number(4)));
      case 'F' -> push(decimal(line()));
      case 'G' -> push(Double.longBitsToDouble(Long.reverseBytes(number(8))));
      case 'S' -> push(line().replaceAll("^['\"]|['\"]$", ""));
      case 'T' -> push(text(number(4), ISO_8859_1));
      case 'U' -> push(text(number(1), ISO_8859_1));
      case 'V' -> push(line());
      case 'X' -> push(text(number(4), UTF_8));
      case 0x8c -> push(text(number(1), UTF_8));
      case 0x8d -> push(text(number(8), UTF_8));
      case 'B' -> pushBytes(number(4));
      case 'C' -> pushBytes(number(1));
      case 0x8e, 0x96 -> pushBytes(number(8));
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean takeCollection(int operation) {
    switch (operation) {
      case '(' -> push(Mark.HERE);
      case ']' -> push(new ArrayList<>());
      case ')' -> push(List.of());
      case '}' -> push(new LinkedHashMap<>());
      case 0x8f -> push(new ArrayList<>());
      case 'l', 't', 0x91 -> push(toMark());
      case 0x85 -> push(last(1));
      case 0x86 -> push(last(2));
      case 0x87 -> push(last(3));
      case 'd' -> {
        List<Object> items = toMark();
        Map<Object, Object> made = new LinkedHashMap<>();
        push(made);
        put(items);
      }
      case 'a' -> append(last(1));
      case 'e', 0x90 -> append(toMark());
      case 's' -> put(last(2));
      case 'u' -> put(toMark());
      case '0' -> pop();
      case '1' -> toMark();
      case '2' -> push(top());
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean takeObject(int operation) {
    switch (operation) {
      case 'c' -> push(new Name(line(), line()));
      case 0x93 -> {
        List<Object> names = last(2);
        push(new Name(String.valueOf(names.get(0)), String.valueOf(names.get(1))));
      }
      case 'R', 0x81 -> {
        List<Object> call = last(2);
        push(made(call.get(0), call.get(1)));
      }
      case 0x92 -> {
        List<Object> call = last(3);
        push(made(call.get(0), call.get(1)));
      }
      case 'i' -> {
        List<Object> arguments = toMark();
        push(made(new Name(line(), line()), arguments));
      }
      case 'o' -> {
        List<Object> call = toMark();
        if (call.isEmpty()) {
          throw file.at(at - 1, "makes an object of nothing; the pickle is damaged");
        }
        push(made(call.getFirst(), call.subList(1, call.size())));
      }
      case 'b' -> {
        Object state = pop();
        if (top() instanceof Made made) {
          made.state = state;
        }
      }
      case 'Q' -> push(new Kept(pop()));
      case 'P' -> push(new Kept(line()));
      case 'q' -> memo.put(number(1), top());
      case 'r' -> memo.put(number(4), top());
      case 'p' -> memo.put((long) decimal(line()), top());
      case 0x94 -> memo.put((long) memo.size(), top());
      case 'h' -> push(remembered(number(1)));
      case 'j' -> push(remembered(number(4)));
      case 'g' -> push(remembered((long) decimal(line())));
      default -> {
        return false;
      }
    }
    return true;
  }

  private static Object made(Object callable, Object arguments) {
    if (callable instanceof Name name && DICTIONARIES.contains(name)) {
      return new LinkedHashMap<>();
    }
    return new Made(callable, list(arguments));
  }

  /** A list or tuple as one; nothing else has elements. */
  @SuppressWarnings("unchecked")
  private static List<Object> list(Object value) {
    return value instanceof List<?> list ? (List<Object>) list : List.of();
  }

  private Object remembered(long number) {
    Object value = memo.get(number);
    if (value == null) {
      throw file.at(at, "asks for object %d, which there is not".formatted(number));
    }
    return value;
  }

  /** Adds elements to the list, or to the object like one, on the top. */
  private void append(List<Object> elements) {
    if (top() instanceof ArrayList<?> list) {
      list(list).addAll(elements);
    } else if (top() instanceof Made made) {
      elements.forEach(each -> made.items.put((long) made.items.size(), each));
    }
  }

  /** Adds keys and values, one after another, to the dictionary, or the object like one. */
  private void put(List<Object> pairs) {
    Map<Object, Object> target = top() instanceof Made made ? made.items : map(top());
    for (int i = 0; i + 1 < pairs.size(); i += 2) {
      // Other keys name no tensor, and lists may hold themselves.
      Object key = pairs.get(i);
      target.put(
          key instanceof String || key instanceof Long ? key : new Object(), pairs.get(i + 1));
    }
  }

  @SuppressWarnings("unchecked")
  private Map<Object, Object> map(Object value) {
    if (value instanceof LinkedHashMap<?, ?> map) {
      return (Map<Object, Object>) map;
    }
    throw file.at(at, "sets items of what is no dictionary; the pickle is damaged");
  }

  private void push(Object value) {
    stack.push(value);
  }

  private Object pop() {
    Object top = top();
    stack.pop();
    return top;
  }

  private Object top() {
    @Nullable Object top = stack.peek();
    if (top == null || top instanceof Mark) {
      throw file.at(at, "takes an object where there is none; the pickle is damaged");
    }
    return top;
  }

  /** The objects above the last mark, which goes, too. */
  private List<Object> toMark() {
    List<Object> above = new ArrayList<>();
    while (true) {
      @Nullable Object top = stack.poll();
      if (top == null) {
        throw file.at(at, "takes objects from a mark that there is not; the pickle is damaged");
      }
      if (top instanceof Mark) {
        return new ArrayList<>(above.reversed());
      }
      above.add(top);
    }
  }

  private List<Object> last(int count) {
    List<Object> above = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      above.add(pop());
    }
    return new ArrayList<>(above.reversed());
  }

  private int u8() {
    return Byte.toUnsignedInt(file.slice(at++, 1, "an operation").get(ValueLayout.JAVA_BYTE, 0));
  }

  /** A little-endian number of so many bytes. */
  private long number(int bytes) {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) u8() << (8 * i);
    }
    return value;
  }

  private byte[] bytes(long length) {
    byte[] bytes = file.slice(at, length, "a value").toArray(ValueLayout.JAVA_BYTE);
    at += length;
    return bytes;
  }

  private String text(long length, Charset charset) {
    return new String(bytes(length), charset);
  }

  private void pushBytes(long length) {
    file.slice(at, length, "bytes");
    at += length;
    push(Nothing.OTHER);
  }

  /** A two's complement number, lowest byte first. */
  private Object whole(long length) {
    byte[] bytes = bytes(length);
    for (int i = 0; i < bytes.length / 2; i++) {
      byte low = bytes[i];
      bytes[i] = bytes[bytes.length - 1 - i];
      bytes[bytes.length - 1 - i] = low;
    }
    if (bytes.length == 0) {
      return 0L;
    }
    return bytes.length > Long.BYTES ? Nothing.OTHER : new BigInteger(bytes).longValue();
  }

  /** A line of text, without its end. */
  private String line() {
    StringBuilder text = new StringBuilder();
    for (int each = u8(); each != '\n'; each = u8()) {
      text.append((char) each);
    }
    return text.toString();
  }

  private void pushDecimal(String text) {
    switch (text) {
      case "01" -> push(true);
      case "00" -> push(false);
      default -> push((long) decimal(text));
    }
  }

  private double decimal(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw file.at(at, "'%s' is no number; the pickle is damaged".formatted(text));
    }
  }
}
