package dev.magpie.lab.sweep;

import dev.magpie.analysis.Cluster;
import dev.magpie.analysis.ClusterException;
import dev.magpie.lab.result.LabException;
import dev.magpie.settings.FileAddress;
import dev.magpie.settings.SettingsException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Times the points of a sweep that are not there on a cluster, each wherever there is room. Their
 * files are written here, as they come.
 */
public final class ClusterSweep {
  private ClusterSweep() {}

  /** What is done with a point, by its number in the sweep; all machines see its file. */
  private static final class Timing implements Cluster.Work<Integer, Found> {
    private static final long serialVersionUID = 1;

    private final String file;
    private final String version;

    /** Read once by each process: it looks at all programs. */
    private transient @Nullable Sweep sweep;

    /** Of each process likewise. */
    private transient @Nullable LastRecording recordings;

    Timing(String file, String version) {
      this.file = file;
      this.version = version;
    }

    @Override
    public Found of(Integer number) throws IOException {
      Sweep here = read();
      if (number >= here.points().size()) {
        throw new ClusterException(file + ": has fewer points on a machine of the cluster");
      }
      SweepPoint point = here.points().get(number);
      LastRecording last = recordings();
      byte[] content = PointFile.bytes(here.version(), point, () -> last.time(point));
      return new Found(point.key(), new String(content, StandardCharsets.UTF_8));
    }

    private synchronized LastRecording recordings() {
      if (recordings == null) {
        recordings = new LastRecording();
      }
      return recordings;
    }

    private synchronized Sweep read() throws IOException {
      if (sweep == null) {
        try {
          sweep = Sweep.read(FileAddress.of(file), version);
        } catch (SettingsException | LabException e) {
          throw new ClusterException(String.valueOf(e.getMessage()), e);
        }
      }
      return sweep;
    }
  }

  /**
   * A point that was timed, or has failed.
   *
   * @param key by which it is the one that was asked for
   * @param content of its file
   */
  private record Found(String key, String content) implements Serializable {}

  /**
   * Times what is not there.
   *
   * @param file of the sweep
   * @param version it was read with
   * @return all points of the shard, in the order of the sweep
   * @throws LabException if the directory cannot be written
   * @throws ClusterException if a point cannot be timed for a reason that is not its own
   */
  public static List<SweptPoint> run(
      SweepRun.Request request, Path file, String version, Cluster cluster, SweepWatcher watcher) {
    SweepDirectory directory = new SweepDirectory(request.place());
    directory.begin(SweepPlan.of(request.sweep(), request.shard()));
    List<SweepPoint> all = request.sweep().points();
    List<SweepPoint> wanted = request.shard().of(all);
    int first = wanted.isEmpty() ? 0 : all.indexOf(wanted.getFirst());
    SweptPoint[] came = new SweptPoint[wanted.size()];
    List<Integer> missing = new ArrayList<>();
    Map<String, SweptPoint> there = request.earlier(wanted, watcher);
    for (int n = 0; n < came.length; n++) {
      SweepPoint point = wanted.get(n);
      SweptPoint earlier = there.get(point.file());
      if (earlier != null) {
        came[n] = earlier;
        watcher.ended(point, earlier, true);
      } else {
        missing.add(first + n);
      }
    }
    cluster.run(
        new Timing(file.toAbsolutePath().toString(), version),
        missing,
        (number, found) -> {
          SweepPoint point = all.get(number);
          if (!point.key().equals(found.key())) {
            throw new ClusterException(
                file + ": it, or a program of it, is another on a machine of the cluster");
          }
          SweptPoint now =
              PointFile.write(
                  directory.points(), point, found.content().getBytes(StandardCharsets.UTF_8));
          came[number - first] = now;
          watcher.ended(point, now, false);
        });
    return Arrays.stream(came).map(Objects::requireNonNull).toList();
  }
}
