import { getUserActivityTrace } from '@tributary/client/generated/sdk.gen';
import type { GetUserActivityTraceResponse } from '@tributary/client/generated/types.gen';
import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { formatInstant, print } from '../output/print.js';
import { openDatamart } from '../session/open-session.js';

export const traceCommand = (): Command =>
  createCommand('trace', {
    summary: 'Show what happened to an activity, step by step',
    examples: ['tributary trace 01a1fdf4-0c2e-7b1a-8d31-0f5b7d0c6a12'],
    of: 'datamart',
  })
    .argument('<id>', 'of the activity, as its receipt and the live feed show it')
    .action(trace);

async function trace(activity_id: string, options: CommonOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  const { data } = await getUserActivityTrace({ path: { datamart_id, activity_id } });
  print(options.output, data.data, () => ({
    headers: ['time', 'step', 'details'],
    rows: data.data.steps.map((one) => [formatInstant(one.ts), one.step, detailsOf(one)]),
  }));
}

type Step = GetUserActivityTraceResponse['data']['steps'][number];

const detailsOf = ({ step: _step, ts: _ts, ...fields }: Step): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${textOf(value)}`)
    .join(' ');

function textOf(value: Step[keyof Step]): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? `${value.kind}/${value.id}` : String(value);
}
