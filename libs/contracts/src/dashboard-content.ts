import { z } from 'zod';

/** Width of the grid on which a section lays out its cards. */
const gridColumns = 12;

const chartTypes = ['Pie', 'Bars', 'Radar', 'Metric', 'Area', 'Line', 'Table'];
const knownTypes = new Set(chartTypes.map((type) => type.toLowerCase()));

const ChartType = z
  .string()
  .refine((type) => knownTypes.has(type.toLowerCase()), `must be one of ${chartTypes.join(', ')}, in any case`);

/** What is drawn and from where; the console knows the sources, and of them only `type` is looked at here. */
const Dataset = z.looseObject({ type: z.string().min(1, 'must not be empty') });

const Chart = z.looseObject({
  title: z.string().nullish(),
  type: ChartType,
  colors: z.array(z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #00A1DF')).nullish(),
  dataset: Dataset,
  options: z.looseObject({}).nullish(),
});

const Card = z
  .looseObject({
    x: z.int().min(0),
    y: z.int().min(0),
    w: z.int().min(1),
    h: z.int().min(1),
    layout: z.enum(['vertical', 'horizontal'], 'must be vertical or horizontal').nullish(),
    charts: z.array(Chart),
  })
  .refine(({ x, w }) => x + w <= gridColumns, { path: ['w'], error: `x + w must be at most ${gridColumns}` });

const Section = z.looseObject({ title: z.string().nullish(), cards: z.array(Card) });

/** What a dashboard shows. All else that a client writes into it is kept as given. */
export const DashboardContent = z.looseObject({
  sections: z.array(Section),
  available_filters: z.array(z.looseObject({})).nullish(),
});
export type DashboardContent = z.infer<typeof DashboardContent>;

/** One content of a dashboard: it never changes, the next one gets an id of its own. */
export const DashboardContentVersion = z.object({
  id: z.string(),
  organisation_id: z.string(),
  created_ts: z.number(),
  created_by: z.string(),
});
export type DashboardContentVersion = z.infer<typeof DashboardContentVersion>;

export const DashboardContentWrapper = DashboardContentVersion.extend({ content: DashboardContent });
export type DashboardContentWrapper = z.infer<typeof DashboardContentWrapper>;
