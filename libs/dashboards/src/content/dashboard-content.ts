import type { cardLayouts, ChartType } from '@tributary/contracts/rules/dashboards/content-rules';
import type { Dataset } from './dataset.js';

/** A stored content, read leniently: every part is there, and what could not be read says why. */
export interface DashboardContent {
  sections: Section[];
  filters: DashboardFilter[];
}

export interface Section {
  /** As stored, else by position: `section0`. */
  id: string;
  title: string;
  cards: Card[];
}

/** A card on a grid 12 columns wide. */
export interface Card {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
  layout: (typeof cardLayouts)[number];
  charts: Chart[];
}

/** `raw` is the chart as stored, for the editor and for "show JSON". */
export type Chart = DrawnChart | ChartReference | BrokenChart;

interface ChartBase {
  id: string;
  title: string;
  /** Where it stands in the content: `sections[0].cards[1].charts[0]`. */
  path: string;
  raw: unknown;
}

export interface DrawnChart extends ChartBase {
  kind: 'chart';
  type: ChartType;
  /** Empty: the default colours. */
  colors: string[];
  dataset: Dataset;
  /** As stored; `options/` reads them. */
  options: Record<string, unknown>;
}

/** A chart that is kept elsewhere: drawn as not available here. */
export interface ChartReference extends ChartBase {
  kind: 'reference';
  chartId: string;
}

/** A chart that cannot be drawn, with the reason. */
export interface BrokenChart extends ChartBase {
  kind: 'broken';
  /** Completes "cannot be drawn: …". */
  reason: string;
}

export const filterNames = ['compartments', 'segments', 'organisations', 'channels'] as const;
export type FilterName = (typeof filterNames)[number];

/** A filter on top of the dashboard. */
export interface DashboardFilter {
  technicalName: FilterName;
  title: string;
  multiSelect: boolean;
  fragments: QueryFragment[];
}

export interface QueryFragment {
  /** The type of the datasets that it applies to, in lower case: `activities_analytics`. */
  type: string;
  /** The stored fragment: for reports, a list of DimensionFilter. */
  fragment: unknown;
}
