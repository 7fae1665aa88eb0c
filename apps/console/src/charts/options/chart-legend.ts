import type { Legend } from '@tributary/dashboards/options/chart-options';
import type { LegendComponentOption } from 'echarts';
import type { ChartDrawing } from './chart-drawing.js';

/** Pixels of a legend beside a chart, of a line of one below it, and of an entry without its name and of a character. */
const sizes = { beside: 170, line: 18, entry: 26, character: 6.5 };
/** Lines of a legend below a chart. One with more entries, or a name that is wider than the chart, pages in one line. */
const mostLines = 3;

/** A legend, and the pixels that it takes of its chart. */
interface DrawnLegend {
  option: LegendComponentOption;
  right: number;
  bottom: number;
}

export function drawLegend(
  { options, theme, width }: Pick<ChartDrawing<{ legend: Legend }>, 'options' | 'theme' | 'width'>,
  names: readonly string[],
): DrawnLegend {
  const { enabled, position, layout } = options.legend;
  if (!enabled) return { option: { show: false }, right: 0, bottom: 0 };
  const isRight = position === 'right';
  const lines = isRight || layout === 'vertical' ? Infinity : linesOf(names, width);
  const isPaged = lines > mostLines;
  const option: LegendComponentOption = {
    show: true,
    type: isPaged ? 'scroll' : 'plain',
    orient: layout ?? (isRight ? 'vertical' : 'horizontal'),
    icon: 'circle',
    itemWidth: 10,
    itemHeight: 10,
    ...(isRight ? { right: 0, top: 'middle' } : { bottom: 0, left: 'center' }),
    textStyle: { color: theme.text, ...(isRight && { width: sizes.beside - 40, overflow: 'truncate' }) },
    pageTextStyle: { color: theme.text },
    pageIconColor: theme.text,
    pageIconInactiveColor: theme.line,
  };
  if (isRight) return { option, right: sizes.beside, bottom: 0 };
  return { option, right: 0, bottom: (isPaged ? 1 : lines) * sizes.line + 10 };
}

/** Characters of twice the width, as those of Chinese. */
const wide = /[\u2e80-\uffdc]/g;

/** The lines of the entries below a chart. */
function linesOf(names: readonly string[], width = Infinity): number {
  let lines = 1;
  let room = width;
  for (const name of names) {
    const entry = name.replaceAll(wide, '  ').length * sizes.character + sizes.entry;
    if (entry > width) return Infinity;
    if (entry > room) {
      lines += 1;
      room = width;
    }
    room -= entry;
  }
  return lines;
}

/** The rest of the chart, for its axes. */
export const gridOption = ({ right, bottom }: DrawnLegend) => ({
  left: 8,
  right: right || 16,
  top: 16,
  bottom: bottom + 8,
  // Labels and names of the axes are within these sides, so that they do not cover the legend.
  outerBoundsMode: 'same' as const,
  outerBoundsContain: 'all' as const,
});

/** Pixels of the width of a chart that its legend leaves. */
export const roomBesideLegend = ({ enabled, position }: Legend, width = Infinity): number =>
  enabled && position === 'right' ? width - sizes.beside : width;

/** Beside a legend a chart narrower than this would have no place, pixels. */
const leastWidth = 420;

/** The legend of a narrow chart is below it. */
export const placeLegend = <Options extends { legend: Legend }>(options: Options, width: number): Options =>
  width >= leastWidth || options.legend.position === 'bottom'
    ? options
    : { ...options, legend: { enabled: options.legend.enabled, position: 'bottom' } };
