package dev.magpie.workload.training;

import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Network;
import dev.magpie.workload.series.Lcg;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Steps of training a network, each layer a kernel or some, forward and backward, and then each
 * weight. Memory is what Caffe holds, by the same names as in the runs that leave snapshots.
 */
final class KernelTraining implements CudaProgram.Run {
  private static final long SEED = 987_654_321;

  private final Network network;
  private final Photographs photographs;
  private final float rate;
  private final int steps;

  /** Weights and their history behind each step of the last execution. */
  private final List<Map<String, float[]>> trained = new ArrayList<>();

  KernelTraining(Network network, Photographs.Mean mean, double rate, int steps) {
    this.network = network;
    photographs = new Photographs(mean);
    this.rate = (float) rate;
    this.steps = steps;
  }

  @Override
  public void execute(Host host) {
    Lcg random = new Lcg(SEED);
    Net net = new Net(network, 0, random);
    LayerKernels kernels = new LayerKernels(host, network, random);
    net.parameters().forEach((name, each) -> host.write(kernels.buffer(name), each.data()));
    trained.clear();
    for (int step = 0; step < steps; step++) {
      photographs.fill(network.input(), net.images(), net.labels(), random);
      kernels.load(net.images(), net.labels());
      net.parameters().keySet().forEach(kernels::zeroDiff);
      network.layers().forEach(kernels::forward);
      for (Layer layer : network.layers().reversed()) {
        kernels.backward(layer);
      }
      net.parameters().forEach((name, each) -> kernels.update(name, each.rate(rate), each.decay()));
      Map<String, float[]> now = new LinkedHashMap<>();
      for (String name : net.parameters().keySet()) {
        now.put(name, host.floats(kernels.buffer(name)));
        now.put(name + ".history", host.floats(kernels.buffer(name + ".history")));
      }
      trained.add(now);
    }
  }

  /**
   * Takes each step from where the device was, as steps of batch normalisation soon make anything
   * of a difference in the last bit.
   */
  @Override
  public void check() {
    Lcg random = new Lcg(SEED);
    Net net = new Net(network, 0, random);
    List<Operator> operators = net.operators();
    for (Map<String, float[]> after : trained) {
      net.parameters().values().forEach(WeightBlob::zeroDiff);
      net.nextBatch();
      photographs.fill(network.input(), net.images(), net.labels(), random);
      operators.forEach(Operator::forward);
      operators.reversed().forEach(Operator::backward);
      net.parameters().values().forEach(each -> each.update(rate));
      after.forEach((name, values) -> {
        Agreement.check(name, net.values(name), values);
        System.arraycopy(values, 0, net.values(name), 0, values.length);
      });
    }
  }
}
