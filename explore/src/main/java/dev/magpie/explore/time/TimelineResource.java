package dev.magpie.explore.time;

import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.gpu.Breakdown;
import dev.magpie.gpu.Breakdown.Interval;
import dev.magpie.gpu.Counters;
import dev.magpie.gpu.core.WarpState;
import dev.magpie.report.DocumentType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What a GPU did over time: a list of values for each thing, all as long as that of beginnings. */
record TimelineResource(Runs runs) implements Resource {
  private static final DocumentType<Series> TYPE =
      new DocumentType<>("magpie.explore.timeline/1", Series.class);

  /**
   * Values over time; shares are of one, of what there was to do or of the peak.
   *
   * @param begins first cycles of the stretches, from that of the first launch on
   * @param cycles of each
   * @param issued share of scheduler cycles in which something was issued
   * @param stalls shares of those in which nothing was, by what kept it from it
   * @param bandwidth of the DRAM in GB/s
   * @param channels utilization of each channel of the DRAM
   * @param linkTo share of the links' peak from the device; none without links
   */
  private record Series(
      List<Long> begins,
      List<Long> cycles,
      List<Double> ipc,
      List<Double> issued,
      List<Double> assist,
      Map<WarpState, List<Double>> stalls,
      List<Double> l1Hits,
      List<Double> l2Hits,
      List<Double> metadataHits,
      List<Double> requestUtilization,
      List<Double> answerUtilization,
      List<Double> bandwidth,
      List<Double> utilization,
      List<List<Double>> channels,
      List<Double> linkTo,
      List<Double> linkFrom) {}

  @Override
  public Reply answer(PageRequest request) {
    List<Interval> all =
        Optional.ofNullable(runs.replay(request).result().breakdown())
            .map(Breakdown::intervals)
            .orElse(List.of());
    int channels = all.isEmpty() ? 0 : all.getFirst().channelUtilizations().size();
    return Reply.json(
        TYPE,
        new Series(
            values(all, Interval::begin),
            values(all, each -> each.counters().core().cycles()),
            values(all, each -> each.counters().core().ipc()),
            values(all, each -> share(each, each.counters().core().warpInstructions())),
            values(all, each -> share(each, each.counters().core().assistInstructions())),
            stalls(all),
            values(all, each -> each.counters().core().l1().hitRate()),
            values(all, each -> each.counters().l2().hitRate()),
            values(all, each -> each.counters().metadataCache().hitRate()),
            values(all, each -> each.counters().crossbar().requestUtilization()),
            values(all, each -> each.counters().crossbar().answerUtilization()),
            values(all, each -> each.counters().dram().bandwidth()),
            values(all, each -> each.counters().dram().utilization()),
            IntStream.range(0, channels)
                .mapToObj(c -> values(all, each -> each.channelUtilizations().get(c)))
                .toList(),
            links(all, each -> Optional.ofNullable(each.link()).orElseThrow().utilizationTo()),
            links(all, each -> Optional.ofNullable(each.link()).orElseThrow().utilizationFrom())));
  }

  private static <T> List<T> values(List<Interval> all, Function<Interval, T> value) {
    return all.stream().map(value).toList();
  }

  private static List<Double> links(List<Interval> all, ToDoubleFunction<Interval> value) {
    return all.stream().filter(each -> each.link() != null).map(value::applyAsDouble).toList();
  }

  private static double share(Interval interval, long cycles) {
    return (double) cycles / interval.counters().core().schedulerCycles();
  }

  /** Those that there were. */
  private static Map<WarpState, List<Double>> stalls(List<Interval> all) {
    Map<WarpState, List<Double>> byState = new LinkedHashMap<>();
    for (WarpState state : WarpState.values()) {
      if (all.stream().anyMatch(each -> stalled(each.counters().core(), state) > 0)) {
        byState.put(
            state, values(all, each -> share(each, stalled(each.counters().core(), state))));
      }
    }
    return byState;
  }

  private static long stalled(Counters.Core core, WarpState state) {
    return core.stalls().getOrDefault(state, 0L);
  }
}
