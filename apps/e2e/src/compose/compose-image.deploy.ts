import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describeImage, productImage, runImage } from './compose-image.js';

const megabytes = 1_000_000;
const services = [
  'gateway',
  'admin',
  'tracking-ingest',
  'activity-analysis',
  'import-worker',
  'warehouse-metadata',
  'analytics',
];

let image: string;

beforeAll(async () => {
  image = await productImage();
});

describe('the image', () => {
  it('is at most 350 MB large, and runs as a numeric user other than root', async () => {
    const { Size, Config } = await describeImage(image);
    expect(Size).toBeLessThanOrEqual(350 * megabytes);
    expect(Config.User).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(Config.Entrypoint).toEqual(['tributary']);
    expect(Config.Env).toContain('NODE_ENV=production');
    expect(Config.Labels).toMatchObject({ 'org.opencontainers.image.title': 'tributary' });
  });

  it.each([
    ['no command', []],
    ['an unknown command', ['tribute']],
    ['a name from the prototype', ['__proto__']],
    ['an app that is not in the image', ['standalone']],
  ])('prints its usage for %s', async (_case, command) => {
    const { code, errors } = await runImage(image, command);
    expect(code).toBe(2);
    for (const service of services) expect(errors).toContain(`  ${service} `);
  });

  it.each(services)('starts %s, which names a missing setting', async (service) => {
    const { code, errors } = await runImage(image, [service]);
    expect({ code, errors }).toMatchObject({
      code: 1,
      errors: expect.stringMatching(
        /GATEWAY_(PRIVATE|PUBLIC)_KEY: is required, the command "tributary gateway make-keys" makes it/,
      ) as unknown,
    });
  });

  it('reports that a port without a listener is not ready', async () => {
    expect(await runImage(image, ['health', '8080'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('8080') as unknown,
    });
  });

  it('runs the commands that call a platform', async () => {
    expect((await runImage(image, ['--help'])).output).toMatch(/^ {2}whoami /m);
    const { code, errors } = await runImage(image, ['whoami']);
    expect({ code, errors }).toMatchObject({ code: 1, errors: expect.stringContaining('not logged in') as unknown });
  });

  it('contains the drivers that services load lazily', async () => {
    const script = await readFile(path.join(import.meta.dirname, '../../test/drivers.mjs'), 'utf8');
    const { output } = await runImage(image, ['--input-type=module', '-'], ['node'], script);
    const drivers = [
      'DuckDB',
      'S3',
      'Snowflake',
      'BigQuery',
      'PostgreSQL',
      'OpenTelemetry',
      'agents',
      'page',
      'console',
    ];
    expect(output.trim().split('\n')).toEqual(drivers);
  });

  it('contains no tool that could install software', async () => {
    const { output } = await runImage(image, ['-c', 'command -v npm apt-get perl curl; command -v node'], ['sh']);
    expect(output.trim()).toBe('/usr/local/bin/node');
  });
});
