import { writeFile } from 'node:fs/promises';
import { getTrackingPlan, putTrackingPlan } from '@tributary/client/generated/sdk.gen';
import type { Command } from 'commander';
import { createCommand, createGroup, type CommonOptions } from '../commands/create-command.js';
import { readJsonInput } from '../files/json-input.js';
import { Failure } from '../output/failures.js';
import { print, printText } from '../output/print.js';
import { printableJson } from '../output/printable.js';
import { say } from '../output/status-messages.js';
import { openDatamart } from '../session/open-session.js';
import { planDifferences, type PlanDifference, type PlannedType } from './plan-differences.js';
import { planTypes } from './plan-types.js';

export const planCommand = (): Command =>
  createGroup(
    'plan',
    {
      summary: 'Keep the tracking plan of a datamart in a file, as in git',
      examples: [
        'tributary plan pull plan.json',
        'tributary plan diff plan.json',
        'tributary plan push plan.json',
        'tributary plan types > tracking-events.ts',
      ],
    },
    [
      createCommand('pull', {
        summary: 'Write the plan into a file, or to stdout',
        examples: ['tributary plan pull plan.json'],
        of: 'datamart',
        formats: ['json'],
      })
        .argument('[file]', 'is replaced; without it, the plan goes to stdout')
        .action(pull),
      createCommand('diff', {
        summary: 'Show what a push of the file would change',
        examples: ['tributary plan diff plan.json'],
        of: 'datamart',
      })
        .argument('<file>', 'a plan; - for stdin')
        .action(diff),
      createCommand('push', {
        summary: 'Replace the plan by that of a file',
        details: 'It shows first what changes. If any type of the file is refused, nothing changes.',
        examples: ['tributary plan push plan.json'],
        of: 'datamart',
      })
        .argument('<file>', 'a plan; - for stdin')
        .action(push),
      createCommand('types', {
        summary: 'Print the properties of the planned events as TypeScript',
        examples: ['tributary plan types > tracking-events.ts', 'tributary plan types plan.json'],
        of: 'datamart',
      })
        .argument('[file]', 'a plan; - for stdin. Without it, that of the platform')
        .action(types),
    ],
  );

async function pull(file: string | undefined, options: CommonOptions): Promise<void> {
  const plan = { event_types: await readPlan(options) };
  const json = `${printableJson(plan, 2)}\n`;
  if (file === undefined) printText(json);
  else {
    await writeFile(file, json);
    say(`${file} has ${countOf(plan.event_types.length)}.`);
  }
}

async function diff(file: string, options: CommonOptions): Promise<void> {
  const after = await readFileOf(file);
  const differences = planDifferences(await readPlan(options), after);
  if (differences.length === 0) say('The plan is that of the file.');
  print(options.output, differences, () => ({ rows: differences.map(rowOf) }));
}

async function push(file: string, options: CommonOptions): Promise<void> {
  const event_types = await readFileOf(file);
  const { datamart_id } = await openDatamart(options);
  if (!options.curl) {
    const differences = planDifferences(await readPlan(options), event_types);
    for (const one of differences) say(rowOf(one).join(' ').trimEnd());
    if (differences.length === 0) say('Nothing changes.');
  }
  const { data } = await putTrackingPlan({ path: { datamart_id }, body: { event_types } });
  const { length } = data.data.event_types;
  print(options.output, data.data, () => ({ rows: [['event types', String(length)]] }));
}

async function types(file: string | undefined, options: CommonOptions): Promise<void> {
  const planned = file === undefined ? await readPlan(options) : await readFileOf(file);
  const source = planTypes(planned);
  if (options.output === 'json') print('json', { source }, () => ({ rows: [] }));
  else printText(source);
}

async function readPlan(options: CommonOptions): Promise<PlannedType[]> {
  const { datamart_id } = await openDatamart(options);
  const { data } = await getTrackingPlan({ path: { datamart_id } });
  return data.data.event_types;
}

const signs = { added: '+', removed: '-', changed: '~' };

const rowOf = ({ change, name, fields }: PlanDifference) => [signs[change], name, fields.join(', ')];

const countOf = (types: number) => `${types} event ${types === 1 ? 'type' : 'types'}`;

async function readFileOf(file: string): Promise<PlannedType[]> {
  const plan = await readJsonInput(file);
  const { event_types } = (plan ?? {}) as { event_types?: unknown };
  const isPlan = Array.isArray(event_types) && event_types.every((type) => typeof type === 'object' && type !== null);
  if (!isPlan) throw new Failure(`${file} is no plan: it has no list event_types`);
  return event_types as PlannedType[];
}
