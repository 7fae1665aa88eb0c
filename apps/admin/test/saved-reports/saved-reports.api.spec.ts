import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { maxSavedReports, type SavedReport } from '@tributary/contracts/saved-reports/saved-report';
import { BootedAdmin, expectRefusal, people, user, type Fields } from '../booted-admin.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
beforeEach(() => admin.query('truncate saved_reports restart identity'));
afterAll(() => admin.stop());

const all = '/datamarts/1/saved_reports';
const report = {
  metrics: [{ expression: 'revenue' }],
  dimensions: [{ name: 'channel_id' }],
  date_ranges: [{ start_date: 'now-7d/d', end_date: 'now' }],
  dimension_filter_clauses: {
    operator: 'AND',
    filters: [{ dimension_name: 'type', operator: 'IN_LIST', not: true, expressions: ['TOUCH', 7, true] }],
  },
};
const aReport = (difference: Fields = {}): Fields => ({ name: 'Revenue', report, ...difference });
const save = (difference: Fields = {}, path = all, who: Parameters<BootedAdmin['call']>[0] = 'reader') =>
  admin.data<SavedReport>(who, 'POST', path, aReport(difference));
const list = (who: Parameters<BootedAdmin['call']>[0], path = all) => admin.data<SavedReport[]>(who, 'GET', path);
const refusal = async (difference: Fields, code = 'BAD_REQUEST_DATA') =>
  expectRefusal(await admin.call('reader', 'POST', all, aReport(difference)), code);

describe('a saved report', () => {
  it('is read as it was written, with what only the server sets', async () => {
    const display = { view: 'Pie', all_metrics: true, compare: true, shares: false };
    const before = Date.now();
    const created = await save({ display, id: '99', datamart_id: '2', user_id: '1', creation_ts: 1 });
    const creation_ts = expect.any(Number) as unknown;
    expect(created).toEqual({
      id: '1',
      datamart_id: '1',
      name: 'Revenue',
      report,
      display,
      creation_ts,
      last_modified_ts: created.creation_ts,
    });
    expect(created.creation_ts).toBeGreaterThanOrEqual(before);
    expect(await admin.data('reader', 'GET', `${all}/1`)).toEqual(created);
    expect(await list('reader')).toEqual([created]);
  });

  it('is replaced as a whole, and deleted', async () => {
    const { creation_ts } = await save({ display: { view: 'Pie' } });
    const replaced = await admin.data<SavedReport>('reader', 'PUT', `${all}/1`, aReport({ name: 'By channel' }));
    expect(replaced).toMatchObject({ id: '1', name: 'By channel', display: {}, creation_ts });
    expect(replaced.last_modified_ts).toBeGreaterThanOrEqual(creation_ts);
    await admin.call('reader', 'DELETE', `${all}/1`);
    expect(await list('reader')).toEqual([]);
    for (const [method, body] of [['GET'], ['PUT', aReport()], ['DELETE']] as const)
      expectRefusal(await admin.call('reader', method, `${all}/1`, body), 'RESOURCE_NOT_FOUND');
  });

  it('is of one user and one datamart: no other user finds it, an admin neither', async () => {
    await save();
    await save({}, '/datamarts/2/saved_reports', people.communityAdmin);
    for (const [who, path] of [
      ['editor', all],
      ['admin', all],
      ['communityAdmin', all],
      ['communityAdmin', '/datamarts/2/saved_reports'],
    ] as const) {
      expect((await list(who, path)).map(({ datamart_id }) => datamart_id)).toEqual(path === all ? [] : ['2']);
      for (const [method, body] of [['GET'], ['PUT', aReport({ name: 'x' })], ['DELETE']] as const)
        expectRefusal(await admin.call(who, method, `${path}/1`, body), 'RESOURCE_NOT_FOUND');
    }
    expectRefusal(await admin.call('sisterReader', 'GET', all), 'AUTHORIZATION_ERROR');
    expect(await list('reader')).toHaveLength(1);
  });

  it('has a name that no other of the user in the datamart has', async () => {
    await save();
    await save({ name: 'revenue' });
    await save({}, all, 'editor');
    await refusal({}, 'CONSTRAINT_VIOLATION_EXCEPTION');
    const renamed = await admin.call('reader', 'PUT', `${all}/2`, aReport());
    expectRefusal(renamed, 'CONSTRAINT_VIOLATION_EXCEPTION');
    expect((await list('reader')).map(({ name }) => name)).toEqual(['Revenue', 'revenue']);
  });

  it.each([
    ['no name', { name: undefined }],
    ['an empty name', { name: '' }],
    ['a name with a line break', { name: 'a\nb' }],
    ['a name that turns the text around', { name: 'a\u202eb' }],
    ['a name that is too long', { name: 'x'.repeat(256) }],
    ['no report', { report: undefined }],
    ['no range', { report: { metrics: [{ expression: 'users' }] } }],
    ['a number that JSON cannot keep', { report: withValue(2 ** 53) }],
    ['a report that is too long', { report: withValue('x'.repeat(33_000)) }],
    ['another view', { display: { view: 'Metric' } }],
  ])('is refused with %s', (_case, difference) => refusal(difference));

  it('is one of a hundred, also when the last ones are saved at once', async () => {
    await admin.query(
      `insert into saved_reports (datamart_id, user_id, name, report, display, creation_ts, last_modified_ts)
       select 1, 4, 'n' || n, '{}', '{}', 1, 1 from generate_series(2, $1::int) n`,
      [maxSavedReports],
    );
    const names = Array.from({ length: 5 }, (_, n) => `late ${n}`);
    const answers = await Promise.all(names.map((name) => admin.call('reader', 'POST', all, aReport({ name }))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
    expect(await admin.query('select from saved_reports')).toHaveLength(maxSavedReports);
    await save({}, all, 'editor');
  });

  it('goes with its user', async () => {
    const leaving = await admin.data('communityAdmin', 'POST', '/users', {
      first_name: 'A',
      last_name: 'B',
      email: 'leaving@example.org',
      organisation_id: '1',
    });
    const caller = user('READER', '1', leaving.id);
    await save({}, all, caller);
    await admin.call('communityAdmin', 'DELETE', `/users/${leaving.id}`);
    expect(await admin.query('select from saved_reports')).toEqual([]);
  });
});

function withValue(value: string | number) {
  const filters = [{ dimension_name: 'type', operator: 'EXACT', expressions: [value] }];
  return { ...report, dimension_filter_clauses: { filters } };
}
