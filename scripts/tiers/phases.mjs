// Which runs of Nx follow each other, and which are side by side.
import { suffixes } from './tiers.mjs';
import { readRecorded } from './times.mjs';

/** The project whose suites start the built product. They take longest. */
const suites = '@tributary/e2e';
/** Targets of it that wait for the other projects, so that both queues end at about the same time. */
const afterOthers = ['browser', 'languages'];

/**
 * @typedef {object} NxRun
 * @property {string[]} targets
 * @property {string[]} options of `nx run-many`
 */

/**
 * @param tiers of tiers.mjs
 * @param projects of `readWorkspace`
 * @param recorded the last recorded run: what took longest begins first
 * @returns {NxRun[][][]} phases, one after the other; each has queues, side by side; each of these has runs, one after the other
 */
export function phasesOf(tiers, projects, recorded = readRecorded()) {
  const shared = tiers.filter(({ isAlone }) => !isAlone);
  return tiers.flatMap((tier) => {
    if (tier.isAlone)
      return tier.groups.length > 1 ? [build, tier.groups.map(beside)] : [[[{ targets: tier.groups[0], options: [] }]]];
    return tier === shared[0] ? [build, queuesOf(shared, projects, recorded)] : [];
  });
}

const build = [[{ targets: ['build'], options: [] }]];
/** One run of Nx must not build, nor restore from its cache, what the tests of another one use. */
const afterBuild = '--exclude-task-dependencies';
/** Nx would begin the suites of the built product last, as no project depends on theirs. */
const beside = (targets) => [{ targets, options: [afterBuild, '--parallel=2'] }];

/**
 * While a suite of the built product waits for a broker, a restart or a time-out, the other queue works: with the other
 * projects, then some targets of the suites. A third queue was tried: two cores ran it no faster, with twenty processes
 * waiting for a core.
 */
function queuesOf(tiers, projects, recorded) {
  const targets = tiers.flatMap(({ groups }) => groups.flat());
  const have = (isOwner) => {
    const owned = new Set(projects.filter(isOwner).flatMap((project) => project.targets));
    return targets.filter((target) => owned.has(target));
  };
  const run = (own, ...options) => (own.length > 0 ? [{ targets: own, options: [...options, afterBuild] }] : []);
  const ofSuites = have(({ name }) => name === suites).toSorted(
    (a, b) => secondsOf(b, recorded) - secondsOf(a, recorded),
  );
  const others = have(({ name }) => name !== suites);
  return [
    run(
      ofSuites.filter((target) => !afterOthers.includes(target)),
      `--projects=${suites}`,
      '--parallel=1',
    ),
    [
      ...run(others, `--exclude=${suites}`, '--parallel=1'),
      ...run(
        ofSuites.filter((target) => afterOthers.includes(target)),
        `--projects=${suites}`,
        '--parallel=1',
      ),
    ],
  ].filter((queue) => queue.length > 0);
}

/** How long the suites of a target took. One that was never recorded may take long. */
function secondsOf(target, { files }) {
  const own = Object.entries(files).filter(
    ([file]) => file.startsWith('apps/e2e/') && file.endsWith(`.${suffixes[target]}.ts`),
  );
  return own.length > 0 ? own.reduce((sum, [, seconds]) => sum + seconds, 0) : Infinity;
}
