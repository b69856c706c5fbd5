package dev.magpie.workload.training;

import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.WrongResultException;
import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Network;
import dev.magpie.workload.series.Lcg;
import org.jspecify.annotations.Nullable;

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
  private final LayerBuffers.Place place;
  private final ConvolutionKernels.Method convolution;

  /** Where the last execution first left what plain Java makes of the same. */
  private @Nullable WrongResultException wrong;

  KernelTraining(
      Network network,
      Photographs.Mean mean,
      double rate,
      int steps,
      LayerBuffers.Place place,
      ConvolutionKernels.Method convolution) {
    this.network = network;
    photographs = new Photographs(mean);
    this.rate = (float) rate;
    this.steps = steps;
    this.place = place;
    this.convolution = convolution;
  }

  @Override
  public void execute(Host host) {
    Lcg random = new Lcg(SEED);
    Net net = new Net(network, 0, random);
    LayerKernels kernels = new LayerKernels(host, network, random, place, convolution);
    Lcg plainRandom = new Lcg(SEED);
    Net plain = new Net(network, 0, plainRandom);
    net.parameters().forEach((name, each) -> host.write(kernels.buffer(name), each.data()));
    wrong = null;
    for (int step = 0; step < steps; step++) {
      photographs.fill(network.input(), net.images(), net.labels(), random);
      kernels.load(net.images(), net.labels());
      net.parameters().keySet().forEach(kernels::zeroDiff);
      network.layers().forEach(kernels::forward);
      for (Layer layer : network.layers().reversed()) {
        kernels.backward(layer);
      }
      net.parameters().forEach((name, each) -> kernels.update(name, each.rate(rate), each.decay()));
      if (wrong == null) {
        compare(plain, plainRandom, kernels);
      }
    }
  }

  /** At once, as the next step overwrites what this one has left. */
  private void compare(Net plain, Lcg random, LayerKernels kernels) {
    plain.parameters().values().forEach(WeightBlob::zeroDiff);
    plain.nextBatch();
    photographs.fill(network.input(), plain.images(), plain.labels(), random);
    try {
      new StepCheck(plain, kernels.numbers()).check(rate);
    } catch (WrongResultException e) {
      wrong = e;
    }
  }

  @Override
  public void check() {
    if (wrong != null) {
      throw wrong;
    }
  }
}
