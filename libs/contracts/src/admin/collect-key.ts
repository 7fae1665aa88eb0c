import { z } from 'zod';
import { EpochMs } from '../values/epoch-ms.js';
import { listOf } from '../values/list-of.js';
import { Name } from '../values/name.js';
import { nullAsAbsent, orDefault } from '../values/null-as-absent.js';
import { AllowedOrigin } from './allowed-origin.js';
import { ChannelId } from './channel.js';

const maxOrigins = 50;

const max_qps = z.number().positive();
const originsDescribed =
  'Origins of the pages that may use the key: `https://host[:port]`, `http://localhost[:port]` or `*` for any. Without ' +
  'any, only servers and apps may, which send no `Origin`.';

/** A public key with which pages and apps send activities to a datamart. It can do nothing else. */
export const CollectKey = z.object({
  id: z.string(),
  datamart_id: z.string(),
  name: Name,
  key: z.string().describe('The value for the `Authorization` header or `?collect_key=`. Made by the server; public.'),
  channel_id: ChannelId.optional().describe(
    'The channel of activities that name none. Those of another channel are refused.',
  ),
  allowed_origins: z.array(z.string()).describe(`${originsDescribed} In lower case, without default ports.`),
  accepts_profiles: z.boolean().describe('Whether `$set_user_profile_properties` counts; if not, it is left out.'),
  max_qps: max_qps
    .optional()
    .describe('The most activities per second that each gateway takes, after a burst of one second.'),
  creation_ts: EpochMs,
  last_used_ts: EpochMs.optional().describe('The hour of its last use, epoch milliseconds; absent before the first.'),
});
export type CollectKey = z.infer<typeof CollectKey>;

export const CollectKeyInput = CollectKey.pick({ name: true }).extend({
  channel_id: nullAsAbsent(ChannelId),
  allowed_origins: orDefault(
    listOf(AllowedOrigin)
      .max(maxOrigins)
      .transform((origins) => [...new Set(origins)]),
    [],
  ).describe(`${originsDescribed} Default: none.`),
  accepts_profiles: orDefault(z.boolean(), false),
  max_qps: nullAsAbsent(max_qps),
});
export type CollectKeyInput = z.infer<typeof CollectKeyInput>;
