import { CommonConfig, InternalKeyConfig, KafkaConfig } from '@tributary/runtime/config';
import type { z } from 'zod';

export const WarehouseMetadataConfig = CommonConfig.extend(KafkaConfig.shape).extend(InternalKeyConfig.shape);
export type WarehouseMetadataConfig = z.infer<typeof WarehouseMetadataConfig>;
