package dev.magpie.depth.scene;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Something of a scene that may change with time, such as its meshes. What it is at the last time
 * that was asked for is kept, since the passes of a frame ask for the same.
 */
public final class Moving<T> {
  private record Moment<T>(double time, T what) {}

  private final double seconds;
  private final DoubleFunction<T> at;
  private volatile @Nullable Moment<T> last;

  private Moving(double seconds, DoubleFunction<T> at) {
    this.seconds = seconds;
    this.at = at;
  }

  /** What does not change. */
  public static <T> Moving<T> still(T what) {
    return new Moving<>(0, _ -> what);
  }

  /**
   * What begins anew after some seconds.
   *
   * @param seconds 0 if it does not change
   * @param at what it is after so many seconds, from 0 up to but without the last
   */
  public static <T> Moving<T> loop(double seconds, DoubleFunction<T> at) {
    return seconds > 0
        ? new Moving<>(seconds, time -> at.apply(time % seconds))
        : still(at.apply(0));
  }

  /** Several one behind another; each begins anew after its own seconds. */
  public static <T> Moving<List<T>> together(List<Moving<List<T>>> all) {
    double longest = all.stream().mapToDouble(Moving::seconds).max().orElse(0);
    DoubleFunction<List<T>> at =
        time -> all.stream().flatMap(each -> each.at(time).stream()).toList();
    return longest > 0 ? new Moving<>(longest, at) : still(at.apply(0));
  }

  /** How long it takes until all has been seen; 0 if it does not change. */
  public double seconds() {
    return seconds;
  }

  /**
   * What it is.
   *
   * @param time seconds since the first frame
   */
  public T at(double time) {
    double asked = seconds > 0 ? time : 0;
    Moment<T> kept = last;
    if (kept == null || kept.time != asked) {
      kept = new Moment<>(asked, at.apply(asked));
      last = kept;
    }
    return kept.what;
  }

  /** The same, changed in some way at every time. */
  public <R> Moving<R> map(Function<T, R> change) {
    return seconds > 0
        ? new Moving<>(seconds, time -> change.apply(at(time)))
        : still(change.apply(at(0)));
  }
}
