package dev.magpie.workload.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.HostCopy;
import dev.magpie.ptx.HostCopy.Direction;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.snapshot.Dtype;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class HostTest {
  private static final String PTX =
      """
      .version 8.0
      .target sm_75
      .address_size 64
      .visible .entry twice(.param .u64 in, .param .u64 out)
      {
        .reg .b32 %r<2>;
        .reg .b64 %rd<6>;
        .reg .f64 %fd<3>;
        ld.param.u64 %rd1, [in];
        ld.param.u64 %rd2, [out];
        mov.u32 %r1, %tid.x;
        mul.wide.s32 %rd3, %r1, 8;
        add.s64 %rd4, %rd1, %rd3;
        add.s64 %rd5, %rd2, %rd3;
        ld.global.f64 %fd1, [%rd4];
        add.f64 %fd2, %fd1, %fd1;
        st.global.f64 [%rd5], %fd2;
        ret;
      }
      """;

  private final Device device = new Device();
  private final Host host =
      new Host(device, device.load("twice.ptx", PTX), launch -> device.launch(launch));

  private static double[] numbers() {
    double[] numbers = new double[64];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Math.exp(i / 3.0) * (i % 2 == 0 ? 1 : -1);
    }
    return numbers;
  }

  private static double[] twice(double[] numbers) {
    double[] twice = numbers.clone();
    for (int i = 0; i < twice.length; i++) {
      twice[i] *= 2;
    }
    return twice;
  }

  @Test
  void doublesAndLongsComeBackAsTheyWent() {
    long[] longs = {Long.MIN_VALUE, -1, 0, 1L << 40, Long.MAX_VALUE, 7};
    DeviceBuffer whole = host.upload("longs", Dtype.I64, longs, 2, 3);
    assertThat(whole.shape()).containsExactly(2L, 3L);
    assertThat(host.longs(whole)).isEqualTo(longs);
    host.write(whole, new long[] {5});
    assertThat(host.longs(whole)).containsExactly(5, -1, 0, 1L << 40, Long.MAX_VALUE, 7);

    double[] doubles = {Double.MIN_VALUE, -0.0, Math.PI, Double.NaN, Double.NEGATIVE_INFINITY};
    DeviceBuffer real = host.upload("doubles", Dtype.F64, doubles);
    assertThat(host.doubles(real)).isEqualTo(doubles);
    host.write(real, new double[] {1, 2});
    assertThat(host.doubles(real)).startsWith(1, 2, Math.PI);
  }

  @Test
  void copiesAreTold() {
    List<HostCopy> copies = new ArrayList<>();
    device.tellHostCopies(copies::add);

    DeviceBuffer doubles = host.upload("doubles", Dtype.F64, numbers());
    host.fill(doubles, 0);
    host.allocate("more", Dtype.F64, 10);
    host.doubles(doubles);

    // Neither a fill nor an allocation comes from the host's memory.
    assertThat(copies)
        .containsExactly(
            new HostCopy(Direction.TO_DEVICE, 512), new HostCopy(Direction.TO_HOST, 512));
  }

  @Test
  void rangesOfAPoolAreBuffersForKernels() {
    Pool pool = host.pool("pool", Dtype.F32, 1500);
    assertThat(pool.memory().bytes()).isEqualTo(1536);
    DeviceBuffer in = pool.allocate("activations", Dtype.F64, 8, 8);
    DeviceBuffer out = pool.allocate("gradients", Dtype.F64, 64);
    host.write(in, numbers());
    host.launch("twice", 1, 64, in, out);

    assertThat(host.doubles(out)).isEqualTo(twice(numbers()));
    assertThat(device.buffers()).containsOnlyKeys("pool");
    assertThat(out.address() - in.address()).isEqualTo(512);
    assertThat(in.shape()).containsExactly(8L, 8L);
  }

  /** What the host writes to a range, the timed memory learns. */
  @Test
  void rangesAreTimedAsWell() {
    Device timed = new Device();
    try (TimedDevice launcher =
        TimedGpu.builder(GpuConfigs.named("p100").orElseThrow()).build(timed)) {
      Host other =
          new Host(
              timed,
              timed.load("twice.ptx", PTX),
              launch -> launcher.launch(launch, LaunchOptions.DEFAULT));
      Pool pool = other.pool("pool", Dtype.U8, 2048);
      pool.allocate("first", Dtype.U8, 512);
      DeviceBuffer in = pool.allocate("in", Dtype.F64, 64);
      DeviceBuffer out = pool.allocate("out", Dtype.F64, 64);
      other.launch("twice", 1, 64, in, out);
      other.write(in, numbers());
      other.launch("twice", 1, 64, in, out);
      assertThat(other.doubles(out)).isEqualTo(twice(numbers()));
    }
  }

  private long bytesOf(String name) {
    return Objects.requireNonNull(device.buffers().get(name), name).bytes();
  }

  @Test
  void aGrowingPoolTakesMoreWhereItHasNoneLeft() {
    GrowingPool pool = new GrowingPool(host, "pool");
    assertThat(device.buffers()).as("so that targets can name it").containsOnlyKeys("pool.0");
    DeviceBuffer a = pool.allocate("a", Dtype.F32, 1 << 18);
    pool.allocate("b", Dtype.F32, 1 << 18);
    DeviceBuffer large = pool.allocate("large", Dtype.F64, (1 << 18) + 1);
    assertThat(device.buffers()).containsOnlyKeys("pool.0", "pool.1");
    assertThat(bytesOf("pool.0")).isEqualTo(2 << 20);
    assertThat(bytesOf("pool.1")).isEqualTo(4 << 20);

    pool.free(a);
    assertThat(pool.allocate("c", Dtype.I32, 10).address()).isEqualTo(a.address());
    pool.free(large);
    assertThatThrownBy(() -> pool.free(large)).hasMessage("'large' is no range of pool 'pool'");
    assertThat(pool.allocate("d", Dtype.F32, 1 << 19).address()).isEqualTo(large.address());
  }

  @Test
  void rangesAreHandedOutAgain() {
    Pool pool = host.pool("pool", Dtype.U8, 1024);
    DeviceBuffer a = pool.allocate("a", Dtype.U8, 256);
    DeviceBuffer b = pool.allocate("b", Dtype.U8, 1);
    DeviceBuffer c = pool.allocate("c", Dtype.U8, 257);
    assertThat(List.of(b.address() - a.address(), c.address() - a.address()))
        .containsExactly(256L, 512L);
    assertThatThrownBy(() -> pool.allocate("d", Dtype.U8, 1))
        .isInstanceOf(PtxException.class)
        .hasMessage("pool 'pool' has no range of 256 bytes left for 'd'");

    pool.free(a);
    pool.free(b);
    assertThat(pool.allocate("e", Dtype.F32, 128).address()).isEqualTo(a.address());
    assertThatThrownBy(() -> pool.free(b)).hasMessage("'b' is no range of pool 'pool'");
    pool.free(c);
    assertThat(pool.allocate("f", Dtype.F32, 0).address()).isEqualTo(c.address());
  }
}
