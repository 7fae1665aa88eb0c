import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppProcess } from '@tributary/testing/processes/processes';
import { commonEnvironment } from '@tributary/testing/processes/processes-fleet';
import { apps, programOf, type ServiceName } from '@tributary/testing/processes/processes-program';
import { repository } from '../deployment/kubernetes-tools.js';
import { newlyNeeded } from './old-version.js';

/** Every service has always needed it: it stands for a new one. */
const needed = 'KAFKA_BROKERS';
const cases = apps.flatMap((app) => [needed, ...(newlyNeeded[app] ?? [])].map((name) => [app, name] as const));

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-settings-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('a deployment that lacks a variable', () => {
  it.each(cases)('%s stops, and names %s', async (app, name) => {
    const process = anApp(app, name);
    process.launch();
    expect(await process.exit()).toBe(1);
    expect(process.log()).toContain(`  ${name}: `);
    await process.stop();
  });

  it.each(apps)('%s names the command that makes its key', async (app) => {
    const [name = ''] = newlyNeeded[app] ?? [];
    const process = anApp(app, name);
    process.launch();
    expect(await process.exit()).toBe(1);
    expect(process.log()).toContain(`  ${name}: is required, the command "tributary gateway make-keys" makes it\n`);
    await process.stop();
  });

  it('finds each newly needed variable in the change log', async () => {
    const changes = await readFile(path.join(repository, 'CHANGELOG.md'), 'utf8');
    expect(
      Object.values(newlyNeeded)
        .flat()
        .filter((name) => !changes.includes(`\`${name}\``)),
    ).toEqual([]);
  });
});

/** A process without that variable, whose servers do not exist. */
function anApp(app: ServiceName, without: string): AppProcess {
  const stores = { databaseUrl: 'postgres://role@127.0.0.1:1/tributary', brokers: ['127.0.0.1:1'] };
  const env = Object.entries(commonEnvironment(stores)).filter(([name]) => name !== without);
  return new AppProcess(programOf(app, Object.fromEntries(env), directory));
}
