// Adds up the results of the test runs: one count per jest test, one per other task (types, lint, build).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { suffixes } from './tiers/tiers.mjs';

/** The targets that run jest. */
const jestTargets = Object.keys(suffixes);

/** Lines of a test's message. */
const shownLines = 20;

/** The projects of the workspace: their names, directories and Nx targets. */
export function readWorkspace(root) {
  return ['libs', 'apps'].flatMap((parent) =>
    readdirSync(path.join(root, parent))
      .map((name) => path.join(root, parent, name))
      .filter((directory) => existsSync(path.join(directory, 'package.json')))
      .map((directory) => {
        const { name, nx } = readJson(path.join(directory, 'package.json'));
        return { directory, name, targets: Object.keys(nx?.targets ?? {}) };
      }),
  );
}

/**
 * How and when each task of an Nx run ended. A run that failed without a failed task counts as one.
 *
 * @param file of Nx's last run. Another run that ended at the same moment may have replaced it.
 * @param command the end of the run's command line
 */
export function readRun(file, targets, exitCode, command = '') {
  const last = existsSync(file) ? readJson(file) : undefined;
  const tasks = last?.run.command.endsWith(command)
    ? last.tasks.map(({ projectName, target, status, cacheStatus, startTime, endTime }) => ({
        project: projectName,
        target,
        failed: status !== 0,
        cached: cacheStatus !== 'cache-miss',
        startMs: Date.parse(startTime),
        endMs: Date.parse(endTime),
      }))
    : [];
  const explained = tasks.some(({ failed }) => failed);
  return exitCode === 0 || explained ? tasks : [...tasks, { project: 'nx', target: targets.join(', '), failed: true }];
}

/** Where jest reports the results of each project and target. */
export function reportsOf(projects, targets) {
  return projects.flatMap(({ name, directory }) =>
    jestTargets
      .filter((target) => targets.includes(target))
      .map((target) => ({ project: name, target, file: path.join(directory, '.test-results', `${target}.json`) })),
  );
}

/** jest's reports that exist. */
export function readSuites(reports) {
  return reports
    .filter(({ file }) => existsSync(file))
    .map(({ file, ...suite }) => ({ ...suite, report: readJson(file) }));
}

/** @returns the number of passed tests and tasks, and of the failed ones the names with the beginning of their messages. */
export function tally(tasks, suites) {
  const counts = suites.map(({ project, report }) => countTests(project, report));
  const others = distinct(tasks).map((task) => countTask(task, suites));
  return {
    passed: [...counts, ...others].reduce((sum, { passed }) => sum + passed, 0),
    failures: [...counts, ...others].flatMap(({ failures }) => failures),
  };
}

/** A build that two runs needed counts once; it failed if either failed. */
const distinct = (tasks) => [
  ...new Map(
    tasks.toSorted((a, b) => a.failed - b.failed).map((task) => [`${task.project}:${task.target}`, task]),
  ).values(),
];

/** A test that was skipped proves nothing, so it counts as failed; so does a file that could not be run. */
function countTests(project, report) {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const unrun = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const bad = tests.filter(({ status }) => status !== 'passed');
  return {
    passed: tests.length - bad.length,
    failures: [
      ...bad.map((test) => `${project}: ${test.fullName}${whyBad(test)}`),
      ...unrun.map(({ name, message }) => `${project}: ${path.basename(name)} could not be run${beginningOf(message)}`),
    ],
  };
}

const whyBad = ({ status, failureMessages }) =>
  status === 'failed' ? failureMessages.map(beginningOf).join('') : ` (${status})`;

/** The first lines of a message, indented: the end of a long run then says why it failed. */
const beginningOf = (message) =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, shownLines)
    .map((line) => `\n      ${line}`)
    .join('');

/** A jest task is counted by its tests, unless it failed without naming one. */
function countTask({ project, target, failed }, suites) {
  if (!jestTargets.includes(target))
    return { passed: failed ? 0 : 1, failures: failed ? [`${project}: ${target}`] : [] };
  const suite = suites.find((candidate) => candidate.project === project && candidate.target === target);
  const isExplained = suite !== undefined && (!failed || countTests(project, suite.report).failures.length > 0);
  return { passed: 0, failures: isExplained ? [] : [`${project}: ${target} gave no result`] };
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
