/** The same chart with the rarer kinds: pies, heat maps, scatter, marked lines and areas. Not for the desktops' first load. */
import { HeatmapChart, PieChart, ScatterChart } from 'echarts/charts';
import { MarkAreaComponent, MarkLineComponent, VisualMapComponent } from 'echarts/components';
import { use } from 'echarts/core';

use([PieChart, HeatmapChart, ScatterChart, MarkLineComponent, MarkAreaComponent, VisualMapComponent]);

export { Chart, type ChartOption, chartParts } from './Chart';
