import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { aProperty, AnalyzersPlatform } from './analyzers-platform.js';
import { BootedAdmin, expectError, people, user, type Fields } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let api: BootedAdmin;
let platform: AnalyzersPlatform;

beforeAll(async () => {
  api = await BootedAdmin.boot();
  platform = new AnalyzersPlatform(api);
});
afterAll(() => api.stop());

const { editor } = people;
const violation = 'CONSTRAINT_VIOLATION_EXCEPTION';
const aFile = (technical_name: string, value: unknown) => ({ technical_name, property_type: 'DATA_FILE', value });
const filesOf = (prefix: string, count: number, uriLength = 0) =>
  Array.from({ length: count }, (_, index) =>
    aFile(`f${index}`, { uri: `tributary://${prefix}${index}/`.padEnd(uriLength, '中') }),
  );
const put = (analyzer: string, name: string, value: unknown) =>
  api.call(editor, 'PUT', `/activity_analyzers/${analyzer}/properties/technical_name=${name}`, {
    property_type: 'DATA_FILE',
    value,
  });
/** The state that a refused request must not change, including the version of the published worker. */
const stored = () =>
  Promise.all(
    ['plugin_versions', 'activity_analyzers', 'analyzer_properties', 'plugin_workers'].map((table) =>
      api.query(`select * from ${table} t order by t::text`),
    ),
  );
const anAnalyzer = (difference: Fields = {}) => ({
  name: 'x',
  version_id: '1',
  error_recovery_strategy: 'DROP',
  ...difference,
});
/** `max.message.bytes` of the topic. */
const kafkaBytes = 4 * 1024 * 1024;

const valid: [string, unknown][] = [
  ['a uri', { uri: 'tributary://a' }],
  ['a time', { uri: 'x', last_modified: 5 }],
  ['no time', { uri: 'x', last_modified: null }],
  ['other keys', { uri: 'x', name: 'model.bin', list: [null] }],
  ['2,048 characters', { uri: '中'.repeat(2_048) }],
];
const invalid: [string, unknown, RegExp][] = [
  ['a text', 'tributary://a', /value: must be an object/],
  ['a list', ['tributary://a'], /value: must be an object/],
  ['no uri', { last_modified: 1 }, /value\.uri: /],
  ['an empty uri', { uri: '' }, /value\.uri: /],
  ['a uri that is a number', { uri: 5 }, /value\.uri: /],
  ['2,049 characters', { uri: 'a'.repeat(2_049) }, /value\.uri: is longer than 2048/],
  ['a line break', { uri: 'a\nb' }, /value\.uri: /],
  ['a NUL', { uri: 'a\0b' }, /value\.uri: /],
  ['half a surrogate pair', { uri: 'a\ud800b' }, /value\.uri: /],
  ['a time that is a text', { uri: 'x', last_modified: 'today' }, /value\.last_modified: /],
  ['more than 64 KiB', { uri: 'x', more: 'a'.repeat(65_536) }, /(value|plugin_properties): must not exceed 65536/],
];

describe('the value of a data file', () => {
  beforeEach(async () => {
    await platform.reset({ plugin_properties: [aFile('model', null)] });
    await platform.createAnalyzer();
    await platform.registerWorker();
  });
  const ofVersion = (value: unknown) =>
    api.call('admin', 'POST', '/plugins/1/versions', {
      version_id: '2',
      plugin_properties: [aProperty(), aFile('model', value)],
    });

  it.each(valid)('may have %s', async (_case, value) => {
    expect((await put('1', 'model', value)).body.data).toMatchObject({ value, origin: 'INSTANCE' });
    expect((await ofVersion(value)).body.data).toMatchObject({ plugin_properties: [{}, { value }] });
  });

  it.each(invalid)('is refused with %s', async (_case, value, message) => {
    const before = await stored();
    expectError(await put('1', 'model', value), 400, 'BAD_REQUEST_DATA', new RegExp(`^${message.source}`));
    expectError(await ofVersion(value), 400, 'BAD_REQUEST_DATA', message);
    expect(await stored()).toEqual(before);
  });

  it('is null only where a version leaves the file to its analyzers', async () => {
    expectError(await put('1', 'model', null), 400, 'BAD_REQUEST_DATA', /^value: must be an object/);
    expect((await ofVersion(null)).status).toBe(200);
  });

  it.each([null, 5, { uri: 5 }])('may be %j in a property of another type', async (value) => {
    const plugin_properties = [{ technical_name: 'x', property_type: 'PIXEL_TAG', value }];
    const version = { version_id: '2', plugin_properties };
    expect((await api.call('admin', 'POST', '/plugins/1/versions', version)).status).toBe(200);
  });
});

