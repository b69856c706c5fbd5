package dev.magpie.workload.mag;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.Approximation;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.cuda.Struct;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.input.WorkloadException;
import java.util.List;

/** HW: points of a heart's wall tracked through an ultrasound video, a block for each point. */
final class HeartWall implements CudaProgram.Run {
  private static final int THREADS = 256;

  private final Ultrasound video;
  private final int frames;
  private final int points;
  private final TemplateTracker.Shape shape;
  private int[] rows = {};
  private int[] columns = {};
  private float[] templates = {};

  private HeartWall(Settings settings) {
    int height = settings.whole("rows", 64, 4096);
    int width = settings.whole("columns", 64, 4096);
    frames = settings.whole("frames", 2, 1000);
    points = settings.whole("points", 2, 1024);
    int template = settings.whole("template", 5, 64);
    int search = settings.whole("search", 5, 64);
    if (search < template) {
      throw new WorkloadException(
          "search=%d: must be at least the template, %d".formatted(search, template));
    }
    shape = new TemplateTracker.Shape(template, search);
    video = new Ultrasound(height, width, settings.seed());
  }

  static CudaProgram program() {
    return new CudaProgram(
            "hw",
            "Rodinia heartwall",
            "points of a heart's wall tracked through a made-up ultrasound video",
            "the path of every point and its template, bit for bit",
            new PtxResource(HeartWall.class, "hw"),
            List.of(
                InputParameter.whole("rows", "of a frame", 160, 304, 609),
                InputParameter.whole("columns", "of a frame", 144, 295, 590),
                InputParameter.whole("frames", "of the video", 11, 11, 20),
                InputParameter.whole(
                    "points", "to track, two fifths of them on the inner wall", 5, 51, 51),
                InputParameter.whole(
                    "template", "pixels from a template's middle to its edge", 6, 7, 25),
                InputParameter.whole(
                    "search", "pixels from a search window's middle to its edge", 9, 11, 40),
                InputParameter.whole("seed", "of the video's speckle", 1)),
            HeartWall::new)
        .approximating(
            Approximation.of(
                List.of(
                    "d_frame",
                    "d_in2",
                    "d_conv",
                    "d_in2_pad_cumv",
                    "d_in2_sub_cumh",
                    "d_in2_sub2",
                    "d_in2_sqr",
                    "d_in2_sqr_sub2",
                    "d_in_sqr",
                    "d_tMask",
                    "d_mask_conv",
                    "d_par_max_val"),
                List.of("d_rowLoc", "d_colLoc", "d_T")));
  }

  @Override
  public void execute(Host host) {
    int t = shape.templateSide();
    int s = shape.windowSide();
    int c = shape.convolutionSide();
    int p = shape.paddedSide();
    DeviceBuffer frame = host.allocate("d_frame", Dtype.F32, video.columns(), video.rows());
    DeviceBuffer row = host.upload("d_rowLoc", Dtype.I32, video.pointRows(points));
    DeviceBuffer column = host.upload("d_colLoc", Dtype.I32, video.pointColumns(points));
    DeviceBuffer template = host.allocate("d_T", Dtype.F32, points, t, t);
    Struct tracker =
        new Struct(8)
            .add(video.rows())
            .add(video.columns())
            .add(shape.template())
            .add(shape.search())
            .add(frame)
            .add(row)
            .add(column)
            .add(template)
            .add(host.allocate("d_in2", Dtype.F32, points, s, s))
            .add(host.allocate("d_conv", Dtype.F32, points, c, c))
            .add(host.allocate("d_in2_pad_cumv", Dtype.F32, points, p, p))
            .add(host.allocate("d_in2_sub_cumh", Dtype.F32, points, p, c))
            .add(host.allocate("d_in2_sub2", Dtype.F32, points, c, c))
            .add(host.allocate("d_in2_sqr", Dtype.F32, points, s, s))
            .add(host.allocate("d_in2_sqr_sub2", Dtype.F32, points, c, c))
            .add(host.allocate("d_in_sqr", Dtype.F32, points, t, t))
            .add(host.allocate("d_tMask", Dtype.F32, points, c, c))
            .add(host.allocate("d_mask_conv", Dtype.F32, points, c, c))
            .add(host.allocate("d_par_max_val", Dtype.F32, points, c))
            .add(host.allocate("d_par_max_coo", Dtype.I32, points, c));
    host.write(frame, video.frame(0));
    host.launch("cut_templates", points, THREADS, tracker);
    for (int i = 1; i < frames; i++) {
      host.write(frame, video.frame(i));
      host.launch(
          "track", Dim3.of(points), Dim3.of(THREADS), 4 * t * t, tracker, updates(i) ? 1 : 0);
    }
    rows = host.ints(row);
    columns = host.ints(column);
    templates = host.floats(template);
  }

  /** As Rodinia's: templates follow what is seen in every tenth frame. */
  private static boolean updates(int frame) {
    return frame % 10 == 0;
  }

  @Override
  public void check() {
    int size = shape.templateSide() * shape.templateSide();
    int[] expectedRows = video.pointRows(points);
    int[] expectedColumns = video.pointColumns(points);
    float[] expectedTemplates = new float[points * size];
    TemplateTracker[] trackers = new TemplateTracker[points];
    float[] first = video.frame(0);
    for (int i = 0; i < points; i++) {
      trackers[i] =
          new TemplateTracker(
              shape, video.rows(), video.columns(), first, expectedRows[i], expectedColumns[i]);
    }
    for (int f = 1; f < frames; f++) {
      float[] frame = video.frame(f);
      for (TemplateTracker tracker : trackers) {
        tracker.track(frame);
        if (updates(f)) {
          tracker.update(frame);
        }
      }
    }
    for (int i = 0; i < points; i++) {
      expectedRows[i] = trackers[i].row();
      expectedColumns[i] = trackers[i].column();
      System.arraycopy(trackers[i].template(), 0, expectedTemplates, i * size, size);
    }
    Results.same("d_rowLoc", expectedRows, rows);
    Results.same("d_colLoc", expectedColumns, columns);
    Results.same("d_T", expectedTemplates, templates);
  }
}
