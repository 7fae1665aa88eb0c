import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

interface Tier {
  name: string;
  groups: string[][];
  needs: string[];
}
interface Need {
  name: string;
  found: string | undefined;
  debian: string;
  tiers: string[];
}
interface Tiers {
  tiers: Tier[];
  tierNames: string[];
  suffixes: Record<string, string>;
  selectTiers: (names: string[]) => Tier[];
}
interface Needs {
  needs: Record<string, { name: string }>;
  describeNeeds: (found: Need[]) => string;
}
interface NxRun {
  targets: string[];
  options: string[];
}
interface Phases {
  phasesOf: (tiers: Tier[], projects: object[], recorded: { files: Record<string, number> }) => NxRun[][][];
}
interface Times {
  timesOf: (tasks: object[], suites: object[], root: string) => { tiers: object[]; files: object[] };
  describeTimes: (times: object, recorded: object) => string;
  writeTierTimes: (markdown: string, recorded: Record<string, number>) => string;
}

const root = path.join(import.meta.dirname, '../../..');
const load = <T>(file: string) => import(path.join(root, 'scripts/tiers', file)) as Promise<T>;
const { tiers, tierNames, suffixes, selectTiers } = await load<Tiers>('tiers.mjs');
const { needs, describeNeeds } = await load<Needs>('needs.mjs');
const { phasesOf } = await load<Phases>('phases.mjs');
const { timesOf, describeTimes, writeTierTimes } = await load<Times>('times.mjs');
const guide = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');

/** Cells of the table whose first row is given, without the line below that row. */
function tableOf(markdown: string, header: string[]): string[][] {
  const rows = markdown.slice(markdown.indexOf(`| ${header.join(' | ')} |`)).split('\n');
  const end = rows.findIndex((row) => !row.startsWith('|'));
  return rows.slice(2, end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the tiers', () => {
  it('are the rows of the table in CONTRIBUTING.md, with every cell filled', () => {
    const rows = tableOf(guide, ['tier', 'proves', 'needs', 'takes']);
    expect(rows.map(([name]) => name)).toEqual(tierNames);
    expect(rows.filter((cells) => cells.length !== 4 || cells.some((cell) => cell === ''))).toEqual([]);
  });

  it('name needs that exist', () =>
    expect(tiers.flatMap((tier) => tier.needs).filter((need) => !Object.hasOwn(needs, need))).toEqual([]));

  it('of core need Node.js only', () => expect(tiers[0]).toMatchObject({ name: 'core', needs: [] }));

  it('have each a target that some project runs, and every test file belongs to one of a project', () => {
    const projects = ['apps', 'libs'].flatMap((parent) =>
      readdirSync(path.join(root, parent)).map((name) => path.join(root, parent, name)),
    );
    const found = new Set<string>();
    const orphans = projects.flatMap((project) => {
      const { nx } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as {
        nx: { targets: Record<string, object> };
      };
      const own = Object.keys(suffixes).filter((target) => target in nx.targets);
      return testFilesOf(project).filter((file) => {
        const target = Object.keys(suffixes).find((name) => file.endsWith(`.${suffixes[name]}.ts`));
        if (target !== undefined) found.add(target);
        return target === undefined || !own.includes(target);
      });
    });
    expect(orphans).toEqual([]);
    expect([...found].sort()).toEqual(Object.keys(suffixes).sort());
  });

  it('can be selected by name', () =>
    expect(selectTiers(['faults', 'kafka']).map(({ name }) => name)).toEqual(['kafka', 'faults']));

  it('are listed when a name is unknown', () =>
    expect(() => selectTiers(['kafak'])).toThrow(`no tier "kafak"; the tiers are ${tierNames.join(', ')}`));

  describe('run side by side', () => {
    const projects = [
      { name: '@tributary/e2e', targets: ['faults', 'browser', 'upgrade', 'deploy'] },
      { name: '@tributary/bus', targets: ['kafka', 'deploy'] },
    ];
    const files = {
      'apps/e2e/src/a.faults.ts': 900,
      'apps/e2e/src/b.upgrade.ts': 600,
      'apps/e2e/src/c.browser.ts': 990,
    };
    const of = (...names: string[]) => phasesOf(selectTiers(names), projects, { files });
    const run = (targets: string[], ...options: string[]) => ({ targets, options });
    const built = (...options: string[]) => [...options, '--exclude-task-dependencies'];

    it('after one build, in two queues that end together: suites of the product, the longest first, and all others', () =>
      expect(of('stress', 'kafka', 'browser', 'faults', 'upgrade', 'deploy')).toEqual([
        [[run(['stress'])]],
        [[run(['build'])]],
        [
          [run(['browser'], ...built('--projects=@tributary/e2e', '--parallel=1'))],
          [
            run(['kafka'], ...built('--exclude=@tributary/e2e', '--parallel=1')),
            run(['faults', 'upgrade'], ...built('--projects=@tributary/e2e', '--parallel=1')),
          ],
        ],
        [[run(['deploy'])]],
      ]));

    it('with what the other projects take, whose files have two workers', () => {
      const halves = (seconds: number) =>
        phasesOf(selectTiers(['kafka', 'browser', 'faults', 'upgrade']), projects, {
          files: { ...files, 'libs/bus/test/d.kafka.ts': seconds },
        })[1]!.map((queue) => queue.flatMap(({ targets }) => targets));
      expect(halves(170)).toEqual([['browser'], ['kafka', 'faults', 'upgrade']]);
      expect(halves(190)).toEqual([
        ['browser', 'upgrade'],
        ['kafka', 'faults'],
      ]);
    });

    it('with one that was never recorded beside all others, because it may take long', () =>
      expect(
        phasesOf(selectTiers(['upgrade', 'faults']), projects, { files: { 'apps/e2e/src/b.upgrade.ts': 600 } })[1],
      ).toEqual([
        [run(['faults'], ...built('--projects=@tributary/e2e', '--parallel=1'))],
        [run(['upgrade'], ...built('--projects=@tributary/e2e', '--parallel=1'))],
      ]));

    it('but for core, whose suites of the built product run beside its specs', () =>
      expect(of('core')).toEqual([
        [[run(['build'])]],
        [
          [run(['e2e'], '--exclude-task-dependencies', '--parallel=2')],
          [run(['typecheck', 'lint', 'test'], '--exclude-task-dependencies', '--parallel=2')],
        ],
      ]));
  });

  it('begin with a table of what they need, what is there and how Debian gets the rest', () =>
    expect(
      describeNeeds([
        { name: 'Java 17', found: '17.0.15', debian: 'apt-get install default-jdk-headless', tiers: ['kafka'] },
        { name: 'Go', found: undefined, debian: 'apt-get install golang-go', tiers: ['deploy', 'cluster'] },
      ]),
    ).toBe('  Java 17  ✔ 17.0.15\n  Go       ✘ apt-get install golang-go (for deploy, cluster)'));
});

