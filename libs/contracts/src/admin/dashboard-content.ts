import { z } from 'zod';
import { EpochMs } from '../values/epoch-ms.js';
import { listOf } from '../values/list-of.js';

/** The width of the grid on which a section lays out its cards. */
const gridColumns = 12;

const chartTypes = ['Pie', 'Bars', 'Radar', 'Metric', 'Area', 'Line', 'Table'];
const knownTypes = new Set(chartTypes.map((type) => type.toLowerCase()));

const ChartType = z
  .string()
  .refine((type) => knownTypes.has(type.toLowerCase()), `must be one of ${chartTypes.join(', ')}, in any case`)
  .describe(`One of ${chartTypes.join(', ')}, in any case.`);

/** The source of a chart's data. The console knows the sources; here only `type` is checked. */
const Dataset = z
  .looseObject({ type: z.string().min(1, 'must not be empty').describe('`activities_analytics`, `join`, `ratio` …') })
  .describe('The source of the data. Only `type` is checked; all other fields are stored as given.');

const Chart = z.looseObject({
  title: z.string().nullish(),
  type: ChartType,
  colors: listOf(z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #00A1DF')).nullish(),
  dataset: Dataset,
  options: z.looseObject({}).nullish(),
});

const Card = z
  .looseObject({
    x: z.int().min(0).describe(`Column of its left edge; x + w is at most ${gridColumns}.`),
    y: z.int().min(0).describe('Row of its upper edge.'),
    w: z.int().min(1).describe('Width, columns.'),
    h: z.int().min(1).describe('Height, rows.'),
    layout: z.enum(['vertical', 'horizontal'], 'must be vertical or horizontal').nullish(),
    charts: listOf(Chart),
  })
  .refine(({ x, w }) => x + w <= gridColumns, { path: ['w'], error: `x + w must be at most ${gridColumns}` });

const Section = z.looseObject({ title: z.string().nullish(), cards: listOf(Card) });

/** What a dashboard shows. Other fields that a client writes are stored as given. */
export const DashboardContent = z.looseObject({
  sections: listOf(Section),
  available_filters: listOf(z.looseObject({}))
    .nullish()
    .describe('Shown on top of the dashboard; the chosen value applies to all queries.'),
});
export type DashboardContent = z.infer<typeof DashboardContent>;

/** One version of a dashboard's content. It never changes: the next version gets a new id. */
export const DashboardContentVersion = z.object({
  id: z.string(),
  organisation_id: z.string(),
  created_ts: EpochMs.describe('When this content was written, epoch milliseconds.'),
  created_by: z.string().describe('Id of the user who wrote it.'),
});
export type DashboardContentVersion = z.infer<typeof DashboardContentVersion>;

export const DashboardContentWrapper = DashboardContentVersion.extend({ content: DashboardContent });
export type DashboardContentWrapper = z.infer<typeof DashboardContentWrapper>;
