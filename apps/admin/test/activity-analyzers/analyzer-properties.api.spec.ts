import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aProperty, AnalyzersPlatform, workerOf } from './analyzers-platform.js';
import { BootedAdmin, expectError, firstKey, people, secondKey, type Fields } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let api: BootedAdmin;
let platform: AnalyzersPlatform;

const plugin_properties = [
  aProperty({ technical_name: 'provider', value: { value: 'example' }, origin: 'PLUGIN_STATIC', writable: false }),
  aProperty(),
  aProperty({ technical_name: 'key', value: { value: 'secret of the version' }, secret: true }),
  aProperty({ technical_name: 'limit', property_type: 'INT', value: { value: 5 }, deletable: false }),
];

beforeAll(async () => {
  api = await BootedAdmin.boot();
  platform = new AnalyzersPlatform(api);
});
beforeEach(async () => {
  await platform.reset({ plugin_properties });
  await platform.createAnalyzer();
});
afterAll(() => api.stop());

const { editor, reader } = people;
const path = '/activity_analyzers/1/properties';
const worker = workerOf('1');
const put = (name: string, value: unknown, property_type = 'STRING') =>
  api.call(editor, 'PUT', `${path}/technical_name=${name}`, { property_type, value });
const list = (caller = reader) => api.data<Fields[]>(caller, 'GET', path);
const property = async (technical_name: string, caller = reader) =>
  (await list(caller)).find((one) => one['technical_name'] === technical_name);
const hidden = { value: '****' };
const violation = 'CONSTRAINT_VIOLATION_EXCEPTION';

describe('the properties of an analyzer', () => {
  it('are those of its version, in their order, without the values of secrets', async () => {
    const defaults = { origin: 'PLUGIN', writable: true, deletable: true };
    const shown = [
      { ...defaults, ...plugin_properties[0] },
      { ...defaults, ...plugin_properties[1] },
      { ...defaults, ...plugin_properties[2], value: hidden },
      { ...defaults, ...plugin_properties[3] },
    ];
    expect(await list()).toEqual(shown);
    const page = await api.call(reader, 'GET', `${path}?first_result=1&max_results=1`);
    expect(page.body).toMatchObject({ data: [shown[1]], count: 1, total: 4, first_result: 1, max_results: 1 });
    expect(await api.data(reader, 'GET', '/visit_analyzer_models/1/properties')).toEqual(shown);
  });

  it('are written one by one', async () => {
    const written = await put('name', { value: 'own' });
    const expected = { ...aProperty(), value: { value: 'own' }, origin: 'INSTANCE', writable: true, deletable: true };
    expect(written.body).toEqual({ status: 'ok', data: expected });
    expect(await property('name')).toEqual(expected);
    expect((await put('name', null)).body.data).toMatchObject({ value: null, origin: 'INSTANCE' });
    const limit = { property_type: 'INT', value: { value: 7, list: [1, null] } };
    const other = '/visit_analyzer_models/1/properties/technicalName%3Dlimit';
    expect(await api.data(editor, 'PUT', other, limit)).toMatchObject(limit);
    await platform.createAnalyzer({ name: 'Other' });
    const [, ofOther] = await api.data<Fields[]>(reader, 'GET', '/activity_analyzers/2/properties');
    expect(ofOther).toMatchObject(aProperty());
  });

  it.each<[string, Parameters<typeof put>, RegExp]>([
    ['an unknown name', ['unknown', { value: '' }], /^technical_name: /],
    ['another type', ['name', { value: 5 }, 'INT'], /^property_type: must be STRING$/],
    ['no type', ['name', { value: '' }, ''], /^property_type: /],
    ['no value', ['name', undefined], /^value: is required/],
    ['a value of another type', ['limit', { value: '7' }, 'INT'], /^value\.value: must be an integer$/],
    ['a secret that is no text', ['key', { value: 5 }], /^value\.value: must be a text/],
    ['a secret that is null', ['key', null], /^value: /],
    ['more than 64 KiB', ['name', { value: 'é'.repeat(33_000) }], /^value: must not exceed/],
  ])('are refused with %s', async (_case, request, message) => {
    expectError(await put(...request), 400, 'BAD_REQUEST_DATA', message);
    expect(await list()).toMatchObject([{ value: { value: 'example' } }, aProperty(), {}, {}]);
  });

  it('are not written if the version says so', async () => {
    const refused = await put('provider', { value: 'x' });
    expectError(refused, 400, violation, /^technical_name: .* cannot be written$/);
    expect(await property('provider')).toMatchObject({ value: { value: 'example' }, origin: 'PLUGIN_STATIC' });
  });

  it.each([
    'name',
    'technical_name',
    'technical_name=',
    'other_name=name',
    `technical_name=${'a'.repeat(256)}`,
    'technical_name=%00',
  ])('are not found under %s', async (segment) => {
    const answer = await api.call(editor, 'PUT', `${path}/${segment}`, {
      property_type: 'STRING',
      value: { value: '' },
    });
    expectError(answer, 404, 'RESOURCE_NOT_FOUND');
  });

  it.each(['GET', 'PUT'])('are for callers with a role in the organisation: %s', async (method) => {
    const target = method === 'GET' ? path : `${path}/technical_name=name`;
    const body = method === 'GET' ? undefined : { property_type: 'STRING', value: { value: '' } };
    for (const caller of [people.outsider, people.sisterAdmin, workerOf('2')])
      expectError(await api.call(caller, method, target, body), 404, 'RESOURCE_NOT_FOUND');
    const answer = await api.call(reader, method, target, body);
    if (method === 'GET') expect(answer.status).toBe(200);
    else expectError(answer, 403, 'AUTHORIZATION_ERROR');
  });

  it('follow another version, where it knows the property as the same type', async () => {
    await put('name', { value: 'own' });
    await put('limit', { value: 9 }, 'INT');
    const second = await platform.createVersion('1', {
      version_id: '2',
      plugin_properties: [
        aProperty({ value: { value: 'second' } }),
        aProperty({ technical_name: 'limit', value: { value: 'text' } }),
      ],
    });
    const body = { name: 'x', version_id: second, error_recovery_strategy: 'DROP' };
    await api.data(editor, 'PUT', '/activity_analyzers/1', body);
    expect(await list()).toMatchObject([
      { value: { value: 'own' }, origin: 'INSTANCE' },
      { value: { value: 'text' }, origin: 'PLUGIN' },
    ]);
  });

  it('are given to a worker all at once', async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      aProperty({ technical_name: `p${index}`, value: { value: `${index}` } }),
    );
    const version_id = await platform.createVersion('1', { version_id: '2', plugin_properties: many });
    const { id } = await platform.createAnalyzer({ version_id });
    const { body } = await api.call(workerOf(version_id), 'GET', `/activity_analyzers/${id}/properties`);
    expect(body).toMatchObject({ status: 'ok', count: 60, total: 60 });
    expect(body.data).toHaveLength(60);
  });
});

