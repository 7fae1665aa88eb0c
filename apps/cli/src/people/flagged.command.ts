import { maxFlagLimit } from '@tributary/contracts/rules/flag-rules';
import { getDatamart, listFlaggedPeople, updateDatamart } from '@tributary/client/generated/sdk.gen';
import type { Datamart, FlaggedPerson } from '@tributary/client/generated/types.gen';
import { InvalidArgumentError, type Command } from 'commander';
import { createCommand, createGroup, type CommonOptions } from '../commands/create-command.js';
import { listCommand } from '../lists/list-command.js';
import { formatInstant, print } from '../output/print.js';
import { openDatamart } from '../session/open-session.js';

/** The days in which each is counted. */
const ruleDays = { accounts: 7, emails: 7, agents: 2, merges: 14 } as const;
const ruleNames = Object.keys(ruleDays) as (keyof typeof ruleDays)[];
export const flaggedCommand = (): Command =>
  createGroup(
    'flagged',
    {
      summary: 'List people who gain too many identifiers or merges, and change the rules',
      examples: ['tributary flagged list', 'tributary flagged rules --agents 20'],
    },
    [
      listCommand({
        summary: 'List flagged people with the reasons, the newest first',
        examples: ['tributary flagged list', 'tributary flagged list -o json'],
        of: 'datamart',
        read: ({ datamart_id }, query) => listFlaggedPeople({ path: { datamart_id }, query }),
        columns: {
          person: ({ user_point_id }) => user_point_id,
          reasons: ({ reasons }) => reasons.map(({ rule, count }) => `${count} ${rule.toLowerCase()}`).join(', '),
          'latest cause': ({ reasons }) => latestCause(reasons),
          'flagged (UTC)': ({ flagged_ts }) => formatInstant(flagged_ts),
        },
      }),
      createCommand('rules', {
        summary: 'Show the numbers beyond which people are flagged, or change them',
        details: 'Accounts and e-mails are counted in 7 days, agents in 2 days, merges in 14 days.',
        examples: ['tributary flagged rules', 'tributary flagged rules --accounts 6 --merges 0'],
        of: 'datamart',
      })
        .option('--accounts <number>', 'the most accounts; 0: the rule is off', limit)
        .option('--emails <number>', 'the most e-mails', limit)
        .option('--agents <number>', 'the most agents', limit)
        .option('--merges <number>', 'the most merges', limit)
        .action(rules),
    ],
  );

function limit(given: string): number {
  const value = Number(given);
  if (!/^\d+$/.test(given) || value > maxFlagLimit)
    throw new InvalidArgumentError(`It must be an integer from 0 to ${maxFlagLimit}.`);
  return value;
}

function latestCause(reasons: FlaggedPerson['reasons']): string {
  const [latest] = reasons.flatMap(({ causes }) => causes).toSorted((a, b) => b.ts - a.ts);
  return latest ? `${latest.cause.toLowerCase()} ${latest.id}`.trim() : '';
}

async function rules(options: CommonOptions & Partial<Datamart['flag_rules']>): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  const path = { datamart_id };
  const { data } = (await getDatamart({ path })).data;
  const given = ruleNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]] as const]));
  const { name, time_zone, junk_exceptions } = data;
  const flag_rules = { ...data.flag_rules, ...Object.fromEntries(given) };
  if (given.length > 0) await updateDatamart({ path, body: { name, time_zone, junk_exceptions, flag_rules } });
  print(options.output, flag_rules, () => ({
    headers: ['rule', 'days', 'most'],
    rows: ruleNames.map((rule) => [rule, String(ruleDays[rule]), String(flag_rules[rule] || 'off')]),
  }));
}
