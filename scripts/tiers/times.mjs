// How long the files of a run took, and what became slower. The last recorded run stands in recorded-times.json.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suffixes, tierNames, tiers } from './tiers.mjs';

const recordedFile = path.join(import.meta.dirname, 'recorded-times.json');
/** A shorter file is noise. It is neither recorded nor compared. */
const comparedFromSeconds = 5;
const slowestFiles = 15;
const slowerBy = 1.5;

/** The tier of an Nx target; builds are those of core. */
const tierOf = (target) => tiers.find(({ groups }) => groups.flat().includes(target))?.name ?? 'core';

/**
 * @param tasks of `readRun`; a result from Nx's cache has the times of an earlier run, so it is left out
 * @param suites of `readSuites`
 * @returns seconds: of each tier from the beginning of its first task to the end of its last one, of each file, slowest first
 */
export function timesOf(tasks, suites, root) {
  const ran = tasks.filter(({ cached }) => !cached);
  const isFresh = ({ project, target }) => ran.some((task) => task.project === project && task.target === target);
  const tierTimes = tierNames.flatMap((tier) => {
    const own = ran.filter(({ target, endMs }) => tierOf(target) === tier && endMs > 0);
    if (own.length === 0) return [];
    const begin = Math.min(...own.map(({ startMs }) => startMs));
    return [{ tier, seconds: seconds(Math.max(...own.map(({ endMs }) => endMs)) - begin) }];
  });
  const files = suites
    .filter(isFresh)
    .flatMap(({ report }) => report.testResults)
    .map(({ name, startTime, endTime }) => ({ file: path.relative(root, name), seconds: seconds(endTime - startTime) }))
    .sort((a, b) => b.seconds - a.seconds);
  return { tiers: tierTimes, files };
}

const seconds = (ms) => Math.round(ms / 100) / 10;

/** The lines that end a run. */
export function describeTimes({ tiers: tierTimes, files }, recorded = readRecorded()) {
  const rows = (title, lines) => (lines.length > 0 ? [`\n${title}`, ...lines] : []);
  const row = ({ file, seconds: took }) => `  ${took.toFixed(1).padStart(7)}  ${file}`;
  const slower = files.filter(
    ({ file, seconds: took }) => took >= comparedFromSeconds && took > slowerBy * (recorded.files[file] ?? Infinity),
  );
  return [
    ...rows(
      'Seconds of each tier:',
      tierTimes.map(({ tier, seconds: took }) => `  ${took.toFixed(1).padStart(7)}  ${tier}`),
    ),
    ...rows(
      `The ${Math.min(slowestFiles, files.length)} slowest files, seconds:`,
      files.slice(0, slowestFiles).map(row),
    ),
    ...rows(
      'Slower than in the last recorded run by more than a half:',
      slower.map((entry) => `${row(entry)} (${recorded.files[entry.file]})`),
    ),
  ].join('\n');
}

/** Replaces what is recorded of the files and tiers that ran, and the times in the table of CONTRIBUTING.md. */
export function recordTimes({ tiers: tierTimes, files }, root) {
  const recorded = readRecorded();
  const suffixOfFile = (file) => /\.([^.]+)\.tsx?$/.exec(file)?.[1];
  const ran = new Set(tierTimes.flatMap(({ tier }) => suffixesOf(tier)));
  const kept = Object.entries(recorded.files).filter(([file]) => !ran.has(suffixOfFile(file)));
  const added = files
    .filter(({ seconds: took }) => took >= comparedFromSeconds)
    .map(({ file, seconds: took }) => [file, took]);
  const next = {
    tiers: { ...recorded.tiers, ...Object.fromEntries(tierTimes.map(({ tier, seconds: took }) => [tier, took])) },
    files: Object.fromEntries([...kept, ...added].sort(([a], [b]) => a.localeCompare(b, 'en'))),
  };
  writeFileSync(recordedFile, `${JSON.stringify(next, undefined, 2)}\n`);
  const guide = path.join(root, 'CONTRIBUTING.md');
  writeFileSync(guide, writeTierTimes(readFileSync(guide, 'utf8'), next.tiers));
}

const suffixesOf = (name) =>
  tiers
    .find((tier) => tier.name === name)
    .groups.flat()
    .flatMap((target) => suffixes[target] ?? []);

/** @returns the guide with the times in the last column of its table of tiers */
export function writeTierTimes(markdown, recorded) {
  return Object.entries(recorded).reduce(
    (text, [tier, took]) =>
      text.replace(new RegExp(`^(\\| ${tier} \\|.*\\|)[^|\\n]*\\|$`, 'm'), `$1 ${describe(took)} |`),
    markdown,
  );
}

const describe = (took) => (took < 90 ? `${Math.round(took)} s` : `${Math.round(took / 60)} min`);

export function readRecorded() {
  try {
    return JSON.parse(readFileSync(recordedFile, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return { tiers: {}, files: {} };
  }
}
