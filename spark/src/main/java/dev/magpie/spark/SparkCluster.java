package dev.magpie.spark;

import dev.magpie.analysis.Cluster;
import dev.magpie.analysis.ClusterException;
import java.io.Serializable;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** A Spark cluster in use: its driver is this process. */
final class SparkCluster implements Cluster {
  private final SparkContext context;

  private SparkCluster(SparkContext context) {
    this.context = context;
  }

  /**
   * Begins to use one.
   *
   * @throws ClusterException if it refuses, or has no machine that does work
   */
  static SparkCluster open(Master master) {
    SparkContext context;
    try {
      context = new SparkContext(SparkSettings.of(master));
    } catch (Exception e) {
      throw new ClusterException(
          "%s: cannot be used: %s".formatted(master.address(), SparkFailure.reason(e)), e);
    }
    try {
      if (master.isStandalone()) {
        Workers.await(master, context);
      }
      return new SparkCluster(context);
    } catch (Throwable e) {
      context.stop();
      throw e;
    }
  }

  @Override
  public <P extends Serializable, R extends Serializable> void run(
      Work<P, R> work, List<P> parts, BiConsumer<P, R> found) {
    if (parts.isEmpty()) {
      return;
    }
    try {
      Broadcast<Work<P, R>> broadcast = context.broadcast(work, tag());
      RDD<P> data = context.parallelize(sequence(parts), parts.size(), tag());
      Seq<Object> all =
          sequence(IntStream.range(0, parts.size()).mapToObj(each -> (Object) each).toList());
      context.runJob(data, new Task<P, R>(broadcast), all, new Results<>(parts, found), tag());
    } catch (Exception e) {
      throw SparkFailure.of(e);
    }
  }

  /** Takes what tasks come to; Spark calls it once for each part, and never twice at once. */
  private static final class Results<P extends Serializable, R extends Serializable>
      extends AbstractFunction2<Object, Outcome, BoxedUnit> {
    private final List<P> parts;
    private final BiConsumer<P, R> found;

    Results(List<P> parts, BiConsumer<P, R> found) {
      this.parts = parts;
      this.found = found;
    }

    @Override
    @SuppressWarnings("unchecked") // The task's work has this type.
    public BoxedUnit apply(Object number, Outcome outcome) {
      Serializable of = outcome.found();
      if (of == null) {
        throw new ClusterException(String.valueOf(outcome.problem()));
      }
      found.accept(parts.get((Integer) number), (R) of);
      return BoxedUnit.UNIT;
    }
  }

  private static <T> Seq<T> sequence(List<T> list) {
    return CollectionConverters.asScala(list).toSeq();
  }

  private static <T> ClassTag<T> tag() {
    return ClassTag$.MODULE$.apply(Object.class);
  }

  @Override
  public void close() {
    context.stop();
  }
}
