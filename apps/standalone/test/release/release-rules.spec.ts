import { describe, expect, it } from '@jest/globals';
import { load, type Publishable, type ReleaseFile, type Source } from './release-fixture.js';

interface Commit {
  hash: string;
  subject: string;
  files: string[];
}
const { findProblems, findMissing } = await load<{
  findProblems: (source: Source) => string[];
  findMissing: (source: Source, publishable: Publishable[]) => string[];
}>('find-problems');
const { changesOf, writeChangelog, partOf } = await load<{
  changesOf: (changelog: string, version: string) => string | undefined;
  writeChangelog: (release: {
    version: string;
    time: number;
    last?: string;
    commits: Commit[];
    changes?: string;
  }) => string;
  partOf: (commit: Commit) => string;
}>('write-changelog');
const { withoutChance } = await load<{
  withoutChance: (sbom: object, known: { time: number; name: string }) => { serialNumber: string };
}>('write-sbom');
const { describeProvenance } = await load<{
  describeProvenance: (files: ReleaseFile[], source: object, builder: object) => { subject: object[] };
}>('describe-provenance');
const { publishCommands } = await load<{ publishCommands: (version: string, files: { name: string }[]) => string[] }>(
  'publish-commands',
);

const aSource = (differences: Partial<Source> = {}): Source => ({
  commit: 'c',
  time: 1,
  version: '1.2.3',
  manifests: [
    { file: 'package.json', version: '1.2.3' },
    { file: 'libs/a/package.json', name: '@x/a', version: '1.2.3' },
    { file: 'libs/b/package.json', name: '@x/b', version: '1.2.3', dependencies: { '@x/a': '1.2.3', other: '9.9.9' } },
  ],
  otherVersions: [{ file: 'deploy/Dockerfile', version: '1.2.3' }],
  changed: [],
  isShallow: false,
  tagsHere: [],
  released: ['v1.2.2'],
  changelog: '## 1.2.3 (2026-11-24)\n\n- One\n',
  ...differences,
});

describe('findProblems', () => {
  it.each([
    ['a clean checkout', {}],
    ['a commit with the tag of its version', { tagsHere: ['v1.2.3'], released: ['v1.2.2', 'v1.2.3'] }],
  ])('accepts %s', (_what, differences) => expect(findProblems(aSource(differences))).toEqual([]));

  it.each<[string, Partial<Source>, string]>([
    ['a changed file', { changed: [' M a.ts'] }, 'the checkout differs from its commit:\n   M a.ts'],
    [
      'a shallow clone',
      { isShallow: true },
      'the clone is shallow: the change log needs all commits (git fetch --unshallow)',
    ],
    [
      'the tag of another version',
      { tagsHere: ['v1.2.4'] },
      'the commit has the tag v1.2.4, but package.json has 1.2.3',
    ],
    ['a version that is released', { released: ['v1.2.3'] }, 'v1.2.3 is the tag of another commit: raise the version'],
    ['another version of the image', { otherVersions: [{ file: 'f', version: '1' }] }, 'f has 1, not 1.2.3'],
    [
      'another version of a package, and of its use',
      {
        manifests: [
          { file: 'package.json', version: '1.2.3' },
          { file: 'a', name: '@x/a', version: '1.2.3', devDependencies: { '@x/a': '1.0.0' } },
        ],
      },
      'a (@x/a) has 1.0.0, not 1.2.3',
    ],
    [
      'no version',
      { manifests: [{ file: 'package.json', version: 'next' }], otherVersions: [] },
      'package.json has no version like 1.2.3, but next',
    ],
  ])('refuses %s', (_what, differences, problem) => expect(findProblems(aSource(differences))).toEqual([problem]));
});

it('A package without a repository or a license cannot be published with a provenance', () => {
  const source = aSource({ manifests: [{ file: 'libs/a/package.json', license: 'UNLICENSED' }] });
  expect(findMissing(source, [{ directory: 'libs/a' }])).toEqual(['libs/a/package.json has no repository']);
});

it('A version that the change log does not describe cannot be published', () => {
  const missing = ['CHANGELOG.md has no section 1.2.3: give Unreleased that name, and a date'];
  expect(findMissing(aSource({ changelog: '## Unreleased\n\n- One\n' }), [])).toEqual(missing);
});

