import { checkOptions } from './checks/check-options.js';
import { Client } from './client.js';
import type { TributaryOptions } from './options.js';
import { Signer } from './signing/signer.js';
import type { Tributary } from './tributary-api.js';

export type * from './activity.js';
export type * from './options.js';
export type { QueueEntry, QueueStorage } from './storage/queue-storage.js';
export type { Tributary } from './tributary-api.js';

/** @throws TypeError that names the option that is wrong. Whether the platform can be reached does not matter. */
export const createTributary = (options: TributaryOptions): Tributary =>
  new Client(checkOptions(options), new Signer());
