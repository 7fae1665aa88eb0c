import { z } from 'zod';

/** POST user_activities_analytics. Which names exist is the cube's to say. */
export const ReportRequest = z.object({
  metrics: z.array(z.object({ expression: z.string().min(1) })).max(10).nullish(),
  dimensions: z.array(z.object({ name: z.string().min(1) })).max(10).nullish(),
  date_ranges: z.array(z.object({ start_date: z.string(), end_date: z.string() })).length(1),
  order_by: z.object({ field_name: z.string().min(1) }).nullish(),
  dimension_filter_clauses: z.unknown(),
});
export type ReportRequest = z.infer<typeof ReportRequest>;

export type ReportValue = string | number | boolean | null;

export interface ReportView {
  items_per_page: number;
  total_items: number;
  columns_headers: string[];
  rows: ReportValue[][];
}
