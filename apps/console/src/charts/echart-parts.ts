import { BarChart, LineChart, PieChart, RadarChart } from 'echarts/charts';
import {
  GridComponent,
  LegendScrollComponent,
  MarkLineComponent,
  RadarComponent,
  TooltipComponent,
} from 'echarts/components';

/** The parts of ECharts that the charts of the console have, without a renderer. */
export const echartParts = [
  BarChart,
  LineChart,
  PieChart,
  RadarChart,
  GridComponent,
  LegendScrollComponent,
  MarkLineComponent,
  RadarComponent,
  TooltipComponent,
];
