// What reports and the pages of explore use of ECharts; whatever is not named here stays out of the pages.
import { use, init, version, graphic } from 'echarts/core';
import { BarChart, CustomChart, LineChart, ScatterChart, TreemapChart } from 'echarts/charts';
import { DataZoomComponent, GridComponent, MarkLineComponent, TitleComponent, TooltipComponent } from 'echarts/components';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';

use([BarChart, CustomChart, LineChart, ScatterChart, TreemapChart, DataZoomComponent, GridComponent, MarkLineComponent, TitleComponent, TooltipComponent, CanvasRenderer, SVGRenderer]);

export { graphic, init, version };