describe('a secret property', () => {
  const everything = async () =>
    JSON.stringify([
      await api.query('select * from plugin_versions'),
      await api.query('select * from analyzer_properties'),
      await api.query('select payload from outbox'),
      FakeGateway.directoryRecords,
      [...FakeGateway.credentials.values()],
      ...(await Promise.all(
        [
          '/plugins/1/versions',
          '/plugins/1/versions/1',
          '/plugins/version/1',
          '/plugins/1/versions/1/properties',
          path,
        ].map(async (one) => (await api.call(people.communityAdmin, 'GET', one)).text),
      )),
    ]);

  it('is read by its worker only', async () => {
    await platform.registerWorker();
    expect(await property('key', worker)).toMatchObject({ value: { value: 'secret of the version' } });
    const written = await put('key', { value: 'own secret' });
    expect(written.body.data).toMatchObject({ value: hidden, origin: 'INSTANCE', secret: true });
    expect(await property('key')).toMatchObject({ value: hidden, origin: 'INSTANCE' });
    expect(await property('key', worker)).toMatchObject({ value: { value: 'own secret' }, origin: 'INSTANCE' });
    const text = await everything();
    expect(text).toContain('****');
    for (const secret of ['secret of the version', 'own secret']) expect(text).not.toContain(secret);
  });

  it('keeps its value when the hidden one is written back', async () => {
    expect((await put('key', hidden)).body.data).toMatchObject({ value: hidden, origin: 'PLUGIN' });
    await put('key', { value: 'own secret' });
    expect((await put('key', hidden)).body.data).toMatchObject({ origin: 'INSTANCE' });
    expect(await property('key', worker)).toMatchObject({ value: { value: 'own secret' } });
  });

  describe('of an analyzer that gets another version', () => {
    const move = (version_id: string) =>
      api.data(editor, 'PUT', '/activity_analyzers/1', { name: 'x', version_id, error_recovery_strategy: 'DROP' });
    const versionOf = (plugin: string) => platform.createVersion(plugin, { version_id: '2', plugin_properties });
    beforeEach(async () => {
      await put('name', { value: 'own' });
      await put('key', { value: 'own secret' });
    });

    it('is deleted if that is one of another plugin, whose worker it is not for', async () => {
      const other = await versionOf(await platform.createPlugin({ artifact_id: 'other' }));
      await move(other);
      expect(await property('key', workerOf(other))).toMatchObject({ value: { value: 'secret of the version' } });
      expect(await property('name', workerOf(other))).toMatchObject({ value: { value: 'own' }, origin: 'INSTANCE' });
      await move('1');
      expect(await property('key', worker)).toMatchObject({ value: { value: 'secret of the version' } });
      expect(await api.query('select from analyzer_properties where sealed_value is not null')).toEqual([]);
    });

    it('stays if that is one of the same plugin', async () => {
      const other = await versionOf('1');
      await move(other);
      expect(await property('key', workerOf(other))).toMatchObject({ value: { value: 'own secret' } });
    });

    it('stays if the request is refused', async () => {
      const other = await platform.createVersion(await platform.createPlugin({ artifact_id: 'other' }));
      await api.data('admin', 'PUT', `/plugins/2/versions/${other}`, { version_id: '1.0.0', archived: true });
      const body = { name: 'x', version_id: other, error_recovery_strategy: 'DROP' };
      expectError(await api.call(editor, 'PUT', '/activity_analyzers/1', body), 400, violation);
      expect(await property('key', worker)).toMatchObject({ value: { value: 'own secret' } });
    });
  });

  it('of a version keeps its value when the hidden one is written back', async () => {
    expect((await api.call(editor, 'DELETE', '/activity_analyzers/1')).status).toBe(200);
    const version = await api.data('admin', 'GET', '/plugins/1/versions/1');
    await api.data('admin', 'PUT', '/plugins/1/versions/1', version);
    await platform.createAnalyzer();
    const properties = await api.data<Fields[]>(worker, 'GET', '/activity_analyzers/2/properties');
    expect(properties[2]).toMatchObject({ value: { value: 'secret of the version' } });
  });

  it.each([
    [{ property_type: 'INT', value: { value: 5 } }, /^plugin_properties\[0\]\.secret: /],
    [{ value: 'text' }, /^plugin_properties\[0\]\.value: /],
    [{ value: { value: 5 } }, /^plugin_properties\[0\]\.value\.value: /],
    [{ secret: 'yes' }, /^plugin_properties\[0\]\.secret: /],
  ])('is refused as %j', async (difference, message) => {
    const properties = [aProperty({ secret: true, ...difference })];
    const answer = await api.call('admin', 'POST', '/plugins/1/versions', {
      version_id: '2',
      plugin_properties: properties,
    });
    expectError(answer, 400, 'BAD_REQUEST_DATA', message);
  });

  it('is sealed with the newest key when admin starts, and stays readable', async () => {
    await put('key', { value: 'own secret' });
    await platform.createAnalyzer();
    await api.stopApp();
    const bothKeys = `new:${secondKey},1:${firstKey}`;
    await api.start({ SECRETS_KEY: bothKeys });
    await api.stopApp();
    await api.start({ SECRETS_KEY: `new:${secondKey}` });
    expect(await property('key', worker)).toMatchObject({ value: { value: 'own secret' } });
    const ofVersion = await api.data<Fields[]>(worker, 'GET', '/activity_analyzers/2/properties');
    expect(ofVersion[2]).toMatchObject({ value: { value: 'secret of the version' } });
    await api.stopApp();
    await api.start();
  });
});

