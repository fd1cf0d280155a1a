/** Bars and lines in the colours of the theme. Only this folder imports echarts. */
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { fontFamily, type Palette, palette } from '@/ui/palette';
import { useThemeName } from '@/ui/useThemeName';

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);

export type ChartOption = (colours: Palette, parts: ReturnType<typeof chartParts>) => EChartsCoreOption;

/** Axes and legend as every chart has them. */
function chartParts(c: Palette) {
  return {
    category: {
      type: 'category',
      axisTick: { show: false },
      axisLine: { lineStyle: { color: c.line } },
      axisLabel: { color: c.ink2, fontSize: 12 },
    },
    value: {
      type: 'value',
      axisLabel: { color: c.ink3, fontSize: 12 },
      splitLine: { lineStyle: { color: c.hair } },
      axisLine: { show: false },
    },
    legend: {
      top: 0,
      right: 0,
      itemWidth: 10,
      itemHeight: 8,
      itemGap: 14,
      icon: 'rect',
      textStyle: { color: c.ink2, fontSize: 12 },
    },
    tooltip: { trigger: 'axis', confine: true, textStyle: { fontSize: 12 } },
  } as const;
}

interface Props {
  option: ChartOption;
  height?: number | string;
  /** What the chart says, for those who do not see it. */
  label: string;
  onClick?: (name: string, series: string) => void;
}

export function Chart({ option, height = 200, label, onClick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const theme = useThemeName();
  useEffect(() => {
    if (!box.current) return;
    const colours = palette[theme];
    const chart = init(box.current, null, { renderer: 'svg' });
    const textStyle = { fontFamily, fontSize: 12, color: colours.ink2 };
    chart.setOption({ animation: false, textStyle, ...option(colours, chartParts(colours)) });
    if (onClick) chart.on('click', (event) => onClick(String(event.name), String(event.seriesName)));
    const watch = new ResizeObserver(() => chart.resize());
    watch.observe(box.current);
    return () => {
      watch.disconnect();
      chart.dispose();
    };
  }, [option, theme, onClick]);
  return <div ref={box} role="img" aria-label={label} style={{ height }} />;
}
