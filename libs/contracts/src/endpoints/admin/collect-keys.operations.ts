import { CollectKey, CollectKeyInput } from '../../admin/collect-key.js';
import { ListQuery } from '../../list-query.js';
import { del, deleted, get, json, one, page, post, put, type Section } from '../operation.js';

const all = '/datamarts/:datamart_id/collect_keys';
const key = `${all}/:collect_key_id`;

export const collectKeys = {
  tag: 'Collect keys',
  owner: 'admin',
  description:
    'Public keys with which web pages and apps send activities to a datamart. A key can do nothing else, so it may stand ' +
    'in the source of a page.',
  operations: {
    listCollectKeys: get(all, 'READER', {
      summary: 'List the collect keys of a datamart',
      query: ListQuery,
      answer: page(CollectKey, 'A page of keys with their values.'),
    }),
    createCollectKey: post(all, 'EDITOR', {
      summary: 'Create a collect key',
      body: json(CollectKeyInput, {
        for_a_site: { name: 'Pages of the shop', allowed_origins: ['https://shop.example.com'], max_qps: 200 },
        for_development: { name: 'Development', allowed_origins: ['http://localhost:3000'] },
      }),
      answer: one(CollectKey, 'The new key with its value.'),
    }),
    getCollectKey: get(key, 'READER', {
      summary: 'Read a collect key',
      answer: one(CollectKey, 'The key with its value.'),
    }),
    updateCollectKey: put(key, 'EDITOR', {
      summary: 'Change a collect key',
      description: 'Effective everywhere within a second. The value stays the same.',
      body: json(CollectKeyInput, {
        another_origin: {
          name: 'Pages of the shop',
          allowed_origins: ['https://shop.example.com', 'https://www.example.com'],
          max_qps: 200,
        },
      }),
      answer: one(CollectKey, 'The updated key.'),
    }),
    deleteCollectKey: del(key, 'EDITOR', {
      summary: 'Revoke a collect key',
      description: 'The key stops working everywhere within a second. Activities that it has sent stay.',
      answer: deleted,
    }),
  },
} satisfies Section;
