export const chartTypes = ['Pie', 'Bars', 'Radar', 'Metric', 'Area', 'Line', 'Table'] as const;
export type ChartType = (typeof chartTypes)[number];

const knownTypes = new Set<string>(chartTypes.map((type) => type.toLowerCase()));
export const isChartType = (text: string): boolean => knownTypes.has(text.toLowerCase());

export const cardLayouts = ['vertical', 'horizontal'] as const;

/** The largest position or size of a card. The grid has 12 columns: the console draws a card that exceeds them narrower. */
export const maxCells = 1_000;

/** A colour of a stored chart: `#00A1DF`. */
export const colorForm = /^#[0-9a-fA-F]{6}$/;
export const isColor = (text: unknown): text is string => typeof text === 'string' && colorForm.test(text);

/** Why a part of a content is refused. */
export const contentMessages = {
  chartType: `must be one of ${chartTypes.join(', ')}, in any case`,
  chartId: 'must be the id of a chart',
  color: 'must be a colour like #00A1DF',
  layout: `must be ${cardLayouts.join(' or ')}`,
  missing: 'is required, unless chart_id is given',
} as const;
