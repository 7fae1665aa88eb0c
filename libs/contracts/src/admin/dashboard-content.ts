import { z } from 'zod';
import {
  cardLayouts,
  chartTypes,
  colorForm,
  contentMessages,
  isChartType,
  maxCells,
} from '../rules/dashboards/content-rules.js';
import { EpochMs } from '../values/epoch-ms.js';
import { listOf } from '../values/list-of.js';
import { PartTitle } from '../values/name.js';

const cells = (least: number) => z.int().min(least).max(maxCells);

const ChartType = z
  .string()
  .refine(isChartType, contentMessages.chartType)
  .describe(`One of ${chartTypes.join(', ')}, in any case.`);

const Dataset = z
  .looseObject({})
  .describe(
    'The source of the data: `activities_analytics`, `join`, `ratio` … by its `type`. Stored as given; a dataset of an unknown type is shown as not drawable.',
  );

/** A chart is drawn here, or refers to one that is kept elsewhere. */
const Chart = z
  .looseObject({
    chart_id: z
      .union([z.string().min(1), z.int()], contentMessages.chartId)
      .nullish()
      .describe('Makes the chart a reference, which needs no type and no dataset.'),
    title: PartTitle.nullish(),
    type: ChartType.nullish(),
    colors: listOf(z.string().regex(colorForm, contentMessages.color)).nullish(),
    dataset: Dataset.nullish(),
    options: z.looseObject({}).nullish(),
  })
  .superRefine((chart, context) => {
    for (const field of ['type', 'dataset'] as const)
      if (chart.chart_id == null && chart[field] == null)
        context.addIssue({ code: 'custom', path: [field], message: contentMessages.missing });
  });

const Card = z.looseObject({
  x: cells(0).describe('Column of its left edge.'),
  y: cells(0).describe('Row of its upper edge.'),
  w: cells(1).describe('Width, columns.'),
  h: cells(1).describe('Height, rows.'),
  layout: z.enum(cardLayouts, contentMessages.layout).nullish(),
  charts: listOf(Chart),
});

const Section = z.looseObject({ title: PartTitle.nullish(), cards: listOf(Card) });

/** The sections and charts of a dashboard. Other fields that a client writes are stored as given. */
export const DashboardContent = z.looseObject({
  sections: listOf(Section),
  available_filters: listOf(z.looseObject({ title: PartTitle.nullish() }))
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
