import { z } from 'zod';

/** An asynchronous refresh of a warehouse's metadata has been requested. */
export const RefreshRequested = z.object({ datawarehouse_id: z.string(), refresh_id: z.string() });
export type RefreshRequested = z.infer<typeof RefreshRequested>;

/** A refresh of a warehouse's metadata has been stored. */
export const MetadataRefreshed = z.object({
  datawarehouse_id: z.string(),
  organisation_id: z.string(),
  /** Epoch milliseconds of the scan. */
  refreshed_ts: z.number(),
  databases: z.number(),
  tables: z.number(),
});
export type MetadataRefreshed = z.infer<typeof MetadataRefreshed>;