describe('the properties of a version with analyzers', () => {
  const replace = (difference: Fields) =>
    api.call('admin', 'PUT', '/plugins/1/versions/1', { version_id: '1.0.0', ...difference });

  it('are fixed, but may be repeated', async () => {
    const [first, ...others] = plugin_properties;
    for (const changed of [[], others, [{ ...first, value: { value: 'other' } }, ...others]]) {
      const answer = await replace({ plugin_properties: changed });
      expectError(answer, 400, violation, /^plugin_properties: .* cannot change$/);
    }
    const withOtherSecret = plugin_properties.map((one) =>
      one['secret'] ? { ...one, value: { value: 'other' } } : one,
    );
    expectError(await replace({ plugin_properties: withOtherSecret }), 400, violation);
    expect((await replace({ plugin_properties })).status).toBe(200);
    const shown = await api.data('admin', 'GET', '/plugins/1/versions/1');
    expect((await replace({ ...shown, max_qps: 3 })).body.data).toMatchObject({ max_qps: 3 });
    expect(await property('key', worker)).toMatchObject({ value: { value: 'secret of the version' } });
  });

  it('can change when the last analyzer is deleted', async () => {
    expect((await api.call(editor, 'DELETE', '/activity_analyzers/1')).status).toBe(200);
    expect((await replace({ plugin_properties: [] })).body.data).toMatchObject({ plugin_properties: [] });
  });
});
