import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { standInOwners } from '../stand-in-owners.js';
import { bootGateway, PublishedActivities, tokens, type BootedGateway } from '../booted-gateway.js';

export let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway({ extend: standInOwners });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  PublishedActivities.received.length = 0;
});

export const anActivity = (difference: object = {}) => ({
  $type: 'SITE_VISIT',
  $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'web:1:abc' }],
  ...difference,
});

export interface Sending {
  path?: string;
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: string | Uint8Array<ArrayBuffer> | null;
}

export async function send({
  path = '/v1/datamarts/1/user_activities',
  method = 'POST',
  headers = {},
  body,
}: Sending = {}) {
  const all = { authorization: tokens.EDITOR, 'content-type': 'application/json', ...headers };
  const given = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined);
  const response = await fetch(gateway.url + path, {
    method,
    headers: given,
    body: body === undefined ? JSON.stringify(anActivity()) : body,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
  };
}
