import { refreshDataWarehouseMetadata } from '@tributary/client/generated/sdk.gen';
import { queryOptions } from '@tanstack/react-query';

/** The answer stays in the cache, so that a user can leave the page while the warehouse is read. */
const keptMs = 10 * 60_000;

/** A refresh that stores nothing. It reads the engine, so it is asked on demand only. */
export const previewQuery = (datawarehouse_id: string) =>
  queryOptions({
    queryKey: ['warehouse-preview', datawarehouse_id],
    queryFn: async () =>
      (await refreshDataWarehouseMetadata({ path: { datawarehouse_id }, body: { fetch_only: true } })).data.data,
    enabled: false,
    retry: false,
    gcTime: keptMs,
  });
