import { z } from 'zod';
import { ListQuery } from '../list-query.js';
import { EpochMs } from '../values/epoch-ms.js';
import { IntegerId } from '../values/integer-id.js';
import { Name } from '../values/name.js';
import { nullAsAbsent, orDefault } from '../values/null-as-absent.js';

const channelTypes = ['SITE', 'MOBILE_APPLICATION', 'CTV'] as const;
export const ChannelType = z.enum(channelTypes, `must be one of ${channelTypes.join(', ')}`);
export type ChannelType = z.infer<typeof ChannelType>;

/** Where the activities of a datamart come from: a site, a mobile application or a connected TV. */
export const Channel = z.object({
  id: z.string().describe('The `$site_id`, `$app_id` or `$ctv_id` of its activities.'),
  datamart_id: z.string(),
  organisation_id: z.string(),
  name: Name,
  type: ChannelType,
  domain: Name.optional().describe('The domain of a site.'),
  enable_analytics: z.boolean(),
  leaves_out_bots: z
    .boolean()
    .describe('Whether the activities of bots that come in live are left out: answered 200, and not stored.'),
  token: z.string().describe('Made by the server. It is public, and stays the same.'),
  creation_ts: EpochMs,
});
export type Channel = z.infer<typeof Channel>;

export const ChannelInput = Channel.pick({ name: true, type: true }).extend({
  domain: nullAsAbsent(Name),
  enable_analytics: orDefault(z.boolean(), false),
  leaves_out_bots: orDefault(z.boolean(), false),
});
export type ChannelInput = z.infer<typeof ChannelInput>;

/** The type cannot change. A body may repeat it. */
export const ChannelUpdate = ChannelInput.partial({ type: true });
export type ChannelUpdate = z.infer<typeof ChannelUpdate>;

export const ChannelListQuery = ListQuery.extend({
  organisation_id: IntegerId.describe('The organisation of the channels.'),
  datamart_id: IntegerId.optional().describe('Only channels of this datamart.'),
});
export type ChannelListQuery = z.infer<typeof ChannelListQuery>;
