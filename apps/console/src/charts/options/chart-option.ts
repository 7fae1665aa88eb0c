import type { ChartOptions } from '@tributary/dashboards/options/chart-options';
import type { EChartsOption } from 'echarts';
import { barsOption } from './bars-option.js';
import type { ChartDrawing } from './chart-drawing.js';
import { linesOption } from './lines-option.js';
import { pieOption } from './pie-option.js';
import { radarOption } from './radar-option.js';

/** The options of the types that ECharts draws. */
export type GraphicOptions = Exclude<ChartOptions, { type: 'Metric' | 'Table' }>;

export function chartOption({ options, ...drawing }: ChartDrawing<GraphicOptions>): EChartsOption {
  switch (options.type) {
    case 'Pie':
      return pieOption({ ...drawing, options });
    case 'Bars':
      return barsOption({ ...drawing, options });
    case 'Radar':
      return radarOption({ ...drawing, options });
    case 'Area':
    case 'Line':
      return linesOption({ ...drawing, options });
  }
}
