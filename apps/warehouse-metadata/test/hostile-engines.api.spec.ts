import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@tributary/contracts/admin/access';
import type { DataWarehouseInfos } from '@tributary/contracts/warehouses/warehouse-metadata';
import { eventually } from '@tributary/testing/eventually';
import { aWarehouse, bootWarehouses, editor, outsider, type BootedWarehouses } from './booted-warehouses.js';
import { secret } from './hostile-arena.js';
import { answersWith, honest, message, openPostgres, type PostgresCase } from './hostile-postgres.js';

let app: BootedWarehouses;
const hostile = openPostgres();
const sockets: Socket[] = [];
let port: number;

beforeAll(async () => {
  app = await bootWarehouses();
  hostile.server.on('connection', (socket: Socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(hostile.server, 'listening');
  ({ port } = hostile.server.address() as { port: number });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  hostile.server.close();
  await app.stop();
});

const honestCase: PostgresCase = { answers: honest, then: 'stay' };

async function aHostileWarehouse(who: Caller = editor) {
  const { body } = await app.api(who)('POST', '/datawarehouses', aWarehouse());
  const path = `/datawarehouses/${(body.data as { id: string }).id}`;
  const credentials = { host: '127.0.0.1', port, user: 'u', password: secret, database: 'shop' };
  await app.api(who)('PUT', `${path}/credentials`, credentials);
  const refresh = (request: object = {}, query = '') => app.api(who)('POST', `${path}/metadata${query}`, request);
  const tree = async () => (await app.api(who)('GET', `${path}/metadata`)).body.data as DataWarehouseInfos;
  return { refresh, tree };
}

const columnsNamed = (...names: string[]) =>
  JSON.stringify(names.map((name) => [name, 'int', true, false, false, true]));
const cases: [name: string, status: number, message: RegExp, answers: Buffer[]][] = [
  ['an unknown authentication', 503, /breaks the driver/, [message('R', Buffer.from([0, 0, 0, 99]))]],
  ['an authentication without content', 503, /breaks the driver/, [message('R')]],
  ['two columns of one name', 503, /two columns of the same name/, answersWith(columnsNamed('a', 'a'))],
  ['a name that no database stores', 503, /not well-formed/, answersWith(columnsNamed('a\0b'))],
  ['a list that is no list', 503, /malformed/, answersWith('"x"')],
  ['a name that is too long', 400, /5000 characters in one name/, answersWith(columnsNamed('n'.repeat(5_001)))],
  [
    'too many columns',
    400,
    /more than 10000 columns in one table/,
    answersWith(columnsNamed(...Array.from({ length: 10_001 }, (_, index) => `c${index}`))),
  ],
  [
    'an error with the password',
    400,
    /^PostgreSQL refuses: the password does not fit the user$/,
    [message('E', `C28P01\0Mthe password is ${secret}\0\0`)],
  ],
  [
    'an unknown database',
    400,
    /^PostgreSQL refuses: the database does not exist$/,
    [message('E', `C3D000\0Mdatabase "${secret}" does not exist\0\0`)],
  ],
  [
    'a code with the password',
    503,
    /^The engine cannot be reached or does not answer in time$/,
    [message('E', `C${secret}\0Mno\0\0`)],
  ],
];

describe('a refresh from an engine that answers with', () => {
  it.each(cases)('%s is answered with %i, and leaves the tree as it was', async (_case, status, error, answers) => {
    const { refresh, tree } = await aHostileWarehouse();
    hostile.serve(honestCase);
    expect((await refresh()).status).toBe(200);
    const before = await tree();
    expect(before.databases).toHaveLength(1);
    for (const fetch_only of [false, true]) {
      hostile.serve({ answers, then: 'stay' });
      const answer = await refresh({ fetch_only });
      const error_code = status === 503 ? 'SERVICE_UNAVAILABLE' : 'CONSTRAINT_VIOLATION_EXCEPTION';
      expect(answer).toMatchObject({ status, body: { error_code, error: expect.stringMatching(error) } });
      expect(answer.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
    }
    expect(await tree()).toEqual(before);
    // Control: the same engine, honest again.
    hostile.serve(honestCase);
    expect((await refresh()).status).toBe(200);
    expect(await tree()).not.toEqual(before);
  });

  it('a broken answer ends an asynchronous refresh with its reason', async () => {
    const { refresh, tree } = await aHostileWarehouse();
    hostile.serve({ answers: [message('R')], then: 'stay' });
    await refresh({}, '?async=true');
    await eventually(async () => {
      const error = expect.stringContaining('breaks the driver') as unknown;
      expect((await tree()).refresh).toMatchObject({ status: 'FAILED', error });
    });
  });
});

it('very wide tables are stored, merged and read in parts, and are complete', async () => {
  const { refresh, tree } = await aHostileWarehouse();
  const names = Array.from({ length: 9_000 }, (_, index) => `c${index}`);
  hostile.serve({ answers: answersWith(...Array.from({ length: 3 }, () => columnsNamed(...names))), then: 'stay' });
  const widths = ({ databases }: DataWarehouseInfos) =>
    databases[0]?.schemas[0]?.tables.map(({ columns }) => columns.length);
  const fetched = await refresh({ fetch_only: true });
  expect(widths(fetched.body.data)).toEqual([9_000, 9_000, 9_000]);
  // The second refresh compares with the stored columns.
  for (let times = 0; times < 2; times++) expect((await refresh()).status).toBe(200);
  expect(widths(await tree())).toEqual([9_000, 9_000, 9_000]);
});

it('engines that do not answer leave the refreshes of other organisations alone', async () => {
  const silent = await Promise.all([1, 2, 3, 4].map(() => aHostileWarehouse()));
  const other = await aHostileWarehouse(outsider);
  const before = sockets.length;
  hostile.serve({ answers: [], then: 'stay' });
  const waiting = silent.map(({ refresh }) => refresh());
  // The fourth waits for a slot of its organisation.
  await eventually(() => Promise.resolve(expect(sockets.length - before).toBe(3)));
  hostile.serve(honestCase);
  expect((await other.refresh()).status).toBe(200);
  const connected = sockets.slice(before, before + 3);
  expect(connected.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  for (const socket of connected) socket.destroy();
  expect((await Promise.all(waiting)).map(({ status }) => status).sort()).toEqual([200, 503, 503, 503]);
});
