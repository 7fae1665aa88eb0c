// Which runs of Nx follow each other, and which are side by side.
import { suffixes, twoWorkers } from './tiers.mjs';
import { readRecorded } from './times.mjs';

/** The project whose suites start the built product. They take longest. */
const suites = '@tributary/e2e';

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
 * While a suite of the built product waits for a broker, a restart or a time-out, the other queue works. The second one
 * begins with the other projects. Each suite, the longest first, goes to the queue that ends first, so that both end at
 * about the same time. A third queue was tried: two cores ran it no faster, with twenty processes waiting for a core.
 */
function queuesOf(tiers, projects, recorded) {
  const targets = tiers.flatMap(({ groups }) => groups.flat());
  const have = (isOwner) => {
    const owned = new Set(projects.filter(isOwner).flatMap((project) => project.targets));
    return targets.filter((target) => owned.has(target));
  };
  const run = (own, ...options) => (own.length > 0 ? [{ targets: own, options: [...options, afterBuild] }] : []);
  const others = have(({ name }) => name !== suites);
  const queues = [
    { own: [], seconds: 0 },
    { own: [], seconds: others.reduce((sum, target) => sum + (secondsOf(target, recorded, false) ?? 0), 0) },
  ];
  const timed = have(({ name }) => name === suites).map((target) => ({
    target,
    // One that was never recorded may take long.
    seconds: secondsOf(target, recorded, true) ?? Infinity,
  }));
  for (const { target, seconds } of timed.toSorted((a, b) => b.seconds - a.seconds || 0)) {
    const queue = queues[0].seconds <= queues[1].seconds ? queues[0] : queues[1];
    queue.own.push(target);
    queue.seconds += seconds;
  }
  const [first, second] = queues.map(({ own }) => run(own, `--projects=${suites}`, '--parallel=1'));
  return [first, [...run(others, `--exclude=${suites}`, '--parallel=1'), ...second]].filter(
    (queue) => queue.length > 0,
  );
}

/** How long the files of a target took, of the suites or of the other projects; undefined if none was recorded. */
function secondsOf(target, { files }, ofSuites) {
  const own = Object.entries(files).filter(
    ([file]) => file.startsWith('apps/e2e/') === ofSuites && file.endsWith(`.${suffixes[target]}.ts`),
  );
  if (own.length === 0) return undefined;
  return own.reduce((sum, [, seconds]) => sum + seconds, 0) / (twoWorkers.includes(target) ? 2 : 1);
}
