package dev.magpie.ptx.compile;

import dev.magpie.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What an operation does to each lane, whatever the other lanes do. Registers and predicates are
 * slots of a frame; a predicate that is read may be negated, and its number is the complement then.
 * Functions must be pure: they are compiled into the loop.
 */
public sealed interface LaneStep {

  /** The registers that it reads. */
  default List<Integer> sources() {
    return switch (this) {
      case Copy(_, int a) -> List.of(a);
      case Unary(_, int a, _) -> List.of(a);
      case Binary(_, int a, int b, _) -> List.of(a, b);
      case Ternary(_, int a, int b, int c, _) -> List.of(a, b, c);
      case Split(_, int a, _) -> List.of(a);
      case Test test -> List.of(test.a(), test.b());
      case Select(_, int a, int b, _) -> List.of(a, b);
      case Load load -> List.of(load.place().base());
      case Store store -> {
        List<Integer> all = new ArrayList<>(store.values());
        all.add(store.place().base());
        yield all;
      }
      case Combine _, Nothing _ -> List.of();
    };
  }

  /** The registers that it writes. */
  default List<Integer> results() {
    return switch (this) {
      case Copy(int d, _) -> List.of(d);
      case Unary(int d, _, _) -> List.of(d);
      case Binary(int d, _, _, _) -> List.of(d);
      case Ternary(int d, _, _, _, _) -> List.of(d);
      case Split(List<Integer> d, _, _) -> d;
      case Select(int d, _, _, _) -> List.of(d);
      case Load load -> load.d();
      case Test _, Combine _, Store _, Nothing _ -> List.of();
    };
  }

  /** Copies a register. */
  record Copy(int d, int a) implements LaneStep {}

  /** Computes a register from one. */
  record Unary(int d, int a, LongUnaryOperator function) implements LaneStep {}

  /** Computes a register from two. */
  record Binary(int d, int a, int b, LongBinaryOperator function) implements LaneStep {}

  /** Computes a register from three. */
  record Ternary(int d, int a, int b, int c, LongTernaryOperator function) implements LaneStep {}

  /** Computes several registers from one, each by a function of its own. */
  record Split(List<Integer> d, int a, List<LongUnaryOperator> functions) implements LaneStep {}

  /**
   * Compares two registers.
   *
   * @param p takes the result
   * @param q takes the opposite; negative if there is none
   * @param logic what combines both with a predicate, or null
   * @param with the predicate that they are combined with
   */
  record Test(int p, int q, int a, int b, LongTest test, @Nullable Logic logic, int with)
      implements LaneStep {}

  /** Takes the first register where a predicate is so, else the second. */
  record Select(int d, int a, int b, int predicate) implements LaneStep {}

  /** Combines two predicates. */
  record Combine(int p, int a, int b, Logic logic) implements LaneStep {}

  /** How two predicates are combined. */
  enum Logic {
    AND,
    OR,
    XOR
  }

  /** Does nothing. */
  record Nothing() implements LaneStep {}

  /**
   * Where an access goes.
   *
   * @param space the memory that the addresses lie in
   * @param base the slot of the address
   * @param narrow whether addresses wrap at 32 bits
   * @param offset bytes to add
   */
  record Place(StateSpace space, int base, boolean narrow, long offset) {}

  /** Reads or writes elements that are neighbours. */
  sealed interface Access extends LaneStep {
    Place place();

    /** Bytes of an element: 1, 2, 4 or 8. */
    int elementBytes();

    int elements();

    /** Bytes of all elements. */
    default int bytes() {
      return elements() * elementBytes();
    }
  }

  /**
   * Loads.
   *
   * @param d a register for each element
   * @param extension how elements fill their registers
   */
  record Load(Place place, List<Integer> d, int elementBytes, Extension extension)
      implements Access {
    @Override
    public int elements() {
      return d.size();
    }
  }

  /** What stands above the bits of an element. */
  enum Extension {
    SIGN,
    ZERO
  }

  /**
   * Stores.
   *
   * @param values a register for each element
   */
  record Store(Place place, List<Integer> values, int elementBytes) implements Access {
    @Override
    public int elements() {
      return values.size();
    }
  }
}
