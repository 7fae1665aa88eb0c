import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const sdk = path.join(import.meta.dirname, '..');
const { resolve } = createRequire(import.meta.url);
const compiler = path.join(path.dirname(resolve('typescript7/package.json')), 'bin/tsc');
const rolldown = path.join(path.dirname(resolve('rolldown/package.json')), 'bin/cli.mjs');
/** A page loads it before it is useful to a person. */
const maxBytes = 9_400;
/** The promise for the script that gateways serve: 10 KiB. */
const maxScriptBytes = 10_240;

const uses = `
const client: Tributary = createTributary({ url: 'http://localhost', datamart: 1, storage: 'memory', pages: pages() });
client.on('refused', ({ activity, error_code }) => [activity.$type, error_code.length]);
client.on('sent', ({ activity }) => activity.$unique_key.length + activity.$ts);
const result: Promise<FlushResult> = client.flush({ timeoutMs: 1 });
const storage: QueueStorage = fileStorage('queue');
// @ts-expect-error there is no such event
client.on('unknown', () => {});
export { result, storage };
`;
const imports = (from: string) => `
import { createTributary, type FlushResult, type QueueStorage, type Tributary } from '${from}';
import { fileStorage } from '${from}/file-storage';
import { pages } from '${from}/pages';
${uses}`;

/** A project with nothing but the package. */
let project: string;
const inProject = (file: string) => path.join(project, file);
const run = (command: string, args: string[], cwd = project) => execFileSync(command, args, { cwd, encoding: 'utf8' });

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), 'tributary-sdk-'));
  writeFileSync(inProject('package.json'), '{ "name": "fresh", "private": true }');
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', project], sdk)) as {
    filename: string;
  }[];
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed?.filename}`]);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const installed = (file: string) => path.join(project, 'node_modules/@tributary/sdk', file);

describe('the package', () => {
  it('contains the built files, and nothing else', () => {
    const files = run('find', [installed(''), '-type', 'f'])
      .trim()
      .split('\n');
    const names = files.map((file) => path.relative(installed(''), file));
    expect(names.filter((name) => !/^dist\/.*\.js$|^dist\/.*\.d\.ts$/.test(name)).sort()).toEqual([
      'README.md',
      'dist/cjs/package.json',
      'package.json',
    ]);
    expect(names.filter((name) => /spec|test/.test(name))).toEqual([]);
  });

  it('has no dependency', () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(installed('package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
  });

  it.each([
    ['a module of Node.js', 'uses.mts', { module: 'nodenext' }],
    ['CommonJS', 'uses.cts', { module: 'nodenext' }],
    ['a bundler', 'uses.ts', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'] }],
  ])('has types for %s', (_what, file, options) => {
    const folder = inProject(`types-${file.replace('.', '-')}`);
    mkdirSync(folder);
    writeFileSync(path.join(folder, file), imports('@tributary/sdk'));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      types: [],
      lib: ['es2022', 'dom'],
      ...options,
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: [file] }));
    expect(run(process.execPath, [compiler, '-p', '.'], folder)).toBe('');
  });

  it.each([
    ['import', 'run.mjs', (name: string) => `await import('${name}')`],
    ['require', 'run.cjs', (name: string) => `require('${name}')`],
  ])('runs by %s', (_what, file, load) => {
    const program = `
      const { createTributary } = ${load('@tributary/sdk')};
      const { fileStorage } = ${load('@tributary/sdk/file-storage')};
      const { pages } = ${load('@tributary/sdk/pages')};
      const client = createTributary({ url: 'http://127.0.0.1:9', datamart: 1, storage: fileStorage('${file}.queue'), pages: pages() });
      client.activity({ $type: 'X' }).then((id) => console.log(String(id.length)));
      client.close({ timeoutMs: 0 }).then(({ kept }) => console.log('kept ' + kept));`;
    writeFileSync(inProject(file), program);
    expect(run(process.execPath, [file])).toBe('36\nkept 1\n');
  });

  it('runs by a script tag', () => {
    const page = createContext({ URL, AbortController, TextEncoder, crypto, setTimeout, clearTimeout, queueMicrotask });
    for (const name of ['tributary', 'pages'])
      runInContext(readFileSync(installed(`dist/${name}.iife.js`), 'utf8'), page);
    const types = runInContext('[typeof Tributary.createTributary, typeof Tributary.pages]', page) as string[];
    expect(types).toEqual(['function', 'function']);
    runInContext('Tributary.createTributary({ url: "http://127.0.0.1:9", datamart: 1 }).close()', page);
  });
});

describe('the size', () => {
  const gzipped = (code: string | Buffer) => gzipSync(code, { level: 9 }).length;

  it('of the file for a script tag is within the budget', () =>
    expect(gzipped(readFileSync(installed('dist/tributary.iife.js')))).toBeLessThanOrEqual(maxBytes));

  it('of the script that gateways serve is within 10 KiB, and nothing of servers is in it', () => {
    const code = readFileSync(installed('dist/sdk.js'), 'utf8');
    for (const level of [6, 9]) expect(gzipSync(code, { level }).length).toBeLessThanOrEqual(maxScriptBytes);
    expect(code).not.toMatch(/node:|require\(|importKey|eval|new Function|document\.cookie/);
    // (control) The client of the package has what signs.
    expect(readFileSync(installed('dist/tributary.iife.js'), 'utf8')).toContain('importKey');
  });

  it('of a bundle is within the budget, and nothing of Node.js is in it', () => {
    writeFileSync(inProject('bundled.js'), `export { createTributary } from '@tributary/sdk';`);
    const options = ['--platform', 'browser', '--format', 'esm', '--minify', '--file', 'bundle.js'];
    run(process.execPath, [rolldown, 'bundled.js', ...options]);
    const code = readFileSync(inProject('bundle.js'), 'utf8');
    expect(code).not.toMatch(/node:|require\(/);
    expect(gzipped(code)).toBeLessThanOrEqual(maxBytes);
  });
});
