import type { DataWarehouseInfos } from '@tributary/client/generated/types.gen';

export const isRefreshing = (metadata: DataWarehouseInfos | undefined): boolean =>
  metadata?.refresh?.status === 'REQUESTED' || metadata?.refresh?.status === 'RUNNING';
