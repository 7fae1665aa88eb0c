import { Channel, ChannelInput, ChannelListQuery, ChannelUpdate } from '../../admin/channel.js';
import { ListQuery } from '../../list-query.js';
import { del, deleted, get, json, one, page, post, put, renamed, type Section } from '../operation.js';

const all = '/datamarts/:datamart_id/channels';
const typeIsFixed = { CONSTRAINT_VIOLATION_EXCEPTION: 'type: the type of a channel cannot change' };

/** The operations that change a channel, under the path of its type. */
const changes = (path: string, noun: string) => ({
  updateChannel: put(`/datamarts/:datamart_id/${path}`, 'EDITOR', {
    summary: `Change a ${noun}`,
    description: 'A channel of another type is not found. Its token stays the same.',
    body: json(ChannelUpdate, {
      another_name: { name: 'Shop 2', domain: 'shop.example.com', enable_analytics: true },
      without_bots: { name: 'Shop', domain: 'shop.example.com', leaves_out_bots: true },
    }),
    answer: one(Channel, 'The updated channel.'),
    errors: typeIsFixed,
  }),
  deleteChannel: del(`/datamarts/:datamart_id/${path}`, 'EDITOR', {
    summary: `Delete a ${noun}`,
    description: 'Its activities stay. A channel of another type is not found.',
    answer: deleted,
  }),
});

export const changesOfChannels = {
  SITE: changes('sites/:site_id', 'site'),
  MOBILE_APPLICATION: changes('mobile_applications/:mobile_application_id', 'mobile application'),
  CTV: changes('ctvs/:ctv_id', 'connected TV'),
};

export const channels = {
  tag: 'Channels',
  owner: 'admin',
  description: 'Sites, mobile applications and connected TVs from which a datamart collects.',
  operations: {
    listChannelsOfOrganisation: get('/channels', 'READER', {
      summary: 'List the channels of an organisation',
      query: ChannelListQuery,
      answer: page(Channel, 'A page of channels.'),
    }),
    listChannels: get(all, 'READER', {
      summary: 'List the channels of a datamart',
      query: ListQuery,
      answer: page(Channel, 'A page of channels.'),
    }),
    createChannel: post(all, 'EDITOR', {
      summary: 'Create a channel',
      description:
        'Activities of channels that do not exist here are accepted, too. A channel may get the `id` that they name already.',
      body: json(ChannelInput, {
        a_site: { name: 'Shop', type: 'SITE', domain: 'shop.example.com' },
        with_an_id: { id: 'shop-fr', name: 'Shop in France', type: 'SITE', domain: 'shop.example.fr' },
      }),
      answer: one(Channel, 'The new channel.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'id: the datamart has a channel of this id already' },
    }),
    getChannel: get(`${all}/:channel_id`, 'READER', {
      summary: 'Read a channel',
      answer: one(Channel, 'The channel.'),
    }),
    ...renamed(changesOfChannels.SITE, 'Channel', 'Site'),
    ...renamed(changesOfChannels.MOBILE_APPLICATION, 'Channel', 'MobileApplication'),
    ...renamed(changesOfChannels.CTV, 'Channel', 'Ctv'),
  },
} satisfies Section;