/** Files that call `it` or `describe` from Jest, by their import: helpers of suites do so too, so a suffix is required. */
function testFilesOf(project: string): string[] {
  return ['src', 'test'].flatMap((folder) => {
    const parent = path.join(project, folder);
    try {
      return readdirSync(parent, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.[a-z0-9]+\.ts$/.test(file) && isTest(path.join(parent, file)))
        .map((file) => path.join(parent, file));
    } catch {
      return [];
    }
  });
}

const isTest = (file: string) =>
  Object.values(suffixes).some((suffix) => file.endsWith(`.${suffix}.ts`)) ||
  (/^import .* from '@jest\/globals';$/m.test(readFileSync(file, 'utf8')) &&
    /^(?:describe|it)[.(]/m.test(readFileSync(file, 'utf8')));

describe('the times of a run', () => {
  const at = (project: string, target: string, startMs: number, endMs: number, cached = false) => ({
    project,
    target,
    startMs,
    endMs,
    cached,
  });
  const suite = (project: string, target: string, files: Record<string, number>) => ({
    project,
    target,
    report: {
      testResults: Object.entries(files).map(([name, ms]) => ({
        name: `/r/${name}`,
        startTime: 1_000,
        endTime: 1_000 + ms,
      })),
    },
  });
  const tasks = [at('bus', 'test', 1_000, 5_000), at('bus', 'kafka', 6_000, 9_000), at('cli', 'test', 0, 100, true)];
  const times = timesOf(
    tasks,
    [
      suite('bus', 'test', { 'a.spec.ts': 7_000, 'b.spec.ts': 40 }),
      suite('bus', 'kafka', { 'c.kafka.ts': 9_000 }),
      suite('cli', 'test', { 'd.spec.ts': 90_000 }),
    ],
    '/r',
  );

  it('are those of each tier and file, without what came from the cache', () =>
    expect(times).toEqual({
      tiers: [
        { tier: 'core', seconds: 4 },
        { tier: 'kafka', seconds: 3 },
      ],
      files: [
        { file: 'c.kafka.ts', seconds: 9 },
        { file: 'a.spec.ts', seconds: 7 },
        { file: 'b.spec.ts', seconds: 0 },
      ],
    }));

  it('show what became slower by more than a half', () => {
    const shown = describeTimes(times, { files: { 'a.spec.ts': 6, 'b.spec.ts': 0.01, 'c.kafka.ts': 5.9 } });
    expect(shown.split('than a half:\n')[1]).toBe('      9.0  c.kafka.ts (5.9)');
  });

  it('are not compared with what was never recorded', () =>
    expect(describeTimes(times, { files: {} })).not.toContain('Slower'));

  it('are written into the last column of the table', () =>
    expect(
      writeTierTimes('| core | types | Node.js | – |\n| kafka | bus | Java | 3 min |', { core: 61.4, kafka: 300 }),
    ).toBe('| core | types | Node.js | 61 s |\n| kafka | bus | Java | 5 min |'));
});
