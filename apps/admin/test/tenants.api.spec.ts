import { defaultFlagRules } from '@tributary/contracts/rules/flag-rules';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BootedAdmin, expectRefusal, type Fields, type Who } from './booted-admin.js';
import { FakeGateway } from './fake-gateway.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterAll(() => admin.stop());

const ids = async (who: Who, path: string) => {
  const answer = await admin.call(who, 'GET', path);
  expect(answer.status).toBe(200);
  return (answer.body.data as { id: string }[]).map(({ id }) => id);
};
let count = 0;
const unique = (name: string) => `${name}-${++count}`;
const anOrganisation = (difference: Fields = {}) => ({
  name: 'New',
  technical_name: unique('new'),
  community_id: '1',
  ...difference,
});
const aDatamart = (difference: Fields = {}) => ({ name: 'New', organisation_id: '1', ...difference });

describe('the tenants that a caller sees', () => {
  it.each<[Who, string, string[]]>([
    ['communityAdmin', '/communities', ['1']],
    ['reader', '/communities', ['1']],
    ['outsider', '/communities', ['2']],
    ['communityAdmin', '/organisations', ['1', '2']],
    ['reader', '/organisations', ['1']],
    ['outsider', '/organisations', ['3']],
    ['communityAdmin', '/organisations?organisation_id=2', ['2']],
    ['communityAdmin', '/organisations?community_id=1', ['1', '2']],
    ['communityAdmin', '/organisations?community_id=2', []],
    ['reader', '/organisations?organisation_id=2', []],
    ['communityAdmin', '/datamarts', ['1', '2']],
    ['sisterReader', '/datamarts', ['2']],
    ['outsider', '/datamarts?organisation_id=3', ['3']],
    ['communityAdmin', '/datamarts?organisation_id=2', ['2']],
    ['communityAdmin', '/datamarts?organisation_id=3', []],
    ['communityAdmin', '/datamarts?community_id=1&first_result=1', ['2']],
    ['communityAdmin', '/datamarts?organisation_id=99999999999999999999', []],
  ])('%s %s: %s', async (who, path, expected) => expect(await ids(who, path)).toEqual(expected));

  it.each(['/organisations?organisation_id=abc', '/datamarts?community_id=1.5', '/datamarts?organisation_id='])(
    'are not listed with a malformed id: %s',
    async (path) => {
      expectRefusal(await admin.call('reader', 'GET', path), 'BAD_REQUEST_DATA', /_id: must be an integer/);
    },
  );

  it('are paged with their total', async () => {
    const { body } = await admin.call('communityAdmin', 'GET', '/organisations?first_result=1&max_results=1');
    expect(body).toMatchObject({ count: 1, total: 2, first_result: 1, max_results: 1, data: [{ id: '2' }] });
    const past = await admin.call('communityAdmin', 'GET', '/organisations?first_result=100');
    expect(past.body).toMatchObject({ count: 0, total: 2, data: [] });
  });
});

describe('one tenant', () => {
  it.each<[Who, string, Fields]>([
    ['reader', '/communities/1', { id: '1', name: 'one' }],
    ['reader', '/organisations/1', { id: '1', name: 'a', technical_name: 'a', community_id: '1' }],
    ['communityAdmin', '/organisations/2', { id: '2', name: 'b', technical_name: 'b', community_id: '1' }],
    [
      'reader',
      '/datamarts/1',
      { id: '1', name: 'a', organisation_id: '1', time_zone: 'UTC', junk_exceptions: [], flag_rules: defaultFlagRules },
    ],
  ])('%s reads %s', async (who, path, resource) => expect(await admin.data(who, 'GET', path)).toEqual(resource));

  it.each<[Who, string, string, Fields | undefined]>([
    ['reader', 'GET', '/communities/2', undefined],
    ['reader', 'GET', '/communities/99', undefined],
    ['reader', 'GET', '/organisations/2', undefined],
    ['reader', 'GET', '/organisations/99', undefined],
    ['communityAdmin', 'GET', '/organisations/3', undefined],
    ['communityAdmin', 'GET', '/datamarts/3', undefined],
    ['reader', 'GET', '/datamarts/99', undefined],
    ['reader', 'GET', '/datamarts/99999999999999999999', undefined],
    ['admin', 'PUT', '/communities/1', { name: 'x' }],
    ['outsider', 'PUT', '/communities/1', { name: 'x' }],
    ['admin', 'PUT', '/organisations/1', { name: 'x', technical_name: 'x' }],
    ['outsider', 'PUT', '/organisations/1', { name: 'x', technical_name: 'x' }],
    ['editor', 'PUT', '/datamarts/1', { name: 'x' }],
    ['sisterAdmin', 'PUT', '/datamarts/1', { name: 'x' }],
    ['editor', 'PUT', '/datamarts/1', {}],
  ])('%s may not %s %s', async (who, method, path, body) => {
    expectRefusal(await admin.call(who, method, path, body), 'AUTHORIZATION_ERROR');
  });

  it.each(['/communities/abc', '/organisations/1.5', '/datamarts/x'])(
    '%s is refused: the id is malformed',
    async (path) => {
      expectRefusal(await admin.call('reader', 'GET', path), 'BAD_REQUEST_DATA', /_id: must be an integer/);
    },
  );
});

