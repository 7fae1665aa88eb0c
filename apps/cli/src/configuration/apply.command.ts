import { Option, type Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { ask, canAsk } from '../output/ask.js';
import { Failure, UsageProblem } from '../output/failures.js';
import { print } from '../output/print.js';
import { say } from '../output/status-messages.js';
import { planChanges, type Change, type Plan } from './model/changes.js';
import { identityOf, pathOf, type Configuration, type Problem } from './model/configuration.js';
import { missingRights } from './model/missing-rights.js';
import { printConfiguration } from './print-configuration.js';
import { failAt, readConfigurationFile } from './read-file.js';
import type { Scope } from './model/resource.js';
import { openScope, readPlatform, resources } from './resources.js';
import { writeChanges, type CreatedKey } from './write-changes.js';
import { shapes } from './model/shapes.js';

const signs = { added: '+', changed: '~', archived: '-', removed: '-' } as const;

/** More would push the names out of sight. */
const longest = 60;

/** One row: the sign, the kind, the name, and what changes. */
const rowOf = ({ change, section, name, fields }: Change): string[] => [
  signs[change],
  shapes[section].noun,
  name,
  change === 'archived' ? 'is archived' : fields.map(describe).join(', '),
];

function describe({ field, from, to }: Change['fields'][number]): string {
  const [before, after] = [textOf(from), textOf(to)];
  return before.length + after.length > longest ? field : `${field}: ${before} → ${after}`;
}

const textOf = (value: unknown): string => (value === undefined || value === null ? 'none' : JSON.stringify(value));

interface ApplyOptions extends CommonOptions {
  file?: string;
  print?: true;
  dryRun?: true;
  prune?: true;
  yes?: true;
}

export const applyCommand = (): Command =>
  createCommand('apply', {
    summary: 'Make the configuration of the datamart that of a file, or print it as one',
    details:
      'It shows what changes, and asks. A resource is found by its name (a compartment by its id, a dashboard by its title). ' +
      'Fields and sections that the file does not have stay as they are, and so does what it does not name, unless --prune. ' +
      'The whole file is checked before the first change.',
    examples: [
      'tributary apply --print > shop.json',
      'tributary apply -f shop.json --dry-run',
      'tributary apply -f shop.json --yes',
    ],
    of: 'datamart',
    sends: false,
  })
    .option('-f, --file <file>', 'a configuration in JSON; - for stdin')
    .addOption(new Option('--print', 'print the configuration of the platform as a file').conflicts('file'))
    .option('--dry-run', 'show what would change, and change nothing')
    .option(
      '--prune',
      'end what the sections of the file do not name: it is archived where that is possible, or deleted',
    )
    .option('--yes', 'do not ask')
    .action(apply);

async function apply(options: ApplyOptions): Promise<void> {
  if (options.print) return printConfiguration(options);
  if (options.file === undefined) throw new UsageProblem('which file? Say --file FILE, or --print');
  const configuration = await readConfigurationFile(options.file);
  const scope = await openScope(options);
  const names = new Map(
    [...configuration].map(([section, all]) => [section, new Set(all.map((entry) => identityOf(section, entry)))]),
  );
  const platform = await readPlatform(
    scope,
    new Set(configuration.keys()),
    (section, name) => names.get(section)?.has(name) === true,
  );
  const plan = planChanges(configuration, platform, options.prune === true);
  failAt(options.file, [...plan.problems, ...(await askPlatform(scope, configuration, plan))]);
  const { changes } = plan;
  if (plan.kept > 0) say(`${plan.kept} more that the file does not name stay as they are: --prune ends them.`);
  if (options.dryRun || changes.length === 0) {
    if (changes.length === 0) say('Nothing to do: the platform is as the file says.');
    return printResult(options, changes, []);
  }
  for (const change of changes) say(rowOf(change).join(' ').trimEnd());
  if (!(await isWanted(options, changes.length))) throw new Failure('nothing was changed');
  printResult(options, changes, await writeChanges(scope, changes, platform));
}

async function isWanted({ yes }: ApplyOptions, count: number): Promise<boolean> {
  if (yes) return true;
  if (!canAsk()) throw new UsageProblem('applying asks first: in a script, say --yes');
  return /^y(es)?$/i.test((await ask(`Make ${count === 1 ? 'this change' : `these ${count} changes`}? [y/N] `)).trim());
}

/** The problems that only the platform can find. */
async function askPlatform(scope: Scope, configuration: Configuration, { changes }: Plan): Promise<Problem[]> {
  const problems = missingRights(
    scope.roles,
    changes.map(({ section }) => section),
  );
  for (const { section, change, name, entry } of changes) {
    if (section === 'event_types' || change === 'removed' || change === 'archived') continue;
    const found = await resources[section].check?.(scope, entry);
    const index = configuration.get(section)?.findIndex((each) => identityOf(section, each) === name) ?? 0;
    if (found) problems.push({ path: `${pathOf(section, index)}.${found.field}`, message: found.message });
  }
  return problems;
}

function printResult(
  { output, dryRun }: ApplyOptions,
  changes: readonly Change[],
  created: readonly CreatedKey[],
): void {
  const result = {
    applied: dryRun !== true,
    changes: changes.map(({ change, section, name, fields }) => ({ change, section, name, fields })),
    collect_keys: created,
  };
  // The differences stand on stderr already where they were made.
  print(output, result, () =>
    output === 'csv' || dryRun
      ? { headers: ['change', 'kind', 'name', 'changes'], rows: changes.map(rowOf) }
      : { rows: [['changes', changes.length], ...created.map(({ name, key }) => [`key of ${name}`, key])] },
  );
}
