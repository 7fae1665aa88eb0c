import type { SeriesResult } from '@tributary/dashboards/results/result';
import { defaultColors } from '@tributary/dashboards/values/format-value';
import type { EChartsOption } from 'echarts';

/** The colours of the page, light or dark. */
export interface ChartTheme {
  text: string;
  dimmed: string;
  line: string;
  background: string;
  fontFamily: string;
}

/** The input of every option builder. */
export interface ChartDrawing<Options> {
  result: SeriesResult;
  options: Options;
  /** Empty: the default colours. */
  colors: readonly string[];
  theme: ChartTheme;
  /** The time zone of the keys, if they are dates of a report. */
  dateZone: string | undefined;
  /** Pixels of the whole chart. */
  width?: number;
}

/**
 * The options of all charts. Tooltips are drawn as text on the canvas: HTML tooltips set style attributes, which the content
 * security policy forbids, and would show what a user stored as HTML.
 */
export function baseOption({ colors, theme }: Pick<ChartDrawing<unknown>, 'colors' | 'theme'>): EChartsOption {
  return {
    color: [...(colors.length > 0 ? colors : defaultColors)],
    backgroundColor: 'transparent',
    textStyle: { fontFamily: theme.fontFamily, color: theme.text },
    animationDuration: 300,
  };
}

/** The opacity of the period before. */
export const faint = 0.4;

/** A series of the period before has the colour of its counterpart. */
export function faintly({ colors }: Pick<ChartDrawing<unknown>, 'colors'>, beforeOf: number | undefined) {
  if (beforeOf === undefined) return {};
  const all = colors.length > 0 ? colors : defaultColors;
  return { itemStyle: { opacity: faint }, color: all[beforeOf % all.length] ?? '' };
}

export const tooltipStyle = (theme: ChartTheme) => ({
  renderMode: 'richText' as const,
  confine: true,
  backgroundColor: theme.background,
  borderColor: theme.line,
  borderWidth: 1,
  textStyle: { color: theme.text, fontFamily: theme.fontFamily, fontSize: 12 },
});
