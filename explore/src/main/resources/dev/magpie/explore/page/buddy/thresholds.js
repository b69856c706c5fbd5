import { chartLook, echarts } from '../charts.js';
import { themed } from '../colors.js';
import { el } from '../dom.js';
import * as format from '../format.js';

/** What a buddy threshold does: ratio and buddy share of the final design at each. */
export function thresholdChart(choose) {
  const canvas = el('div', { class: 'chart', role: 'img', 'aria-label': 'Ratio and buddy share over the threshold' });
  const legend = el('ul', { class: 'legend' });
  let chart;
  let ended = false;
  const resized = new ResizeObserver(() => chart?.resize());
  resized.observe(canvas);
  return {
    parts: [legend, canvas],
    async draw(thresholds, now) {
      const { init } = await echarts();
      if (ended) return;
      if (!chart) {
        chart = init(canvas, null, { renderer: 'svg' });
        chart.getZr().on('click', (event) => {
          const [at] = chart.convertFromPixel({ seriesIndex: 0 }, [event.offsetX, event.offsetY]);
          choose(Math.min(100, Math.max(0, Math.round(at))));
        });
      }
      const look = chartLook();
      const ratio = themed('accent');
      const share = themed('mark');
      const line = (name, values, color, axis) => ({ name, type: 'line', yAxisIndex: axis, symbol: 'none', data: values, lineStyle: { color, width: 2.2 }, itemStyle: { color } });
      const first = line('ratio', thresholds.map((each) => [100 * each.threshold, each.ratio]), ratio, 0);
      first.markLine = { silent: true, symbol: 'none', animation: false, label: { show: false }, lineStyle: { color: themed('ink'), type: 'dashed' }, data: [{ xAxis: now }] };
      chart.setOption({
        animation: false,
        grid: { left: 44, right: 52, top: 14, bottom: 30 },
        xAxis: { type: 'value', min: 0, max: 100, ...look.axis, splitLine: { show: false }, axisLabel: { ...look.axis.axisLabel, formatter: '{value} %' } },
        yAxis: [{ type: 'value', min: 1, ...look.axis }, { type: 'value', min: 0, ...look.axis, splitLine: { show: false }, axisLabel: { ...look.axis.axisLabel, formatter: (value) => `${Math.round(100 * value)} %` } }],
        tooltip: { ...look.tooltip, valueFormatter: (value) => value.toFixed(3) },
        series: [first, line('buddy share', thresholds.map((each) => [100 * each.threshold, each.buddyShare]), share, 1)],
      }, true);
      legend.replaceChildren(...[['ratio, left', ratio], ['entries in buddy memory, right', share]].map(([name, color]) => el('li', {}, el('i', { style: { background: color } }), name)));
      canvas.setAttribute('aria-label', `Over thresholds from 0 to 100 %, the ratio goes from ${format.ratio(thresholds[0].ratio)} to ${format.ratio(thresholds.at(-1).ratio)}`);
    },
    close() {
      ended = true;
      resized.disconnect();
      chart?.dispose();
    },
  };
}
