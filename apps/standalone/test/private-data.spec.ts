import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, type Stats } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { newToken } from '@tributary/testing/processes/processes-program';
import { embeddedProcess } from '@tributary/testing/processes/processes-platform';
import type { AppProcess } from '@tributary/testing/processes/processes';

const directory = mkdtempSync(path.join(tmpdir(), 'tributary-private-data-'));
const data = path.join(directory, 'data');
const token = newToken();
let standalone: AppProcess;

beforeAll(async () => {
  // As an older version has left it.
  mkdirSync(data);
  chmodSync(data, 0o755);
  standalone = await embeddedProcess(directory, data, token, { settings: { LOG_LEVEL: 'info' } });
  await standalone.start();
});

afterAll(async () => {
  await standalone.stop();
  rmSync(directory, { recursive: true });
});

async function call(target: string, body?: string, type = 'application/json'): Promise<{ id: string; status: string }> {
  const method = body === undefined ? 'GET' : 'POST';
  const headers = { authorization: token, 'content-type': type };
  const response = await fetch(`${standalone.url}/v1/datamarts/1/${target}`, { method, headers, body: body ?? null });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { id: string; status: string } }).data;
}

/** A database may remove its temporary files meanwhile. */
const statsOf = (name: string): Stats | undefined => statSync(path.join(data, name), { throwIfNoEntry: false });

const entries = () => ['.', ...(readdirSync(data, { recursive: true }) as string[])];
const openEntries = () => entries().filter((name) => ((statsOf(name)?.mode ?? 0) & 0o077) !== 0);

describe('the data directory', () => {
  it('has nothing that other users can read, after an activity and an import', async () => {
    await call('user_activities', JSON.stringify({ $type: 'SITE_VISIT', $user_agent_id: 'web:1:a', $site_id: '1' }));
    const documentImport = { document_type: 'USER_PROFILE', mime_type: 'APPLICATION_X_NDJSON', name: 'people' };
    const { id } = await call('document_imports', JSON.stringify({ ...documentImport, encoding: 'utf-8' }));
    const line = JSON.stringify({ operation: 'UPSERT', user_agent_id: 'web:1:a', user_profile: { age: 30 } });
    const executions = `document_imports/${id}/executions`;
    const execution = await call(executions, `${line}\n`, 'application/x-ndjson');
    await eventually(async () =>
      expect(await call(`${executions}/${execution.id}`)).toMatchObject({ status: 'SUCCEEDED' }),
    );
    expect(entries()).toEqual(
      expect.arrayContaining([
        'facts.duckdb',
        'secrets.key',
        'postgres/data/PG_VERSION',
        expect.stringMatching(/^imports\/.+\/./),
      ]),
    );
    expect(openEntries()).toEqual([]);
  });

  it('(control) would be found open', () => {
    const file = path.join(data, 'facts.duckdb');
    for (const mode of [0o640, 0o604]) {
      chmodSync(file, mode);
      expect(openEntries()).toEqual(['facts.duckdb']);
    }
    chmodSync(file, 0o600);
  });
});

describe('a token that the environment has given', () => {
  it('is in no line of the start', () => {
    const output = readFileSync(path.join(directory, 'standalone.log'), 'utf8');
    expect(output).toContain('given in BOOTSTRAP_API_TOKEN');
    expect(output).not.toContain(token);
  });
});
