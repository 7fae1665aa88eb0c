import type { EnforcedProcessing } from '@tributary/contracts/admin/processing';

interface RefusedActivity {
  datamart_id: string;
  source_channel_id?: string | undefined;
  processings?: readonly EnforcedProcessing[] | undefined;
}

/** A line of the log for the refused activities of a transaction: the first channel, and their number. Nothing about people. */
export const describeRefusals = (refused: RefusedActivity[]) => ({
  datamart_id: refused[0]?.datamart_id,
  channel_id: refused[0]?.source_channel_id,
  processing_ids: refused[0]?.processings?.map(({ processing_id }) => processing_id),
  refused: refused.length,
});
