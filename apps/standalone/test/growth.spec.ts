import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { expectLinear } from '@tributary/testing/growth';
import { size, dashboard, datamart, numbered, send } from './growth-fixture.js';

const listOf = (value: string, length: number) =>
  Array<string>(Math.ceil(length / (value.length + 1)))
    .fill(value)
    .join(',');

/** Stores an activity, and waits until tracking-ingest has handled it. */
let activities = 0;
async function store(fields: string): Promise<void> {
  const agent = `growth-${(activities += 1)}`;
  const body = `{"$type":"SITE_VISIT","$user_identifiers":[{"$type":"USER_AGENT","$user_agent_id":"${agent}"}${fields}}`;
  const { status } = await send('POST', datamart('user_activities'), body);
  // 503: a busy machine has not acknowledged it in time, but goes on to store it.
  expect([200, 503]).toContain(status);
  const stored = datamart(`user_points/user_agent_id=${agent}`);
  while ((await send('GET', stored)).status !== 200) await sleep(20);
}

const refused = (code: string) => expect.objectContaining({ status: 400, error_code: code });

describe('live, the CPU time of the product is linear in the size of', () => {
  const event = (index: number) =>
    `{"$event_name":"$set_user_profile_properties","$properties":{"$user_account_id":"u","n${index}":1}}`;
  const choice = (index: number) =>
    `{"$event_name":"$set_user_choice","$properties":{"$processing_id":"${index}","$choice_acceptance_value":true}}`;

  /** As long as can be, because an activity has at most 1,000. */
  const agent = (index: number) => `{"$type":"USER_AGENT","$user_agent_id":"${String(index).padStart(512, 'x')}"}`;

  it.each<[string, (length: number) => string]>([
    ['writes to one profile', (length) => `],"$events":[${numbered(length / 3, event).join(',')}]`],
    ['choices', (length) => `],"$events":[${numbered(length / 4, choice).join(',')}]`],
    ['identifiers', (length) => `,${numbered(length / 1.8, agent).join(',')}]`],
    ['numbers of the greatest length', (length) => `],"$n":[${listOf(`1${'0'.repeat(4_095)}`, length)}]`],
  ])('%s in an activity', (_case, make) => expectLinear({ make, run: store, size }));

  const profile = (user: string) =>
    datamart(`user_points/user_agent_id=${user}/user_profiles/compartment_id=default/user_account_id=${user}`);

  it('removed elements of a stored array', async () => {
    const array = (length: number) => `{"a":[${numbered(length, (index) => `1${index}.50`).join(',')}]}`;
    await expectLinear({
      make: array,
      run: async (body) => {
        expect((await send('PUT', `${profile('removes')}?update_strategy=FORCE_REPLACE`, body)).status).toBe(200);
        const left = await send('PUT', `${profile('removes')}?update_strategy=PARTIAL_DELETE`, body);
        expect(left).toMatchObject({ status: 200, data: { a: [] } });
      },
      // The largest profile.
      size: size / 4,
    });
  });

  it('a number, which may not exceed 4,096 characters in any body', async () => {
    const number = (length: number) => `1${'0'.repeat(length - 1)}`;
    const bodies: [string, string, (value: string) => string, string][] = [
      ['POST', datamart('user_activities'), (value) => `{"$type":"x","$user_agent_id":"a","n":${value}}`, 'n: '],
      ['PUT', profile('numbers'), (value) => `{"a":{"b":[${value}]}}`, 'a.b[0]: '],
      [
        'PUT',
        datamart('user_points/user_agent_id=numbers/user_choices/processing_id=p'),
        (value) => `{"$choice_ts":1,"$choice_acceptance_value":true,"n":${value}}`,
        'n: ',
      ],
      [
        'PUT',
        `/v1/dashboards/${dashboard}/content?organisation_id=1`,
        (value) => `{"sections":[{"cards":[],"n":1e${value}}]}`,
        'sections[0].n: ',
      ],
    ];
    for (const [method, target, body, field] of bodies) {
      expect(await send(method, target, body(number(4_000)))).toMatchObject({ status: 200 });
      const make = (length: number) => body(number(length));
      await expectLinear({
        make,
        run: async (text) => {
          const answer = await send(method, target, text);
          expect(answer).toEqual(refused('BAD_REQUEST_DATA'));
          expect(answer.error).toBe(`${field}a number has more than 4096 characters`);
        },
        size,
      });
    }
  });

  it('invalid elements, which are refused and not an internal error', async () => {
    const chart = (colors: string) => `{"type":"pie","dataset":{"type":"x"},"colors":[${colors}]}`;
    const card = (colors: string) => `{"x":0,"y":0,"w":1,"h":1,"charts":[${chart(colors)}]}`;
    const content = (length: number) => `{"sections":[{"cards":[${card(listOf('"a"', length))}]}]}`;
    await expectLinear({
      make: content,
      run: async (body) => {
        const answer = await send('PUT', `/v1/dashboards/${dashboard}/content?organisation_id=1`, body);
        expect(answer).toEqual(refused('BAD_REQUEST_DATA'));
      },
      size,
    });
  });

  it('spaces around an identifier, which are no part of it', async () => {
    await expectLinear({
      make: (length) => `{"$type":"x","$user_agent_id":"${' '.repeat(length)}x${' '.repeat(length)}"}`,
      run: async (body) => expect((await send('POST', datamart('user_activities'), body)).status).toBe(200),
      size: size / 2,
    });
  });

  it('spaces in an identifier, which is refused', async () => {
    await expectLinear({
      make: (length) => `{"$type":"x","$user_agent_id":"x${' '.repeat(length)}x"}`,
      run: async (body) =>
        expect(await send('POST', datamart('user_activities'), body)).toEqual(refused('BAD_REQUEST_DATA')),
      size,
    });
  });

  describe('a request with several activities:', () => {
    const lines = 1_000;
    const post = async (body: string) => {
      const headers = { 'content-type': 'application/x-ndjson' };
      // 503: a busy machine has not acknowledged the good line in time.
      for (;;) {
        const answer = await send<{ rejected: number }>('POST', datamart('user_activities'), body, headers);
        if (answer.status !== 503) return answer;
      }
    };
    const good = '{"$type":"x","$user_agent_id":"lines"}';
    /** As many lines as the share of the size, the last of them good. */
    const linesOf = (line: string) => (length: number) =>
      `${`${line}\n`.repeat(Math.ceil((lines * length) / size) - 1)}${good}`;
    const lineBytes = Math.floor(size / lines);
    const filled = (start: string, filling: string, end: string) =>
      start + filling.repeat((lineBytes - start.length - end.length) / filling.length) + end;

    it.each([
      ['that are not JSON', filled('', 'x', '')],
      ['that do not end', filled('', '[', '')],
      ['that are too deep', '['.repeat(lineBytes / 2) + ']'.repeat(lineBytes / 2)],
      ['with invalid events', filled('{"$type":"x","$events":[{}', ',{}', ']}')],
      ['with U+0000', filled('{"$type":"x","n":[', '"\\u0000",', '1]}')],
    ])('lines %s', async (_case, line) => {
      await expectLinear({
        make: linesOf(line),
        run: async (body) => {
          const { status, data } = await post(body);
          expect([status, data?.rejected]).toEqual([200, body.split('\n').length - 1]);
        },
        size,
      });
    });

    it('blank lines', async () => {
      await expectLinear({
        make: (length) => `${'\n'.repeat(length)}${good}`,
        run: async (body) => expect((await post(body)).status).toBe(200),
        size,
      });
    });

    it('one JSON text in two lines, which is refused', async () => {
      await expectLinear({
        make: (length) => `[${'[],'.repeat(length / 3)}\n1]`,
        run: async (body) => expect(await post(body)).toEqual(refused('BAD_REQUEST_FORMAT')),
        size,
      });
    });

    it('lines that are stored', async () => {
      await expectLinear({
        make: linesOf(filled('{"$type":"x","$user_agent_id":"lines","n":[', '[],', '1]}')),
        run: async (body) => expect((await post(body)).status).toBe(200),
        size,
      });
    });
  });

  it('the values of a filter of a report', async () => {
    const report = (length: number) =>
      JSON.stringify({
        metrics: [{ expression: 'users' }],
        date_ranges: [{ start_date: 'now-1d', end_date: 'now' }],
        dimension_filter_clauses: {
          filters: [
            {
              dimension_name: 'channel_id',
              operator: 'IN_LIST',
              expressions: numbered(length / 2, (index) => `c${index}`),
            },
          ],
        },
      });
    await expectLinear({
      make: report,
      run: async (body) => expect((await send('POST', datamart('user_activities_analytics'), body)).status).toBe(200),
      size,
    });
  });
});