describe('the worker of a version reads at most 100 data files', () => {
  const expectRefused = async (request: Promise<Parameters<typeof expectError>[0]>, before: unknown) => {
    expectError(await request, 400, violation, /value\.uri.* 100 /);
    expect(await stored()).toEqual(before);
  };
  beforeEach(async () => {
    await platform.reset({ plugin_properties: [...filesOf('v', 99), aFile('f99', null), aFile('f100', null)] });
    await platform.createAnalyzer();
    await platform.registerWorker();
  });

  it('when a property is written, whichever analyzer names them', async () => {
    await platform.createAnalyzer();
    expect((await put('1', 'f99', { uri: 'x' })).status).toBe(200);
    const before = await stored();
    await expectRefused(put('1', 'f100', { uri: 'y' }), before);
    await expectRefused(put('2', 'f0', { uri: 'y' }), before);
    expect((await put('2', 'f100', { uri: 'x' })).status).toBe(200);
    expect((await put('1', 'f99', { uri: 'y' })).status).toBe(400);
    expect((await put('2', 'f100', { uri: 'tributary://v0/' })).status).toBe(200);
    expect((await put('1', 'f99', { uri: 'y' })).status).toBe(200);
  });

  it('also before it is registered', async () => {
    await api.data('admin', 'DELETE', '/plugins/1/versions/1/worker');
    await put('1', 'f99', { uri: 'x' });
    await expectRefused(put('1', 'f100', { uri: 'y' }), await stored());
  });

  it('when an analyzer is created', async () => {
    const version_id = await platform.createVersion('1', { version_id: '2', plugin_properties: filesOf('w', 101) });
    const create = api.call(editor, 'POST', '/activity_analyzers?organisation_id=1', anAnalyzer({ version_id }));
    await expectRefused(create, await stored());
  });

  it('when an analyzer gets another version', async () => {
    const plugin_properties = [...filesOf('w', 99), aFile('f99', null)];
    const version_id = await platform.createVersion('1', { version_id: '2', plugin_properties });
    await platform.createAnalyzer({ version_id });
    for (const name of ['f0', 'f1']) expect((await put('1', name, { uri: `own ${name}` })).status).toBe(200);
    const move = () => api.call(editor, 'PUT', '/activity_analyzers/1', anAnalyzer({ version_id }));
    await expectRefused(move(), await stored());
    await put('1', 'f1', { uri: 'own f0' });
    expect((await move()).status).toBe(200);
  });

  it('when two requests would each add the last one', async () => {
    const requests = ['f99', 'f100'].map((name) => put('1', name, { uri: name }));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
  });
});

describe('what is published about a worker', () => {
  // Ids are given out again: what was published in the tests before would be newer.
  beforeEach(() => FakeGateway.forget());
  const publishedBytes = () =>
    Math.max(...[...FakeGateway.credentials.values()].map((one) => Buffer.byteLength(JSON.stringify(one))));

  it('has a size that Kafka takes, with 100 files that have the longest names', async () => {
    await platform.reset({ plugin_properties: [aFile('model', null)] });
    await platform.registerWorker();
    const analyzers: string[] = [];
    while (analyzers.length < 100) analyzers.push((await platform.createAnalyzer()).id);
    const [last = '', ...others] = analyzers;
    // Through the API each would publish all files before it again.
    await api.query(
      `insert into analyzer_properties (analyzer_id, technical_name, property_type, value)
       select id, 'model', 'DATA_FILE', json_build_object('uri', rpad(id::text, 2048, '中')) from unnest($1::bigint[]) id`,
      [others],
    );
    expect((await put(last, 'model', { uri: last.padEnd(2_048, '中') })).status).toBe(200);
    await eventually(() => expect(publishedBytes()).toBeGreaterThan(100 * 2_000 * 3));
    expect(publishedBytes()).toBeLessThan(kafkaBytes / 2);
  });

  it('has a size that Kafka takes, however many organisations use the files of the version', async () => {
    await platform.reset({ plugin_properties: filesOf('v', 29, 700) });
    await platform.registerWorker();
    const organisations = await api.query<{ id: string }>(
      `insert into organisations (community_id, name, technical_name)
       select 1, 'many', 'many-' || n from generate_series(1, 60) n returning id::text as id`,
    );
    let accepted = 0;
    for (const { id } of organisations) {
      const path = `/activity_analyzers?organisation_id=${id}`;
      const answer = await api.call(user('EDITOR', id), 'POST', path, anAnalyzer());
      if (answer.status === 200) accepted++;
      else expectError(answer, 400, violation, /^version_id: .*value\.uri/);
    }
    expect(accepted).toBeGreaterThan(10);
    expect(accepted).toBeLessThan(20);
    await eventually(() => expect(publishedBytes()).toBeGreaterThan(kafkaBytes / 8));
    expect(publishedBytes()).toBeLessThan(kafkaBytes / 2);
  });
});
