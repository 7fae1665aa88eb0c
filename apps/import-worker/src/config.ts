import { CommonConfig, InternalKeyConfig, KafkaConfig } from '@tributary/runtime/config';
import type { z } from 'zod';

export const ImportWorkerConfig = CommonConfig.extend(KafkaConfig.shape).extend(InternalKeyConfig.shape);
export type ImportWorkerConfig = z.infer<typeof ImportWorkerConfig>;
