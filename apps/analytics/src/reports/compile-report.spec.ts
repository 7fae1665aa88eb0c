import { describe, expect, it } from '@jest/globals';
import { ReportRequest } from '@tributary/contracts/analytics/report';
import { reportNames } from '@tributary/contracts/rules/reports/report-names';
import { collectionsCube } from '../collections/collections.cube.js';
import { duckDbDialect } from '../duckdb/duckdb-dialect.js';
import { activitiesCube } from './activities.cube.js';
import { compileReport } from './compile-report.js';
import { ReportZone } from '@tributary/contracts/rules/report-zone';

const aRequest = (fields: object) =>
  ReportRequest.parse({
    metrics: [{ expression: 'users' }],
    date_ranges: [{ start_date: 'now-1d', end_date: 'now' }],
    ...fields,
  });
const scope = { datamart_id: '1', period: { from: 0, to: 1 }, zone: new ReportZone('Europe/Paris'), now: 2 };
const compile = (fields: object) =>
  compileReport(duckDbDialect, aRequest(fields), activitiesCube(duckDbDialect, scope));

const filtering = (filter: object) => ({
  dimension_filter_clauses: { filters: [{ operator: 'EXACT', expressions: ['x'], ...filter }] },
});

describe.each([
  ['activities', activitiesCube(duckDbDialect, scope)],
  ['collections', collectionsCube(duckDbDialect, { ...scope, datamarts: [] })],
] as const)('the cube of %s', (cube, cubeOf) => {
  it.each(['metrics', 'dimensions'] as const)('has the %s that reports may ask for', (kind) =>
    expect([...cubeOf(() => '')[kind].keys()].toSorted()).toEqual(reportNames[cube][kind].toSorted()),
  );
});

describe('compileReport', () => {
  it('lists dimensions, then metrics, in the order of the request', () => {
    const { columns } = compile({
      metrics: [{ expression: 'sessions' }, { expression: 'users' }],
      dimensions: [{ name: 'type' }, { name: 'channel_id' }],
    });
    expect(columns.map(({ name }) => name)).toEqual(['type', 'channel_id', 'sessions', 'users']);
  });

  it('puts no value of the request into the SQL, for any dimension and operator', () => {
    const injection = `x'); drop table facts; --`;
    const { dimensions } = activitiesCube(duckDbDialect, scope)(() => '');
    for (const dimension_name of dimensions.keys()) {
      for (const operator of ['EXACT', 'LIKE', 'IN_LIST']) {
        const [one, other] = [
          [injection, 77_777],
          [88_888, injection, 'true'],
        ].map((expressions) => compile(filtering({ dimension_name, operator, expressions })).statement);
        expect([one?.sql, other?.sql].join()).not.toMatch(/drop|77777|88888/);
        if (operator === 'LIKE') expect(JSON.stringify(one?.params)).toContain('drop table');
      }
    }
  });

  it('compiles requests that differ only in values to the same SQL', () => {
    const text = (value: string) =>
      compile(filtering({ dimension_name: 'segment_id', operator: 'LIKE', expressions: [value] })).statement.sql;
    expect(text(`' or 1=1 --`)).toBe(text('7'));
  });

  it('shows a channel as a number only if it is a canonical integer', () => {
    const [channel] = compile({ dimensions: [{ name: 'channel_id' }] }).columns;
    const shown = ['8298', '0', '007', '-1', '1.0', '123456789012345', '1234567890123456', 'web', null].map((id) =>
      channel?.show(id),
    );
    expect(shown).toEqual([8298, 0, '007', '-1', '1.0', 123456789012345, '1234567890123456', 'web', null]);
  });

  it.each([
    ['neither a metric nor a dimension', { metrics: [] }, /^metrics: /],
    [
      'an unknown metric',
      { metrics: [{ expression: 'users' }, { expression: 'visitors' }] },
      /^metrics\[1\]\.expression: .*"visitors"/,
    ],
    [
      'a repeated metric',
      { metrics: [{ expression: 'users' }, { expression: 'users' }] },
      /^metrics\[1\]\.expression: .*repeated/,
    ],
    ['an unknown dimension', { dimensions: [{ name: 'colour' }] }, /^dimensions\[0\]\.name: .*"colour"/],
    ['the name of an inherited property', { dimensions: [{ name: 'constructor' }] }, /^dimensions\[0\]\.name: /],
    [
      'a repeated dimension',
      { dimensions: [{ name: 'type' }, { name: 'type' }] },
      /^dimensions\[1\]\.name: .*repeated/,
    ],
    ['an order by an unknown column', { order_by: { field_name: '-sessions' } }, /^order_by\.field_name: "sessions"/],
    ['an order by nothing', { order_by: { field_name: '' } }, /^order_by\.field_name: /],
    ['an order by a lone sign', { order_by: { field_name: '-' } }, /^order_by\.field_name: /],
    [
      'a filter on an unknown dimension',
      filtering({ dimension_name: 'colour' }),
      /^dimension_filter_clauses\.filters\[0\]\.dimension_name: .*"colour"/,
    ],
  ])('refuses %s', (_case, fields, message) => {
    const refusal = { code: 'BAD_REQUEST_DATA', message: expect.stringMatching(message) as unknown };
    expect(() => compile(fields)).toThrow(expect.objectContaining(refusal));
  });
});
