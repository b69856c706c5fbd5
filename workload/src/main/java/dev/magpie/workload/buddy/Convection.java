package dev.magpie.workload.buddy;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.buddy.ConvectionFields.Stage;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.cuda.WrongResultException;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.util.List;

/**
 * PALM: convection over warm ground by large eddies, in stages of a third-order Runge-Kutta step;
 * twenty fields, most of which a stage reads, many at a time.
 *
 * <p>56 x 56 columns of 64 levels take 37.5 MiB with their ghosts, 9 times an L2 of 4 MiB; the
 * quick 24 x 24 take 8.8 MiB, 8.8 times one of 1 MiB.
 */
final class Convection implements CudaProgram.Run {
  /** Columns of a block, and cells along i of a thread that advances a field. */
  private static final int COLUMNS = 2;

  private static final int RUN = 4;
  private static final int COLOUR_COLUMNS = 4;

  /** Seconds. */
  private static final double STEP = 2;

  /** Williamson's scheme, as PALM has it. */
  private static final List<Stage> STAGES =
      List.of(
          new Stage(STEP / 3, 0, 1, 0),
          new Stage(STEP * 15 / 16, STEP * -25 / 48, -9.5625, 5.3125),
          new Stage(STEP * 8 / 15, STEP / 15, 0, 0));

  private static final double HEAT_TOLERANCE = 1e-12;

  private final int side;
  private final int stages;
  private final int sweeps;
  private final long seed;
  private double[][] last = {};
  private double[] pressure = {};

  private Convection(Settings settings) {
    side = Integer.parseInt(settings.word("side"));
    stages = settings.whole("stages", 1, 1 << 20);
    sweeps = settings.whole("sweeps", 1, 1000);
    seed = settings.seed();
  }

  static CudaProgram program() {
    return new CudaProgram(
        "palm-cuda",
        "351.palm",
        "convection by large eddies: advection of fifth order, columns of memory",
        "wind, temperature, eddies and pressure bit for bit; heat kept to %s, divergence lessened"
            .formatted(HEAT_TOLERANCE),
        new PtxResource(Convection.class, "palm"),
        List.of(
            new InputParameter("side", "columns of an axis", "24", "56", "56", List.of("24", "56")),
            InputParameter.whole("stages", "of Runge-Kutta steps, which have three", 1, 1, 300),
            InputParameter.whole("sweeps", "red and black, of the pressure", 2, 2, 2),
            InputParameter.whole("seed", "of the first gusts", 1)),
        Convection::new);
  }

  /** The fields on the device, by their names in {@link ConvectionFields}. */
  private final class OnDevice {
    private final Host host;
    private final DeviceBuffer[] state = new DeviceBuffer[5];
    private final DeviceBuffer[] next = new DeviceBuffer[5];
    private final DeviceBuffer[] memory = new DeviceBuffer[5];
    private final DeviceBuffer km;
    private final DeviceBuffer kh;
    private final DeviceBuffer source;
    private final DeviceBuffer p;
    private final DeviceBuffer d;
    private final DeviceBuffer reference;

    OnDevice(Host host, ConvectionFields fields) {
      this.host = host;
      String[] names = {"u", "v", "w", "pt", "e"};
      double[][] values = {fields.u, fields.v, fields.w, fields.pt, fields.e};
      for (int f = 0; f < names.length; f++) {
        state[f] = field(names[f]);
        host.write(state[f], values[f]);
      }
      for (int f = 0; f < names.length; f++) {
        next[f] = field(names[f] + "_p");
        memory[f] = field("t" + names[f] + "_m");
      }
      km = field("km");
      kh = field("kh");
      source = field("source");
      p = field("p");
      d = field("d");
      reference = host.upload("reference", Dtype.F64, fields.reference);
    }

    private DeviceBuffer field(String name) {
      int padded = side + 2 * ConvectionFields.GHOSTS;
      return host.allocate(name, Dtype.F64, padded, padded, ConvectionFields.LEVELS);
    }

    private void launch(String kernel, Dim3 grid, Dim3 block, Object... arguments) {
      host.launch(kernel + "_" + side, grid, block, 0, arguments);
    }

    /** A thread for each cell. */
    private void cells(String kernel, Object... arguments) {
      launch(
          kernel,
          Dim3.of(side / COLUMNS, side),
          Dim3.of(ConvectionFields.LEVELS, COLUMNS),
          arguments);
    }

    private void advance(String kernel, int field, Stage stage, Object... inputs) {
      Object[] arguments = new Object[3 + inputs.length + 6];
      System.arraycopy(state, 0, arguments, 0, 3);
      System.arraycopy(inputs, 0, arguments, 3, inputs.length);
      Object[] advanced = {
        next[field], memory[field], stage.now(), stage.then(), stage.keepNow(), stage.keepThen()
      };
      System.arraycopy(advanced, 0, arguments, 3 + inputs.length, advanced.length);
      launch(
          kernel,
          Dim3.of(side / COLUMNS, side / RUN),
          Dim3.of(ConvectionFields.LEVELS, COLUMNS),
          arguments);
    }