describe('a community', () => {
  it('is renamed by its admin', async () => {
    expect(await admin.data('communityAdmin', 'PUT', '/communities/1', { name: 'renamed', id: '9' })).toEqual({
      id: '1',
      name: 'renamed',
    });
    expect(await admin.data('reader', 'GET', '/communities/1')).toEqual({ id: '1', name: 'renamed' });
  });

  it.each([[{}], [{ name: '' }], [{ name: 'x'.repeat(256) }], [{ name: null }], [{ name: 'a\u202eb' }]])(
    'refuses the name in %j',
    async (body) => {
      expectRefusal(await admin.call('communityAdmin', 'PUT', '/communities/1', body), 'BAD_REQUEST_DATA', /^name: /);
    },
  );
});

describe('a name that an older version has accepted', () => {
  it('is read as it is, and is refused in a write', async () => {
    const name = 'old\u202e\n';
    const { id } = await admin.data('communityAdmin', 'POST', '/organisations', anOrganisation());
    await admin.query('update organisations set name = $1 where id = $2', [name, id]);
    const { community_id: _, ...written } = anOrganisation();
    expect(await admin.data('communityAdmin', 'GET', `/organisations/${id}`)).toMatchObject({ name });
    const rename = (body: Fields) => admin.call('communityAdmin', 'PUT', `/organisations/${id}`, body);
    expectRefusal(await rename({ ...written, name }), 'BAD_REQUEST_DATA', /^name: must not hold line breaks, control/);
    expect((await rename(written)).status).toBe(200);
  });
});

