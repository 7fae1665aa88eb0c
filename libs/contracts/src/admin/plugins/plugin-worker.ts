import { z } from 'zod';
import { EpochMs } from '../../values/epoch-ms.js';
import { orDefault } from '../../values/null-as-absent.js';

const maxUrlLength = 2_048;
/** Visible ASCII, and no `@` before the path, no query, no fragment. */
const workerUrl = /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#\\]*)?$/i;
const visibleAscii = /^[\x21-\x7e]*$/;

const isWorkerUrl = (text: string) => visibleAscii.test(text) && workerUrl.test(text) && URL.canParse(text);

export const WorkerUrl = z
  .string()
  .max(maxUrlLength, `is longer than ${maxUrlLength}`)
  .refine(isWorkerUrl, 'must be an absolute http or https URL without user, query and fragment');

/** Where a plugin version is called, and as whom it calls back. */
export const PluginWorker = z.object({
  url: z.string().describe('The platform calls `{url}/v1/activity_analysis`.'),
  worker_id: z.string().describe('The user name of the worker. A new token does not change it.'),
  last_modified_ts: EpochMs,
});
export type PluginWorker = z.infer<typeof PluginWorker>;

/** The answer to a PUT. */
export const ChangedPluginWorker = PluginWorker.extend({
  authentication_token: z
    .string()
    .optional()
    .describe('The password of the worker, if this request has made it. It is shown only once.'),
});
export type ChangedPluginWorker = z.infer<typeof ChangedPluginWorker>;

export const PluginWorkerInput = z.object({
  url: WorkerUrl.describe('The address of the worker, http or https.'),
  rotate: orDefault(z.boolean(), false).describe('Makes a new token. The one before stays valid for 10 minutes.'),
});
export type PluginWorkerInput = z.infer<typeof PluginWorkerInput>;
