package dev.magpie.lab.run;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.data.DataSet;
import dev.magpie.lab.data.RealScene;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.RunSize;
import java.util.List;

/**
 * What an experiment has to work with.
 *
 * @param data the data sets, in the order of the report's rows; empty for an experiment that reads
 *     none
 * @param scenes the real scenes, likewise
 * @param size how much to measure; the data sets are of that size already
 * @param threads how many it may use; its findings do not depend on them
 * @param measurements what it shares with other experiments
 */
public record RunContext(
    List<DataSet> data,
    List<RealScene> scenes,
    RunSize size,
    int threads,
    Measurements measurements) {
  public RunContext {
    data = List.copyOf(data);
    scenes = List.copyOf(scenes);
  }

  /** The data sets that could be read. */
  public List<DataSet> readable() {
    return data.stream().filter(DataSet::isReadable).toList();
  }

  /** The data sets that could not be read; an experiment lists them in its rows too. */
  public List<DataSet> failed() {
    return data.stream().filter(set -> !set.isReadable()).toList();
  }

  /** The sizes of all data under some codecs. */
  public Survey survey(Granularity granularity, List<String> codecs) {
    return Survey.of(data, threads, granularity, codecs, null);
  }

  /**
   * The same.
   *
   * @param observer is shown every block's size, data set by data set
   */
  public Survey survey(Granularity granularity, List<String> codecs, BlockObserver observer) {
    return Survey.of(data, threads, granularity, codecs, observer);
  }

  /** The sizes of all data under codecs that are already made. */
  public Survey surveyOf(Granularity granularity, List<BlockCodec> codecs) {
    return Survey.ofCodecs(data, threads, granularity, codecs);
  }
}
