import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { EChartsOption } from 'echarts';
import { echartParts } from '../../src/charts/echart-parts.js';

use([...echartParts, SVGRenderer]);

/**
 * The picture that ECharts draws of an option, 480 x 300 pixels, as SVG with numbers of one decimal. Without a page ECharts
 * takes the widths of texts from a table of its own, so that no machine's fonts change it.
 */
export function drawPicture(option: EChartsOption): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 480, height: 300 });
  try {
    chart.setOption({ ...option, animation: false });
    return withoutCounters(chart.renderToSVGString());
  } finally {
    chart.dispose();
  }
}

const decimals = /-?\d+\.\d+(?:e-?\d+)?/g;
const round = (value: number) => Math.round(value * 10) / 10;

/** ECharts counts its pictures in the names of classes and masks, and styles what a pointer is over. */
const withoutCounters = (svg: string) =>
  svg
    .replaceAll(/<style[\s\S]*?<\/style>/g, '')
    .replaceAll(/ (?:class|ecmeta_[a-z_]+)="[^"]*"/g, '')
    .replaceAll(/zr\d+-/g, 'zr-')
    .replaceAll(/(?<==")[^"]*(?=")/g, (attribute) =>
      attribute.replaceAll(decimals, (text) => String(round(Number(text)))),
    )
    .replaceAll('><', '>\n<')
    .concat('\n');
