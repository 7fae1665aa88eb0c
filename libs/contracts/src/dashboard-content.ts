import { z } from 'zod';
import { EpochMs } from './epoch-ms.js';

/** Width of the grid on which a section lays out its cards. */
const gridColumns = 12;

const chartTypes = ['Pie', 'Bars', 'Radar', 'Metric', 'Area', 'Line', 'Table'];
const knownTypes = new Set(chartTypes.map((type) => type.toLowerCase()));

const ChartType = z
  .string()
  .refine((type) => knownTypes.has(type.toLowerCase()), `must be one of ${chartTypes.join(', ')}, in any case`)
  .describe(`One of ${chartTypes.join(', ')}, in any case.`);

/** What is drawn and from where; the console knows the sources, and of them only `type` is looked at here. */
const Dataset = z
  .looseObject({ type: z.string().min(1, 'must not be empty').describe('`activities_analytics`, `join`, `ratio` …') })
  .describe('How the data is obtained. Only `type` is looked at; all else is kept as given.');

const Chart = z.looseObject({
  title: z.string().nullish(),
  type: ChartType,
  colors: z.array(z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #00A1DF')).nullish(),
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
    charts: z.array(Chart),
  })
  .refine(({ x, w }) => x + w <= gridColumns, { path: ['w'], error: `x + w must be at most ${gridColumns}` });

const Section = z.looseObject({ title: z.string().nullish(), cards: z.array(Card) });

/** What a dashboard shows. All else that a client writes into it is kept as given. */
export const DashboardContent = z.looseObject({
  sections: z.array(Section),
  available_filters: z
    .array(z.looseObject({}))
    .nullish()
    .describe('Shown on top; the value chosen adapts all queries.'),
});
export type DashboardContent = z.infer<typeof DashboardContent>;

/** One content of a dashboard: it never changes, the next one gets an id of its own. */
export const DashboardContentVersion = z.object({
  id: z.string(),
  organisation_id: z.string(),
  created_ts: EpochMs.describe('When this content was written, epoch milliseconds.'),
  created_by: z.string().describe('Id of the user who wrote it.'),
});
export type DashboardContentVersion = z.infer<typeof DashboardContentVersion>;

export const DashboardContentWrapper = DashboardContentVersion.extend({ content: DashboardContent });
export type DashboardContentWrapper = z.infer<typeof DashboardContentWrapper>;
