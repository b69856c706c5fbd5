import { themed } from './colors.js';
import { el } from './dom.js';

/** ECharts is one script for old browsers too, and no module; it is loaded when a chart is drawn. */
let library;
export function echarts() {
  library ??= new Promise((done, failed) => {
    document.head.append(el('script', { src: 'echarts/echarts.js', on: { load: () => done(globalThis.echarts), error: () => failed(new Error('ECharts was not loaded')) } }));
  });
  return library;
}

/** What axes and tooltips look like under the theme of the moment. */
export function chartLook() {
  const soft = themed('soft');
  return {
    axis: { axisLabel: { color: soft }, nameTextStyle: { color: soft }, axisLine: { lineStyle: { color: themed('edge') } }, splitLine: { lineStyle: { color: themed('grid') } } },
    tooltip: { trigger: 'axis', backgroundColor: themed('card'), borderColor: themed('edge'), textStyle: { color: themed('ink'), fontSize: 13 }, renderMode: 'richText' },
  };
}
