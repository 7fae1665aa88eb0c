import { auditActions, type AuditAction } from '@tributary/client/audit/audit-actions';
import { listAuditEvents } from '@tributary/client/generated/sdk.gen';
import type { AuditEvent } from '@tributary/client/generated/types.gen';
import { rowsToCsv } from '@tributary/dashboards/queries/rows-to-csv';
import { Option, type Command } from 'commander';
import { createCommand, positiveInteger, type CommonOptions } from '../commands/create-command.js';
import { parseTime } from '../commands/parse-time.js';
import { formatInstant } from '../output/format-instant.js';
import { print, printText } from '../output/print.js';
import { defaultLimit, readPages } from '../requests/read-pages.js';
import { openOrganisation } from '../session/open-session.js';

interface AuditOptions extends CommonOptions {
  limit: number;
  since?: number;
  until?: number;
  user?: string;
  action?: AuditAction;
  resource?: string;
}

export const auditCommand = (): Command =>
  createCommand('audit', {
    summary: 'List who has done what in an organisation, the newest first',
    examples: [
      'tributary audit --since 2026-11-28',
      'tributary audit --action READ --resource user_point',
      'tributary audit --user 7 -o csv > audit.csv',
    ],
    formats: ['table', 'csv', 'json'],
    of: 'organisation',
  })
    .option(
      '--since <time>',
      'only events since then: a date, or a time as 2026-11-28T14:00Z, or 2h ago as 2h',
      parseTime,
    )
    .option('--until <time>', 'only events before then', parseTime)
    .option('--user <id>', 'only those of this user')
    .addOption(new Option('--action <action>', 'only those with this action').choices(auditActions))
    .option('--resource <name>', 'only those of this kind of resource, such as datamart or user_point')
    .option('--limit <number>', 'the most that are listed', positiveInteger, defaultLimit)
    .action(list);

const headers = ['time', 'user', 'action', 'resource', 'id', 'changes', 'purpose', 'address', 'request'];

async function list({ since, until, user, action, resource, ...options }: AuditOptions): Promise<void> {
  const { organisation_id } = await openOrganisation(options);
  const filters = {
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(user !== undefined && { user_id: user }),
    ...(action && { action }),
    ...(resource !== undefined && { resource }),
  };
  const path = { organisation_id };
  const events = await readPages((page) => listAuditEvents({ path, query: { ...page, ...filters } }), options.limit);
  const rows = events.map(rowOf);
  if (options.output === 'csv') printText(rowsToCsv({ columns_headers: headers, rows }));
  else print(options.output, events, () => ({ headers, rows }));
}

const rowOf = (event: AuditEvent) => [
  formatInstant(event.ts),
  event.user_id,
  event.count === undefined ? event.action : `${event.action} × ${event.count}`,
  event.resource,
  event.resource_id,
  Object.entries(event.changes ?? {})
    .map(([field, [before, after]]) => `${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`)
    .join('; '),
  event.purpose ?? '',
  event.address ?? '',
  event.request_id,
];
