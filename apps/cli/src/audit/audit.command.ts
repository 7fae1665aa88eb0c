import { auditActions, type AuditAction } from '@tributary/client/audit/audit-actions';
import { listAuditEvents } from '@tributary/client/generated/sdk.gen';
import type { AuditEvent } from '@tributary/client/generated/types.gen';
import { Option, type Command } from 'commander';
import type { CommonOptions } from '../commands/create-command.js';
import { listCommand } from '../lists/list-command.js';
import { parseTime } from '../commands/parse-time.js';
import { formatInstant } from '../output/print.js';

interface AuditOptions extends CommonOptions {
  since?: number;
  until?: number;
  action?: AuditAction;
  resource?: string;
}

export const auditCommand = (): Command =>
  listCommand({
    name: 'audit',
    summary: 'List who has done what in an organisation, the newest first',
    examples: [
      'tributary audit --since 2026-11-28',
      'tributary audit --action READ --resource user_point',
      'tributary audit --user 7 -o csv > audit.csv',
    ],
    of: 'organisation',
    takes: (command) =>
      command
        .option(
          '--since <time>',
          'only events since then: a date, or a time as 2026-11-28T14:00Z, or 2h ago as 2h',
          parseTime,
        )
        .option('--until <time>', 'only events before then', parseTime)
        .option('--user <id>', 'only those of this user')
        .addOption(new Option('--action <action>', 'only those with this action').choices(auditActions))
        .option('--resource <name>', 'only those of this kind of resource, such as datamart or user_point'),
    read: ({ organisation_id }, page, { since, until, user: user_id, action, resource }: AuditOptions) =>
      listAuditEvents({ path: { organisation_id }, query: { ...page, since, until, user_id, action, resource } }),
    columns: {
      time: ({ ts }) => formatInstant(ts),
      user: ({ user_id }) => user_id,
      action: ({ action, count }) => (count === undefined ? action : `${action} × ${count}`),
      resource: ({ resource }) => resource,
      id: ({ resource_id }) => resource_id,
      changes: ({ changes }) => changesText(changes),
      purpose: ({ purpose }) => purpose,
      address: ({ address }) => address,
      request: ({ request_id }) => request_id,
    },
  });

const changesText = (changes: AuditEvent['changes'] = {}): string =>
  Object.entries(changes)
    .map(([field, [before, after]]) => `${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`)
    .join('; ');
