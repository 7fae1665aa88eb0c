import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { Client } from '../client/client.js';
import type { SigningKey } from '@tributary/testing/signed-request';
import { newMember, newTenant } from '../client/tenant.js';
import type { EmbeddedSuite } from '../suite/embedded-suite.js';
import { languages } from './language.js';
import { type Account, LanguagePage } from './language-page.js';
import { resendCases } from './resend-cases.js';

interface Vectors {
  secret_key: string;
  key_id: string;
  timestamp: string;
  accept: { uri: string; body: string | null; mac: string }[];
  refuse: { mac: string }[];
}
const fixtures = path.join(import.meta.dirname, '../../../gateway/test/fixtures');
const vectors = JSON.parse(readFileSync(path.join(fixtures, 'signing-vectors.json'), 'utf8')) as Vectors;
const requests = vectors.accept.map(({ uri, body }) =>
  [vectors.secret_key, uri, vectors.key_id, vectors.timestamp].concat(body ?? []),
);

const aTime: unknown = expect.any(Number);

const visitOf = (agent: string, page = 'home') => ({
  $type: 'SITE_VISIT',
  $site_id: '8298',
  $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: `web:1:${agent}` }],
  $events: [{ $event_name: 'view', $properties: { page } }],
});

/** The clients that docs/clients show, at the product. */
export function languagePages(suite: EmbeddedSuite): void {
  let client: Client;
  let account: Account;

  beforeAll(async () => {
    const admin = new Client(suite.platform.url, suite.platform.token);
    const tenant = await newTenant(admin);
    const { user, client: editor } = await newMember(admin, tenant, 'EDITOR');
    const body = { scheme: 'HMAC_SHA256', key_id: `languages-${randomUUID()}` };
    const key = await editor.post<SigningKey>(`/users/${user.id}/message_authentication_keys`, body);
    client = editor;
    account = { ...key, url: suite.platform.url, datamart_id: tenant.datamart_id };
  });

  /** Waits until the person has so many activities. @returns their ids, sorted. */
  const storedOf = (agent: string, count: number) =>
    eventually(async () => {
      const person = `/datamarts/${account.datamart_id}/user_points/user_agent_id=web:1:${agent}`;
      const stored = await client.list<{ $id: string }>(`${person}/user_activities`);
      expect(stored).toHaveLength(count);
      return stored.map(({ $id }) => $id).sort();
    });

  describe.each(languages)('the page of $name', (language) => {
    let page: LanguagePage;
    beforeAll(async () => {
      page = await LanguagePage.prepare(language, path.join(suite.directory, language.name));
    });

    suite.step('signs as the vectors say', async () =>
      expect(await page.sign(requests)).toEqual(vectors.accept.map(({ mac }) => mac)),
    );

    suite.step('(control) with a wrong key it signs as the vectors refuse, and the product refuses it', async () => {
      expect(await page.sign(requests, 'wrong')).toContain(vectors.refuse[0]?.mac);
      const { line } = await page.prepare(visitOf(randomUUID()));
      const answer: unknown = expect.stringContaining('MAC_ERROR');
      expect(await page.collect(account, line, { variant: 'wrong' })).toEqual({ refused: 401, answer });
    });

    suite.step('collects an activity once, although its line is sent twice', async () => {
      const agent = randomUUID();
      const { line, id } = await page.prepare(visitOf(agent));
      expect(await page.collect(account, line)).toEqual({ id, received_ts: aTime });
      expect(await page.collect(account, line)).toMatchObject({ id });
      expect(await storedOf(agent, 1)).toEqual([id]);
    });

    suite.step('collects several in one request, and reads the error of the one that is refused', async () => {
      const agent = randomUUID();
      const first = await page.prepare(visitOf(agent));
      const refused = await page.prepare({ $type: 'SITE_VISIT' });
      const last = await page.prepare(visitOf(agent, 'é\n"ü/'));
      expect(await page.collect(account, [first.line, refused.line, last.line])).toEqual([
        { id: first.id, received_ts: aTime },
        { error_code: 'BAD_REQUEST_DATA', error: '$user_identifiers: at least one identifier is required' },
        { id: last.id, received_ts: aTime },
      ]);
      expect(await storedOf(agent, 2)).toEqual([first.id, last.id].sort());
    });

    suite.step('has an example that runs as it is', async () =>
      expect((await page.runExample(account)).split('\n')).toEqual([
        expect.stringMatching(/^collected [0-9a-f-]{36}$/),
        expect.stringMatching(/^collected [0-9a-f-]{36}$/),
        expect.stringMatching(/^refused \$user_identifiers: at least one identifier is required \{.*\}$/),
        '',
      ]),
    );

    resendCases(() => page);
  });
}