describe('the CPU time of the product is linear in the size of the head', () => {
  it.each<[string, (length: number) => [target: string, headers: Record<string, string>]]>([
    ['a token', (length) => ['', { authorization: `Bearer ${' '.repeat(length / 2)}${'x'.repeat(length / 2)}` }]],
    [
      'a signature',
      (length) => [
        '',
        { 'x-svc-key-id': 'k', 'x-svc-ts': '1'.repeat(length / 2), 'x-svc-mac': '='.repeat(length / 2) },
      ],
    ],
    ['an Idempotency-Key', (length) => ['', { 'idempotency-key': 'x'.repeat(length) }]],
    [
      'a list of entity tags',
      (length) => ['', { 'if-none-match': listOf('W/"1"', length), 'if-match': ','.repeat(10) }],
    ],
    ['a list of encodings', (length) => ['', { 'accept-encoding': listOf('gzip;q=0.1', length) }]],
    [
      'parameters of a content type',
      (length) => ['', { 'content-type': `application/json${';a="b\\""'.repeat(length / 8)}` }],
    ],
    ['spaces in a content type', (length) => ['', { 'content-type': `application/json${';\t '.repeat(length / 3)}x` }]],
    ['a query', (length) => [`?${'a=1&'.repeat(length / 4)}`, {}]],
    ['a query of encoded characters', (length) => [`?a=${'%25%'.repeat(length / 4)}`, {}]],
    ['a path', (length) => [`${'/%2F'.repeat(length / 4)}`, {}]],
  ])('with %s', async (_case, make) => {
    // Repeated, so that the floor of the measurement does not hide anything.
    const run = async ([rest, headers]: [string, Record<string, string>]) => {
      for (let count = 0; count < 20; count += 1) {
        const target = `/v1/dashboards/${dashboard}/content${rest}`;
        const { status } = await send('GET', target, undefined, headers);
        expect([200, 400, 401, 403, 404]).toContain(status);
      }
    };
    await expectLinear({ make, run, size: 30_000 });
  });
});
