import { z } from 'zod';
import { channelTypes } from '../rules/resources/choices.js';
import { ListQuery } from '../list-query.js';
import { EpochMs } from '../values/epoch-ms.js';
import { IntegerId } from '../values/integer-id.js';
import { Name } from '../values/name.js';
import { nullAsAbsent, orDefault } from '../values/null-as-absent.js';

export const ChannelType = z.enum(channelTypes, `must be one of ${channelTypes.join(', ')}`);
export type ChannelType = z.infer<typeof ChannelType>;

/** In UTF-16 units. */
const maxChannelIdLength = 128;

/** The id of a channel, registered or not, as activities name it. */
export const ChannelId = z
  .string()
  .min(1, 'must not be empty')
  .max(maxChannelIdLength, `is longer than ${maxChannelIdLength}`);

/** Whether a text of a path can be the id of a channel. The database stores no U+0000. */
export const isChannelId = (text: string) => ChannelId.safeParse(text).success && !text.includes('\0');

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
  id: nullAsAbsent(ChannelId).describe('Of your own, unique in the datamart. Default: the server makes one.'),
  domain: nullAsAbsent(Name),
  enable_analytics: orDefault(z.boolean(), false),
  leaves_out_bots: orDefault(z.boolean(), false),
});
export type ChannelInput = z.infer<typeof ChannelInput>;

/** The type cannot change. A body may repeat it. The id cannot change either. */
export const ChannelUpdate = ChannelInput.omit({ id: true }).partial({ type: true });
export type ChannelUpdate = z.infer<typeof ChannelUpdate>;

export const ChannelListQuery = ListQuery.extend({
  organisation_id: IntegerId.describe('The organisation of the channels.'),
  datamart_id: IntegerId.optional().describe('Only channels of this datamart.'),
});
export type ChannelListQuery = z.infer<typeof ChannelListQuery>;

/** For the paths below a channel. */
export const ChannelQuery = z.object({
  datamart_id: IntegerId.optional().describe(
    'The datamart of the channel. Required if several that you can read have a channel of this id, and the server has made none of these ids.',
  ),
});
export type ChannelQuery = z.infer<typeof ChannelQuery>;

export const ChannelPageQuery = ListQuery.extend(ChannelQuery.shape);
export type ChannelPageQuery = z.infer<typeof ChannelPageQuery>;
