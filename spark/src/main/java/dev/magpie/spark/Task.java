package dev.magpie.spark;

import dev.magpie.analysis.Cluster;
import dev.magpie.analysis.ClusterException;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;

/** A part of the work, on an executor. */
final class Task<P extends Serializable, R extends Serializable>
    extends AbstractFunction2<TaskContext, Iterator<P>, Outcome> implements Serializable {
  private static final long serialVersionUID = 1;

  private final Broadcast<Cluster.Work<P, R>> work;

  Task(Broadcast<Cluster.Work<P, R>> work) {
    this.work = work;
  }

  @Override
  public Outcome apply(TaskContext context, Iterator<P> parts) {
    try {
      ExecutorJdk.requireSound();
      return new Outcome(work.value().of(parts.next()), null);
    } catch (ClusterException e) {
      return new Outcome(null, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
