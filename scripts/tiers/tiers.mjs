// The tiers of tests: what each runs, and what the machine must have for it. CONTRIBUTING.md describes them.

/**
 * @typedef {object} Tier
 * @property {string} name also the suffix of its files (`*.kafka.ts`) and its Nx target, except for core
 * @property {string[][]} groups Nx targets; groups run side by side
 * @property {string[]} needs names of needs.mjs
 * @property {boolean} isAlone no other tier runs beside it
 */

const tier = (name, needs, isAlone = false) => ({ name, groups: [[name]], needs, isAlone });

/** @type {Tier[]} */
export const tiers = [
  { name: 'core', groups: [['e2e'], ['typecheck', 'lint', 'test']], needs: [], isAlone: true },
  // Alone, because it measures what a process costs.
  tier('stress', [], true),
  tier('kafka', ['java']),
  tier('clickhouse', ['python', 'java']),
  tier('product', ['kafka']),
  tier('browser', ['chromium', 'kafka']),
  tier('languages', ['python', 'php', 'java', 'curl', 'openssl', 'script']),
  tier('faults', ['kafka', 'java', 'python']),
  tier('upgrade', ['kafka', 'history']),
  // Its suites have two workers, and fleets of containers.
  tier('deploy', ['docker', 'compose', 'promtool', 'go', 'venv'], true),
  tier('cluster', ['root', 'docker', 'go', 'python'], true),
];

/** The tier that needs nothing but Node.js: `npm test`. */
export const core = tiers[0];

export const tierNames = tiers.map(({ name }) => name);

/** The suffix of the test files of each Nx target that runs jest. */
export const suffixes = {
  test: 'spec',
  e2e: 'e2e',
  ...Object.fromEntries(tierNames.slice(1).map((name) => [name, name])),
};

/** Targets whose files share a machine well: two of them run at the same time, those of the others one after the other. */
export const twoWorkers = ['test', 'kafka', 'clickhouse', 'deploy'];

/** @throws an error that lists the tiers, unless each name is one */
export function selectTiers(names) {
  const unknown = names.filter((name) => !tierNames.includes(name));
  if (unknown.length > 0) throw new Error(`no tier "${unknown[0]}"; the tiers are ${tierNames.join(', ')}`);
  return tiers.filter(({ name }) => names.includes(name));
}
