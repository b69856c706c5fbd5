package dev.magpie.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ModelTest {
  @Test
  void sectionIdsAreAnchorsAndDiffer() {
    Section section = new Section("mag/table3", "Table III");
    assertThatThrownBy(() -> new Section("Table 3", "x")).hasMessageContaining("\"Table 3\"");
    assertThatThrownBy(() -> new Page("p", "", List.of(), List.of(section, section)))
        .hasMessageContaining("mag/table3");
  }

  @Test
  void linksLeadToSections() {
    Table table = Table.titled("t").text("a").row(new Cell.Link("there", "nowhere")).build();
    Section section = new Section("here", "Here", new Detail("more", table));
    assertThatThrownBy(() -> new Page("p", "", List.of(), List.of(section)))
        .hasMessage("\"there\" links to a section that is not there: nowhere");
  }

  @Test
  void rowsFitTheirColumns() {
    Table.Builder builder = Table.titled("ratios").text("codec").number("ratio", 2);
    assertThatThrownBy(() -> builder.row("bdi").build())
        .hasMessage("\"ratios\": row 0 has 1 cells for 2 columns");
    assertThatThrownBy(() -> Table.titled("t").number("ratio", 2).row("bdi").build())
        .hasMessageContaining("NUMBER column \"ratio\"");
    assertThat(Table.titled("t").number("ratio", 2).row(Double.NaN).build().rows().getFirst())
        .isEqualTo(new Table.Row(List.of(Cell.MISSING), false));
  }

  @Test
  void numbersAreRoundedAndGrouped() {
    assertThat(Column.format(1234567.891, 2)).isEqualTo("1,234,567.89");
    assertThat(Column.format(-0.001, 2)).isEqualTo("0.00");
    assertThat(Column.format(-1.5, 0)).isEqualTo("-2");
    assertThat(Column.format(Double.NEGATIVE_INFINITY, 2)).isEqualTo("-inf");
  }

  @Test
  void pagesHaveThreeDigitsOfSmallSizes() {
    Column size = Column.number("size", 1, "MiB");
    assertThat(List.of(0.0, 0.012345, -0.5, 5.25, 1234.56))
        .extracting(each -> size.formatForPage(new Cell.Figure(each)))
        .containsExactly("0.0", "0.0123", "-0.500", "5.25", "1,234.6");
    assertThat(Column.number("share", 1, "%").formatForPage(new Cell.Figure(0.01)))
        .isEqualTo("0.0");
    assertThat(Column.number("time", 1, "us").forPage().unit()).isEqualTo("\u00b5s");
    assertThat(Column.number("ratio", 1, "users").forPage().unit()).isEqualTo("users");
  }

  @Test
  void seriesHaveAValueForEachCategory() {
    assertThatThrownBy(() ->
            BarChart.of("b", List.of("x", "y"), Axis.linear("v"), List.of(Series.of("s", 1, 2, 3))))
        .hasMessage("\"b\": 3 values of \"s\" for 2 categories");
    assertThatThrownBy(() -> StackedBarChart.of("b", List.of("x"), List.of(Series.of("s", -1))))
        .hasMessageContaining("no share");
  }

  @Test
  void pointsHaveAPlaceOnTheAxes() {
    Points zero = Points.of("p", new double[] {0}, new double[] {1});
    assertThatThrownBy(() -> LineChart.of("l", Axis.log2("x"), Axis.linear("y"), List.of(zero)))
        .hasMessage("\"l\": no place for the point (0.0, 1.0) of \"p\"");
    Points two = Points.overLabels("p", 1, 2);
    assertThatThrownBy(() ->
            LineChart.of("l", Axis.labels("x", List.of("one")), Axis.linear("y"), List.of(two)))
        .hasMessageContaining("(1.0, 2.0)");
  }

  @Test
  void layersKeepToTheLevelsAndToWhatABrowserDraws() {
    BlockMap.Layer high = BlockMap.Layer.of("a", "b", new byte[] {0, (byte) 200});
    assertThatThrownBy(() ->
            BlockMap.of(
                "m", new BlockMap.Fields("block", 128), List.of("0", "1"), "s", "v", List.of(high)))
        .hasMessage("\"b\" of \"a\" has level 200 of 2");
    BlockMap.Layer tall = BlockMap.Layer.of("a", "b", new byte[64 * BlockMap.MAX_ROWS + 1]);
    assertThatThrownBy(() ->
            BlockMap.of(
                "m", new BlockMap.Fields("block", 128), List.of("0", "1"), "s", "v", List.of(tall)))
        .hasMessageContaining("more than 16384 rows");
  }

  @Test
  void figuresHaveANoteForEachMapAndDifferencesAMiddle() {
    BlockMap map =
        BlockMap.of(
            "m",
            new BlockMap.Fields("block", 128),
            List.of("-1", "0", "+1", "+2"),
            "s",
            "v",
            List.of(BlockMap.Layer.of("a", "b", new byte[] {0, 3})));
    assertThatThrownBy(
            () -> new MapChoice.Figure(map, MapChoice.Colours.HEAT, 4, List.of("from -1 to +2")))
        .hasMessage("\"m\": level 4 of 4, and 1 notes for 1 layers");
    assertThatThrownBy(() -> new MapChoice.Figure(map, MapChoice.Colours.HEAT, 3, List.of()))
        .hasMessageContaining("0 notes for 1 layers");
    assertThatThrownBy(
            () -> new MapChoice.Figure(map, MapChoice.Colours.DIFFERENCE, 3, List.of("")))
        .hasMessageContaining("a difference, whose scale has a middle");
    MapChoice.Figure figure = new MapChoice.Figure(map, MapChoice.Colours.HEAT, 3, List.of(""));
    assertThatThrownBy(() -> new MapChoice("c", "", 0, List.of(figure)))
        .hasMessageContaining("fields of 0.0");
    assertThatThrownBy(() -> new MapChoice("c", "", 1, List.of())).hasMessageContaining("figures");
  }

  @Test
  void picturesArePng() {
    assertThatThrownBy(() -> Pictures.Picture.of("p", "text", "p.png", new byte[100]))
        .hasMessage("\"p\" is no PNG");
    assertThatThrownBy(() -> Pictures.of("p")).hasMessageContaining("pictures");
    Pictures.Picture picture = SamplePage.picture();
    assertThat(picture.width()).isEqualTo(3);
    assertThat(picture.height()).isEqualTo(2);
  }

  @Test
  void areasHaveNamesAndShares() {
    assertThatThrownBy(() -> new AreaMap.Area(List.of("a"), 1, 1.1, ""))
        .hasMessageContaining("a share from 0 to 1, not [a], 1.0, 1.1");
    assertThatThrownBy(() -> new AreaMap.Area(List.of(), 1, 1, ""))
        .hasMessageContaining("has a name");
    assertThatThrownBy(() -> AreaMap.of("m", "saved", List.of())).hasMessageContaining("areas");
  }

  @Test
  void spansAreInRows() {
    assertThatThrownBy(() ->
            SpanChart.of(
                "s",
                Axis.linear("x"),
                List.of("one"),
                List.of(new SpanChart.Span(1, 0, 2, "kind", ""))))
        .hasMessageContaining("no span in one of 1 rows");
  }

  @Test
  void matrixIsARectangle() {
    assertThatThrownBy(() ->
            new Matrix("m", "", "", List.of("r"), List.of("a", "b"), List.of(List.of(1.0)), 1))
        .hasMessage("\"m\" does not have 1 rows of 2 values");
  }
}