    private void levelOff(DeviceBuffer field) {
      launch("level_off", Dim3.of(side * side / 64), Dim3.of(64), field);
    }

    private void exchange(DeviceBuffer field, int depth) {
      launch(
          "exchange", Dim3.of(side + 2 * depth, 4), Dim3.of(ConvectionFields.LEVELS, depth), field);
    }

    void stage(Stage stage) {
      cells("diffusivities", state[0], state[1], state[2], state[3], state[4], km, kh, source);
      for (DeviceBuffer diffusivity : List.of(km, kh)) {
        levelOff(diffusivity);
        exchange(diffusivity, 1);
      }
      advance("move_u", 0, stage, km);
      advance("move_v", 1, stage, km);
      advance("lift", 2, stage, km, state[3], reference);
      advance("warm", 3, stage, kh, state[3]);
      advance("stir", 4, stage, km, state[4], source);
      exchange(next[0], 1);
      exchange(next[1], 1);
      cells("divergence", next[0], next[1], next[2], d);
      for (int i = 0; i < 2 * sweeps; i++) {
        exchange(p, 1);
        launch(
            "relax",
            Dim3.of(side / COLOUR_COLUMNS, side),
            Dim3.of(ConvectionFields.LEVELS / 2, COLOUR_COLUMNS),
            p,
            d,
            i % 2);
      }
      exchange(p, 1);
      cells("correct", next[0], next[1], next[2], p);
      for (int f = 0; f < next.length; f++) {
        if (f != 2) {
          levelOff(next[f]);
        }
        exchange(next[f], ConvectionFields.GHOSTS);
        DeviceBuffer swapped = state[f];
        state[f] = next[f];
        next[f] = swapped;
      }
    }
  }

  @Override
  public void execute(Host host) {
    OnDevice device = new OnDevice(host, new ConvectionFields(side, seed));
    for (int i = 0; i < stages; i++) {
      device.stage(STAGES.get(i % STAGES.size()));
    }
    last = new double[device.state.length][];
    for (int f = 0; f < last.length; f++) {
      last[f] = host.doubles(device.state[f]);
    }
    pressure = host.doubles(device.p);
  }

  /** The same in Java; the divergences of the wind before and after the pressure. */
  private double[] stage(ConvectionFields fields, Stage stage) {
    fields.diffusivities();
    for (double[] diffusivity : List.of(fields.km, fields.kh)) {
      fields.levelOff(diffusivity);
      fields.exchange(diffusivity, 1);
    }
    fields.move(stage);
    fields.exchange(fields.nextU, 1);
    fields.exchange(fields.nextV, 1);
    fields.divergence();
    double before = fields.squareDivergence();
    for (int i = 0; i < 2 * sweeps; i++) {
      fields.exchange(fields.p, 1);
      fields.relax(i % 2);
    }
    fields.exchange(fields.p, 1);
    fields.correct();
    for (double[] next : List.of(fields.nextU, fields.nextV, fields.nextPt, fields.nextE)) {
      fields.levelOff(next);
    }
    for (double[] next :
        List.of(fields.nextU, fields.nextV, fields.nextW, fields.nextPt, fields.nextE)) {
      fields.exchange(next, ConvectionFields.GHOSTS);
    }
    fields.divergence();
    fields.accept();
    return new double[] {before, fields.squareDivergence()};
  }

  @Override
  public void check() {
    ConvectionFields fields = new ConvectionFields(side, seed);
    double heat = fields.sum(fields.pt);
    // Heat that is on its way when a step ends is in its tendency.
    double warming = 0;
    double remembered = 0;
    for (int i = 0; i < stages; i++) {
      Stage stage = STAGES.get(i % STAGES.size());
      double[] divergence = stage(fields, stage);
      if (!(divergence[1] < divergence[0])) {
        throw new WrongResultException(
            "the pressure takes divergence from %s to %s".formatted(divergence[0], divergence[1]));
      }
      warming += stage.now() * ConvectionFields.HEATING + stage.then() * remembered;
      remembered = stage.keepNow() * ConvectionFields.HEATING + stage.keepThen() * remembered;
    }
    Results.same("u", fields.u, last[0]);
    Results.same("v", fields.v, last[1]);
    Results.same("w", fields.w, last[2]);
    Results.same("pt", fields.pt, last[3]);
    Results.same("e", fields.e, last[4]);
    Results.same("p", fields.p, pressure);
    Results.near("heat", heat + side * side * warming, fields.sum(fields.pt), HEAT_TOLERANCE);
  }
}
