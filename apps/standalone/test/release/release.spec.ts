import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commit, git, newCheckout, publishable, read, type ReleaseFile, repository, write } from './release-fixture.js';

const directories: string[] = [];
let root: string;
let files: ReleaseFile[];
beforeAll(() => {
  directories.push((root = newCheckout()));
  files = release(root);
});
afterAll(() => directories.forEach((one) => rmSync(one, { recursive: true, force: true })));

/** In a process of its own, because the bundler is native code. Throws if the checkout is refused. */
function release(checkout: string): ReleaseFile[] {
  const script = `
    import { findProblems } from './find-problems.mjs';
    import { makeRelease } from './make-release.mjs';
    import { readSource } from './read-source.mjs';
    const [root, publishable] = JSON.parse(process.argv[1]);
    const source = readSource(root, {});
    const problems = findProblems(source);
    if (problems.length > 0) throw new Error(problems.join());
    const options = { publishable, output: root + '/.release', builder: 'urn:test' };
    console.log(JSON.stringify(await makeRelease(root, source, options)));`;
  const args = ['--input-type=module', '--eval', script, JSON.stringify([checkout, publishable])];
  const options = { cwd: path.join(repository, 'scripts/release'), encoding: 'utf8', stdio: 'pipe' } as const;
  const output = execFileSync(process.execPath, args, options);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as ReleaseFile[];
}

function unpack(name: string): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-unpacked-'));
  directories.push(directory);
  execFileSync('tar', ['-xzf', path.join(root, '.release', name), '-C', directory]);
  return directory;
}
const list = (name: string) =>
  execFileSync('tar', ['-tzf', path.join(root, '.release', name)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .sort();

describe('a release', () => {
  it('has the packages, the manifests, a bill of materials, a change log and a provenance', () =>
    expect(files.map(({ name }) => name)).toEqual([
      'root-kit-1.2.3.tgz',
      'root-tool-1.2.3.tgz',
      'tributary-kubernetes-1.2.3.tar.gz',
      'tributary-1.2.3.cdx.json',
      'provenance.json',
      'CHANGELOG.md',
    ]));

  it('has sums that sha256sum accepts', () => {
    const options = { cwd: path.join(root, '.release'), encoding: 'utf8' } as const;
    expect(execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], options).match(/: OK$/gm)).toHaveLength(6);
  });

  it('packs what a package publishes, and the manifests of the commit', () => {
    expect(list('root-kit-1.2.3.tgz')).toEqual(['package/dist/kit.js', 'package/package.json']);
    expect(list('tributary-kubernetes-1.2.3.tar.gz')).toContain(
      'tributary-1.2.3/deploy/kubernetes/overlays/small/kustomization.yaml',
    );
  });

  it('has a program that runs outside of the workspace, with only its dependencies from npm', () => {
    const installed = unpack('root-tool-1.2.3.tgz');
    const manifest = JSON.parse(read(installed, 'package/package.json')) as object;
    expect(manifest).toMatchObject({ bin: { tool: 'bin/tool.mjs' }, dependencies: { yaml: '2.9.1' } });
    expect(manifest).not.toHaveProperty('private');
    mkdirSync(path.join(installed, 'node_modules'));
    symlinkSync(path.join(repository, 'node_modules/yaml'), path.join(installed, 'node_modules/yaml'));
    const output = execFileSync(path.join(installed, 'package/bin/tool.mjs'), ['name: you'], { encoding: 'utf8' });
    expect(output).toBe('Hello, you\n');
  });

  it('is the same again, also from another clone with other times', () => {
    expect(release(root)).toEqual(files);
    const clone = mkdtempSync(path.join(tmpdir(), 'tributary-clone-'));
    directories.push(clone);
    git(clone, 'clone', '--quiet', root, '.');
    cpSync(path.join(root, 'node_modules'), path.join(clone, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    utimesSync(path.join(clone, 'libs/kit/dist/kit.js'), 1, 1);
    expect(release(clone)).toEqual(files);
  });

  it('(control) is another one after a change of a package', () => {
    write(root, 'libs/kit/dist/kit.js', 'export const greet = (name) => `Welcome, ${name}`;\n');
    commit(root, 'Greet otherwise');
    const digests = (all: ReleaseFile[]) => new Map(all.map(({ name, sha256 }) => [name, sha256]));
    const [before, after] = [digests(files), digests(release(root))];
    const same = [...before].filter(([name, digest]) => after.get(name) === digest).map(([name]) => name);
    // Its time is the one of the commit.
    expect(same).not.toContain('root-kit-1.2.3.tgz');
    expect(same).not.toContain('root-tool-1.2.3.tgz');
    expect(read(root, '.release/CHANGELOG.md')).toContain('### libs/kit\n\n- Greet otherwise (');
  });

  it('is refused in a checkout that differs from its commit', () => {
    write(root, 'libs/kit/new.js', '');
    expect(() => release(root)).toThrow('libs/kit/new.js');
    rmSync(path.join(root, 'libs/kit/new.js'));
  });

  it.each([
    ['libs/kit/package.json', '"version": "1.2.3"', '"version": "1.2.4"'],
    ['apps/tool/package.json', '"@root/kit": "1.2.3"', '"@root/kit": "1.2.4"'],
    ['deploy/kubernetes/overlays/small/kustomization.yaml', 'newTag: 1.2.3', 'newTag: 1.2.4'],
  ])('is refused if %s has another version', (file, right, wrong) => {
    const text = read(root, file);
    write(root, file, text.replace(right, wrong));
    commit(root, 'Another version');
    expect(() => release(root)).toThrow(`has 1.2.4, not 1.2.3`);
    git(root, 'reset', '--quiet', '--hard', 'HEAD~1');
  });
});