describe('an organisation', () => {
  it('is created by an admin of the community, who can use it with the next request', async () => {
    const input = anOrganisation();
    const made = await admin.data('communityAdmin', 'POST', '/organisations', { ...input, id: '77', x: 1 });
    expect(made).toEqual({ ...input, id: expect.stringMatching(/^\d+$/) });
    expect(FakeGateway.directory.get(`organisation/${made.id}`)).toMatchObject({ community_id: '1' });
    const datamart = await admin.data('communityAdmin', 'POST', '/datamarts', aDatamart({ organisation_id: made.id }));
    expect(datamart).toMatchObject({ organisation_id: made.id });
  });

  it.each<[Who, Fields, string]>([
    ['communityAdmin', { community_id: '2' }, 'AUTHORIZATION_ERROR'],
    ['communityAdmin', { community_id: '99' }, 'AUTHORIZATION_ERROR'],
    ['admin', {}, 'AUTHORIZATION_ERROR'],
    ['editor', { name: undefined, community_id: undefined }, 'AUTHORIZATION_ERROR'],
    ['outsider', {}, 'AUTHORIZATION_ERROR'],
    ['communityAdmin', { name: undefined }, 'BAD_REQUEST_DATA'],
    ['communityAdmin', { name: '' }, 'BAD_REQUEST_DATA'],
    ['communityAdmin', { name: 'a\u001b[2J' }, 'BAD_REQUEST_DATA'],
    ['communityAdmin', { technical_name: '\u200b' }, 'BAD_REQUEST_DATA'],
    ['communityAdmin', { technical_name: undefined }, 'BAD_REQUEST_DATA'],
    ['communityAdmin', { community_id: undefined }, 'BAD_REQUEST_DATA'],
    ['communityAdmin', { community_id: 1 }, 'BAD_REQUEST_DATA'],
    ['communityAdmin', { community_id: 'abc' }, 'BAD_REQUEST_DATA'],
  ])('is not created by %s with %j', async (who, difference, code) => {
    const answer = await admin.call(who, 'POST', '/organisations', anOrganisation(difference));
    expectRefusal(answer, code, code === 'BAD_REQUEST_DATA' ? new RegExp(`^${Object.keys(difference)[0]}: `) : '');
  });

  it('has a technical name that is unique in its community, also under concurrent requests', async () => {
    const input = anOrganisation();
    const make = () => admin.call('communityAdmin', 'POST', '/organisations', input);
    const answers = await Promise.all([make(), make(), make()]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(2);
    for (const answer of refused) expectRefusal(answer, 'CONSTRAINT_VIOLATION_EXCEPTION', /^technical_name: /);
    const elsewhere = { ...input, community_id: '2' };
    expect((await admin.call('outsider', 'POST', '/organisations', elsewhere)).status).toBe(200);
    const rename = { name: 'a', technical_name: input.technical_name };
    const answer = await admin.call('communityAdmin', 'PUT', '/organisations/1', rename);
    expectRefusal(answer, 'CONSTRAINT_VIOLATION_EXCEPTION', /^technical_name: /);
  });

  it('is renamed and stays in its community', async () => {
    const names = { name: 'renamed', technical_name: unique('renamed') };
    const update = { ...names, community_id: '1' };
    const renamed = await admin.data('communityAdmin', 'PUT', '/organisations/2', update);
    expect(renamed).toEqual({ id: '2', ...update });
    for (const community_id of ['2', '99', 7, {}, null])
      expect(await admin.data('communityAdmin', 'PUT', '/organisations/2', { ...update, community_id })).toEqual(
        renamed,
      );
  });
});

describe('a datamart', () => {
  it('is created by an admin of the organisation, in UTC by default, and is known to the gateways', async () => {
    const made = await admin.data('admin', 'POST', '/datamarts', aDatamart());
    expect(made).toEqual({
      id: expect.stringMatching(/^\d+$/),
      ...aDatamart(),
      time_zone: 'UTC',
      junk_exceptions: [],
      flag_rules: defaultFlagRules,
    });
    expect(FakeGateway.directory.get(`datamart/${made.id}`)).toMatchObject({ organisation_id: '1' });
    const paris = await admin.data('admin', 'POST', '/datamarts', aDatamart({ time_zone: 'Europe/Paris' }));
    expect(await admin.data('reader', 'GET', `/datamarts/${paris.id}`)).toEqual(paris);
    expect(paris).toMatchObject({ time_zone: 'Europe/Paris' });
  });

  it.each<[Who, Fields, string]>([
    ['admin', { organisation_id: '2' }, 'AUTHORIZATION_ERROR'],
    ['admin', { organisation_id: '99' }, 'AUTHORIZATION_ERROR'],
    ['communityAdmin', { organisation_id: '3' }, 'AUTHORIZATION_ERROR'],
    ['editor', {}, 'AUTHORIZATION_ERROR'],
    ['reader', { name: undefined }, 'AUTHORIZATION_ERROR'],
    ['admin', { name: undefined }, 'BAD_REQUEST_DATA'],
    ['admin', { name: '' }, 'BAD_REQUEST_DATA'],
    ['admin', { organisation_id: undefined }, 'BAD_REQUEST_DATA'],
    ['admin', { time_zone: 'Mars/Olympus' }, 'BAD_REQUEST_DATA'],
    ['admin', { time_zone: '' }, 'BAD_REQUEST_DATA'],
    ['admin', { time_zone: 3 }, 'BAD_REQUEST_DATA'],
    ['admin', { time_zone: '+02:00' }, 'BAD_REQUEST_DATA'],
    ['admin', { time_zone: 'BST' }, 'BAD_REQUEST_DATA'],
    ['admin', { flag_rules: 4 }, 'BAD_REQUEST_DATA'],
    ['admin', { flag_rules: { accounts: -1 } }, 'BAD_REQUEST_DATA'],
    ['admin', { flag_rules: { merges: 1_001 } }, 'BAD_REQUEST_DATA'],
    ['admin', { flag_rules: { emails: 1.5 } }, 'BAD_REQUEST_DATA'],
    ['admin', { flag_rules: { agents: null } }, 'BAD_REQUEST_DATA'],
    ['admin', { flag_rules: { devices: 1 } }, 'BAD_REQUEST_DATA'],
    ['admin', { junk_exceptions: 'guest' }, 'BAD_REQUEST_DATA'],
    ['admin', { junk_exceptions: ['ghost'] }, 'BAD_REQUEST_DATA'],
    ['admin', { junk_exceptions: [null] }, 'BAD_REQUEST_DATA'],
    ['admin', { junk_exceptions: [''] }, 'BAD_REQUEST_DATA'],
  ])('is not created by %s with %j', async (who, difference, code) => {
    const answer = await admin.call(who, 'POST', '/datamarts', aDatamart(difference));
    expectRefusal(answer, code, code === 'BAD_REQUEST_DATA' ? new RegExp(`^${Object.keys(difference)[0]}[^:]*: `) : '');
  });

  it('is known to other apps with its time zone, also after a change', async () => {
    const { id } = await admin.data('admin', 'POST', '/datamarts', aDatamart({ time_zone: 'Asia/Tokyo' }));
    const known = () => FakeGateway.directory.get(`datamart/${id}`);
    expect(known()).toMatchObject({ time_zone: 'Asia/Tokyo' });
    await admin.data('admin', 'PUT', `/datamarts/${id}`, { name: 'zoned', time_zone: 'Europe/Paris' });
    expect(known()).toMatchObject({ time_zone: 'Europe/Paris' });
    expect((await admin.call('admin', 'PUT', '/datamarts/999999', { name: 'none' })).status).toBe(403);
  });

  it('takes words out of the junk list, in any case, and other apps know it', async () => {
    const junk_exceptions = [' GUEST', 'guest', 'nan', '[object object]'];
    const made = await admin.data('admin', 'POST', '/datamarts', aDatamart({ junk_exceptions }));
    const words = ['guest', 'NaN', '[object Object]'];
    expect(made).toMatchObject({ junk_exceptions: words });
    expect(FakeGateway.directory.get(`datamart/${made.id}`)).toMatchObject({ junk_exceptions: words });
    await admin.data('admin', 'PUT', `/datamarts/${made.id}`, { name: 'strict', junk_exceptions: null });
    expect(FakeGateway.directory.get(`datamart/${made.id}`)).toMatchObject({ junk_exceptions: [] });
  });

  it('changes the rules of flagged people, and other apps know them', async () => {
    const made = await admin.data('admin', 'POST', '/datamarts', aDatamart({ flag_rules: { accounts: 9, agents: 0 } }));
    const flag_rules = { ...defaultFlagRules, accounts: 9, agents: 0 };
    expect(made).toMatchObject({ flag_rules });
    expect(FakeGateway.directory.get(`datamart/${made.id}`)).toMatchObject({ flag_rules });
    await admin.data('admin', 'PUT', `/datamarts/${made.id}`, { name: 'usual', flag_rules: null });
    expect(FakeGateway.directory.get(`datamart/${made.id}`)).toMatchObject({ flag_rules: defaultFlagRules });
  });

  it('is replaced except for its organisation: absent optional fields get their default', async () => {
    const { id } = await admin.data('admin', 'POST', '/datamarts', aDatamart({ time_zone: 'Asia/Tokyo' }));
    const renamed = await admin.data('admin', 'PUT', `/datamarts/${id}`, { name: 'renamed' });
    expect(renamed).toEqual({
      id,
      name: 'renamed',
      organisation_id: '1',
      time_zone: 'UTC',
      junk_exceptions: [],
      flag_rules: defaultFlagRules,
    });
    for (const who of ['admin', 'communityAdmin'] as const)
      for (const organisation_id of ['2', '99', 7, {}, null]) {
        const stayed = await admin.data(who, 'PUT', `/datamarts/${id}`, { name: 'moved', organisation_id });
        expect(stayed).toMatchObject({ name: 'moved', organisation_id: '1' });
      }
  });
});
