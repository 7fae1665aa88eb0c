import {
  AnalysisWaitConfig,
  CommonConfig,
  DedupeConfig,
  Duration,
  isolatedEnvironment,
  ServiceConfig,
} from '@tributary/runtime/config';
import { AllowedHosts } from '@tributary/security/addresses/allowed-hosts';
import { SignatureConfig } from '@tributary/security/signing';
import { z } from 'zod';

/** Settings of the module, as a service and in the embedded product. */
export const AnalysisSettings = z.object({
  NODE_ENV: CommonConfig.shape.NODE_ENV,
  /** How long a call of a plugin may take, if no throttling of its version says so: from connecting to the last byte. */
  PLUGIN_TIMEOUT: z
    .string()
    .default('5s')
    .pipe(Duration)
    .refine((ms) => ms <= 60_000, 'must not be longer than 1m'),
  /** Hosts that may have private addresses, and may be called without TLS, unless NODE_ENV is development or test. */
  PLUGIN_ALLOWED_HOSTS: AllowedHosts.default([]),
  ...AnalysisWaitConfig.shape,
  /** Most activities of an organisation that wait; beside others it has a share of them. */
  ANALYSIS_BACKLOG: z.coerce.number().int().min(1_000).max(1_000_000_000).default(1_000_000),
  ...SignatureConfig.shape,
  ...DedupeConfig.shape,
});
export type AnalysisSettings = z.infer<typeof AnalysisSettings>;

/** Token under which Nest injects `AnalysisSettings`. */
export const SETTINGS = Symbol('analysis settings');

export const ActivityAnalysisConfig = ServiceConfig.extend(AnalysisSettings.shape)
  // A service without NODE_ENV must not open private networks to the hosts that clients choose.
  .extend({ NODE_ENV: CommonConfig.shape.NODE_ENV.unwrap().default('production') });
export type ActivityAnalysisConfig = z.infer<typeof ActivityAnalysisConfig>;

/** The environment of the process that calls plugins. It has no proxies. A look-up of a name holds a thread. */
export const callEnvironment = (): NodeJS.ProcessEnv => ({ ...isolatedEnvironment(), UV_THREADPOOL_SIZE: '64' });