describe('the change log', () => {
  const aCommit = (subject: string, ...files: string[]): Commit => ({ hash: `hash-${subject}`, subject, files });

  it('has the commits by the part of the tree, apps first', () =>
    expect(
      writeChangelog({
        version: '1.3.0',
        time: Date.UTC(2026, 10, 24) / 1000,
        last: 'v1.2.3',
        commits: [
          aCommit('Three', 'docs/a.md'),
          aCommit('Two', 'libs/bus/src/a.ts'),
          aCommit('One', 'apps/gateway/src/a.ts', 'apps/gateway/src/b.ts', 'libs/bus/src/a.ts'),
        ],
      }),
    ).toBe(
      '## 1.3.0 (2026-11-24)\n\n3 commits since v1.2.3.\n\n' +
        '### apps/gateway\n\n- One (hash-One)\n\n### libs/bus\n\n- Two (hash-Two)\n\n### documents\n\n- Three (hash-Three)\n',
    ));

  it('begins with what CHANGELOG.md says of the version', () =>
    expect(writeChangelog({ version: '1.3.0', time: 0, commits: [], changes: '### Changed\n\n- One' })).toBe(
      '## 1.3.0 (1970-01-01)\n\n### Changed\n\n- One\n\n0 commits: the first release.\n',
    ));

  it.each([
    [
      'its section',
      '# Changes\n\n## Unreleased\n\n- Two\n\n## 1.3.0 (2026-11-24)\n\n### Added\n\n- One\n',
      '### Added\n\n- One',
    ],
    ['otherwise what is not released', '## Unreleased\n\n- Two\n\n## 1.3.0-rc.1 (2026-11-24)\n\n- One\n', '- Two'],
    ['nothing without either', '# Changes\n', undefined],
  ])('%s', (_what, changelog, changes) => expect(changesOf(changelog, '1.3.0')).toBe(changes));

  it.each([
    [['apps/a/x.ts', 'libs/b/x.ts'], 'apps/a'],
    [['apps/a/x.ts', 'libs/b/x.ts', 'libs/b/y.ts'], 'libs/b'],
    [['deploy/Dockerfile'], 'deployment'],
    [['README.md'], 'documents'],
    [['bench/run.mjs'], 'bench'],
    [['package-lock.json'], 'build and tools'],
    [[], 'build and tools'],
  ])('files %j under %s', (files, part) => expect(partOf(aCommit('', ...files))).toBe(part));
});

it('The bill of materials depends on its content only', () => {
  const npmWrites = (serialNumber: string, timestamp: string, directory: string, name = 'a') => {
    const metadata = { timestamp, component: { name: directory } };
    return withoutChance(
      { serialNumber, metadata, components: [{ name }] },
      { time: 1_700_000_000, name: 'tributary' },
    );
  };
  const one = npmWrites('urn:uuid:1', '2026-01-01', 'here');
  expect(npmWrites('urn:uuid:2', '2026-01-02', 'there')).toEqual(one);
  expect(npmWrites('urn:uuid:1', '2026-01-01', 'here', 'b').serialNumber).not.toBe(one.serialNumber);
  expect(one.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});

describe('the provenance', () => {
  const files = [{ name: 'a.tgz', bytes: 1, sha256: 'aa' }];
  const source = { commit: 'c0ffee', version: '1.2.3', lockSha256: 'bb' };
  const builder = { id: 'https://ci.example.com', tools: { node: 'v24' } };

  it('names the files, the commit, the lock file and the builder', () =>
    expect(
      describeProvenance(files, { ...source, repository: 'https://git.example.com/t.git' }, builder),
    ).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'a.tgz', digest: { sha256: 'aa' } }],
      predicateType: 'https://slsa.dev/provenance/v1',
      predicate: {
        buildDefinition: {
          externalParameters: { version: '1.2.3' },
          resolvedDependencies: [
            { uri: 'git+https://git.example.com/t.git@c0ffee', digest: { gitCommit: 'c0ffee' } },
            { name: 'package-lock.json', digest: { sha256: 'bb' } },
          ],
        },
        runDetails: { builder: { id: 'https://ci.example.com' } },
      },
    }));

  it('has no address of a repository that is unknown', () =>
    expect(JSON.stringify(describeProvenance(files, source, builder))).not.toContain('git+'));
});

it('The commands publish every file that a registry takes', () => {
  const files = ['a-1.tgz', 'b-1.tgz', 'i-1.oci.tar', 'CHANGELOG.md'].map((name) => ({ name }));
  expect(publishCommands('1.0.0', files).map((command) => command.split(' ').slice(0, 3).join(' '))).toEqual([
    'git tag -s',
    'npm publish .release/a-1.tgz',
    'npm publish .release/b-1.tgz',
    'skopeo copy oci-archive:.release/i-1.oci.tar',
    'npx @sigstore/cli@0.8.0 attest',
  ]);
});
