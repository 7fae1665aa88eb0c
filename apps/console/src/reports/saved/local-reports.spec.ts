import { describe, expect, it } from '@jest/globals';
import { RequestFailure } from '@tributary/client/request-failure';
import type { SavedReport } from '@tributary/client/generated/types.gen';
import { parseReport } from '../query/report.js';
import { forgetLocalReport, moveLocalReports, readLocalReports } from './local-reports.js';
import { storedReport } from './stored-report.js';

const owner = { user_id: '1', datamart_id: '7' };
const key = 'tributary.reports.1.7';
const local = (name: string, metrics = 'users') => ({ name, search: { metrics } });

const storageOf = (reports: unknown) => {
  const texts = new Map([[key, typeof reports === 'string' ? reports : JSON.stringify(reports)]]);
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
    texts,
  };
};

/** A server that keeps reports, and refuses what `refuses` names. */
function serverOf(
  given: Record<string, string> = {},
  refuses: (name: string) => RequestFailure | undefined = () => undefined,
) {
  const stored = (name: string, metrics: string) =>
    ({ name, ...storedReport(parseReport({ metrics })) }) as unknown as SavedReport;
  const reports = new Map(Object.entries(given).map(([name, metrics]) => [name, stored(name, metrics)]));
  return {
    reports,
    save: (name: string, metrics: string) => reports.set(name, stored(name, metrics)),
    list: () => Promise.resolve([...reports.values()]),
    create: (report: { name: string }) => {
      const failure = refuses(report.name);
      if (failure) return Promise.reject(failure);
      reports.set(report.name, report as SavedReport);
      return Promise.resolve();
    },
  };
}
const metricsOf = (server: ReturnType<typeof serverOf>) =>
  Object.fromEntries([...server.reports].map(([name, { report }]) => [name, report.metrics?.[0]?.expression]));
const refusal = new RequestFailure('name: is odd', { status: 400 });

describe('the reports of a browser', () => {
  it('are moved to the server, once', async () => {
    const [storage, server] = [storageOf([local('a'), local('b', 'sessions')]), serverOf()];
    expect(await moveLocalReports({ storage: () => storage, owner, ...server })).toEqual([]);
    expect(metricsOf(server)).toEqual({ a: 'users', b: 'sessions' });
    expect(storage.texts.size).toBe(0);
    expect(await moveLocalReports({ storage: () => storage, owner, ...server })).toEqual([]);
    expect(server.reports.size).toBe(2);
  });

  it('get another name where a different report has theirs, and none where it is the same', async () => {
    const storage = storageOf([local('a'), local('b')]);
    const server = serverOf({ a: 'sessions', 'a (2)': 'revenue', b: 'users' });
    await moveLocalReports({ storage: () => storage, owner, ...server });
    expect(metricsOf(server)).toEqual({ a: 'sessions', 'a (2)': 'revenue', 'a (3)': 'users', b: 'users' });
    expect(storage.texts.size).toBe(0);
  });

  it('stay here if the server refuses them, with its reason, until they are forgotten', async () => {
    const storage = storageOf([local('odd'), local('a')]);
    const server = serverOf({}, (name) => (name === 'odd' ? refusal : undefined));
    expect(await moveLocalReports({ storage: () => storage, owner, ...server })).toEqual([
      { ...local('odd'), reason: 'name: is odd' },
    ]);
    expect(readLocalReports(() => storage, owner)).toEqual([local('odd')]);
    forgetLocalReport(() => storage, owner, 'odd');
    expect(storage.texts.size).toBe(0);
  });

  it('stay here if the server does not answer, with the reason, but for those that are there', async () => {
    const storage = storageOf([local('a'), local('b'), local('c')]);
    const server = serverOf({}, (name) => (name === 'b' ? new RequestFailure('no answer') : undefined));
    const reason = 'no answer';
    expect(await moveLocalReports({ storage: () => storage, owner, ...server })).toEqual([
      { ...local('b'), reason },
      { ...local('c'), reason },
    ]);
    expect(readLocalReports(() => storage, owner)).toEqual([local('b'), local('c')]);
  });

  it('stay here if the browser does not let them go', async () => {
    const storage = storageOf([local('a')]);
    const full = () => {
      throw new Error('full');
    };
    const kept = { ...storage, setItem: full, removeItem: full };
    expect(await moveLocalReports({ storage: () => kept, owner, ...serverOf() })).toEqual([
      { ...local('a'), reason: 'full' },
    ]);
  });

  it('are none if the browser blocks its storage', async () => {
    const storage = (): never => {
      throw new Error('Access is denied');
    };
    expect(await moveLocalReports({ storage, owner, ...serverOf() })).toEqual([]);
  });

  it('are not refused for the name that another tab has given them meanwhile', async () => {
    const storage = storageOf([local('a')]);
    const server = serverOf();
    const create = ({ name }: { name: string }) => {
      server.save(name, 'users');
      return Promise.reject(refusal);
    };
    expect(await moveLocalReports({ storage: () => storage, owner, list: server.list, create })).toEqual([]);
    expect(server.reports.size).toBe(1);
  });

  it.each([
    ['{', []],
    ['{}', []],
    ['[7, null, {"name": 1, "search": {}}, {"name": "a"}]', []],
    ['[{"name": "a", "search": {"metrics": 7, "view": "Pie"}}]', [{ name: 'a', search: { view: 'Pie' } }]],
  ])('of %s are those that can be read', (text, reports) =>
    expect(readLocalReports(() => storageOf(text), owner)).toEqual(reports),
  );
});
