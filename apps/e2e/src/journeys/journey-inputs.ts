import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { importTimeout, type Execution } from '../client/import-file.js';
import { newTenant } from '../client/tenant.js';

const fixtures = path.join(import.meta.dirname, '../../test/fixtures/inputs');
const bytesOf = (file: string) => readFileSync(path.join(fixtures, file));

interface ImportCase {
  document_type: string;
  /** As declared; a byte order mark decides. */
  encoding?: string;
  status?: 'SUCCEEDED' | 'FAILED';
  result?: object;
  error?: string;
  /** Paths of the datamart with the answer that they must have. */
  stored?: Record<string, unknown>;
}

const profileOf = (account: string) =>
  `user_points/compartment_id=default,user_account_id=${account}/user_profiles/compartment_id=default/user_account_id=${account}`;
const segmentsOf = (account: string) => `user_points/compartment_id=default,user_account_id=${account}/user_segments`;

/** Files as spreadsheets and exports write them. */
const imports: Record<string, ImportCase> = {
  'rows-end-with-cr.csv': {
    document_type: 'USER_PROFILE',
    result: { total_success: 2 },
    stored: { [profileOf('cr-2')]: { city: 'Rome' } },
  },
  'mixed-line-ends.csv': {
    document_type: 'USER_PROFILE',
    result: { total_success: 3 },
    stored: { [profileOf('mixed-3')]: { city: 'Oslo\r\nNorth' } },
  },
  'mark-wins-over-windows-1252.csv': {
    document_type: 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS',
    encoding: 'windows-1252',
    result: { total_success: 1 },
    stored: { 'user_points/compartment_id=shop,user_account_id=mark-1': {} },
  },
  'utf-16-big-endian.csv': {
    document_type: 'USER_PROFILE',
    encoding: 'utf-16',
    result: { total_success: 1 },
    stored: { [profileOf('utf16-1')]: { city: 'Málaga' } },
  },
  'utf-16-little-endian.ndjson': {
    document_type: 'USER_PROFILE',
    result: { total_success: 1 },
    stored: { [profileOf('utf16-2')]: { city: 'Málaga' } },
  },
  'numeric-ids-and-text-times.ndjson': {
    document_type: 'USER_SEGMENT',
    result: { total_success: 2 },
    stored: { [segmentsOf('text-time')]: [{ segment_id: '9001', expiration_ts: 4_102_444_800_000 }] },
  },
  'misspelt-columns.csv': { document_type: 'USER_SEGMENT', status: 'FAILED', error: 'compartement_id' },
  'space-after-comma.csv': {
    document_type: 'USER_SEGMENT',
    result: { total_success: 1 },
    stored: { [segmentsOf('spaced')]: [{ segment_id: '9002' }] },
  },
  'separator-line.csv': { document_type: 'USER_PROFILE', status: 'FAILED', error: 'sep=' },
  'times-in-seconds.ndjson': {
    document_type: 'USER_SEGMENT',
    result: { total_success: 1, possible_issue_on_times: true },
  },
  'indented-array.ndjson': { document_type: 'USER_ACTIVITY', status: 'FAILED', error: 'one JSON object per line' },
  'only-a-header.csv': { document_type: 'USER_PROFILE', status: 'FAILED', error: 'no row' },
};

interface LiveCase {
  status: number;
  /** Selectors of people who exist afterwards; those of one list are one person, and no list shares one. */
  people?: string[][];
  unknown?: string[];
}

const account = (id: string) => `compartment_id=default,user_account_id=${id}`;

/** Bodies as trackers send them. */
const live: Record<string, LiveCase> = {
  'time-beyond-int64.json': { status: 400, unknown: ['user_agent_id=int64'] },
  'null-email.json': { status: 200, people: [[account('null-email')]] },
  'null-account.json': { status: 200, people: [['user_agent_id=null-account']] },
  'hash-of-nothing.ndjson': { status: 200, people: [[account('nothing-ann')], [account('nothing-bob')]] },
  'object-object.ndjson': { status: 200, people: [[account('object-ann')], [account('object-bob')]] },
  'nil-unique-key.ndjson': { status: 200, people: [['user_agent_id=nil-a'], ['user_agent_id=nil-b']] },
  'byte-order-mark.json': { status: 200, people: [['user_agent_id=marked']] },
  'address-as-hash.json': {
    status: 200,
    people: [
      [
        'user_agent_id=hashed',
        `email_hash=${createHash('sha256').update('anna@example.com').digest('hex')}`,
        'email_hash=Anna@Example.com',
      ],
    ],
  },
};

/** Inputs that users of such platforms really send, from the file to what is stored (docs/inputs.md). */
export function inputsJourney(platform: () => Platform): void {
  let client: Client;
  let datamart: string;

  beforeAll(async () => {
    client = new Client(platform().url, platform().token);
    datamart = `/datamarts/${(await newTenant(client)).datamart_id}`;
  });

  const send = (target: string, file: string) =>
    fetch(`${client.url}/v1${datamart}/${target}`, {
      method: 'POST',
      headers: { authorization: client.token, 'content-type': contentTypes[path.extname(file)] ?? '' },
      body: bytesOf(file),
    });

  it.each(Object.entries(imports))('an import reads %s', async (file, expected) => {
    const { document_type, encoding, status = 'SUCCEEDED', result, error, stored = {} } = expected;
    const mime_type = file.endsWith('.csv') ? 'TEXT_CSV' : 'APPLICATION_X_NDJSON';
    const given = { document_type, mime_type, name: file, ...(encoding && { encoding }) };
    const { id } = await client.post(`${datamart}/document_imports`, given);
    const executions = `document_imports/${id}/executions`;
    const upload = await eventually(async () => {
      const response = await send(executions, file);
      expect(response.status).toBe(200);
      return (await response.json()) as { data: Execution };
    });
    const execution = await eventually(async () => {
      const now = await client.get<Execution>(`${datamart}/${executions}/${upload.data.id}`);
      expect(['SUCCEEDED', 'FAILED']).toContain(now.status);
      return now;
    }, importTimeout);
    expect(execution.status).toBe(status);
    if (result) expect(execution.result).toMatchObject({ total_failure: 0, ...result });
    if (error !== undefined) expect(execution['error']).toEqual({ message: expect.stringContaining(error) as unknown });
    for (const [target, answer] of Object.entries(stored)) {
      const read = () => client.get<unknown>(`${datamart}/${target}`);
      expect(await read()).toMatchObject(answer as object);
    }
  });

  it.each(Object.entries(live))('an activity reads %s', async (file, { status, people = [], unknown = [] }) => {
    await eventually(async () => expect((await send('user_activities', file)).status).toBe(status));
    const idOf = async (selector: string) => (await client.get(`${datamart}/user_points/${selector}`)).id;
    await eventually(async () => {
      const ids = await Promise.all(people.map((selectors) => Promise.all(selectors.map(idOf))));
      for (const own of ids) expect(new Set(own).size).toBe(1);
      expect(new Set(ids.flat()).size).toBe(people.length);
    });
    for (const selector of unknown)
      await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', `${datamart}/user_points/${selector}`);
  });
}

const contentTypes: Record<string, string> = {
  '.csv': 'text/csv',
  '.ndjson': 'application/x-ndjson',
  '.json': 'application/json',
};
