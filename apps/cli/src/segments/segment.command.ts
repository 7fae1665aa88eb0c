import { exportSegmentMembers, listAudienceSegments } from '@tributary/client/generated/sdk.gen';
import type { Command } from 'commander';
import { createCommand, createGroup, positiveInteger, type CommonOptions } from '../commands/create-command.js';
import { Failure } from '../output/failures.js';
import { print } from '../output/print.js';
import { printStream } from '../output/print-stream.js';
import { defaultLimit, readPages } from '../requests/read-pages.js';
import { openOrganisation, openSession } from '../session/open-session.js';

export const segmentCommand = (): Command =>
  createGroup(
    'segment',
    {
      summary: 'List segments, and read all of their members',
      examples: ['tributary segment list', 'tributary segment members 21 > members.ndjson'],
    },
    [
      createCommand('list', {
        summary: 'List the segments of the organisation',
        examples: ['tributary segment list'],
        of: 'organisation',
      })
        .option('--limit <number>', 'the most that are listed', positiveInteger, defaultLimit)
        .action(list),
      createCommand('members', {
        summary: 'Print each member of a segment as a line of JSON',
        details:
          'The last line is {"end":true,"count":n}. Without it the answer is incomplete, and the exit code is 1.',
        examples: ['tributary segment members 21 > members.ndjson'],
        of: 'organisation',
      })
        .argument('<segment>', 'id of the segment, as the list shows it')
        .action(members),
    ],
  );

async function list(options: CommonOptions & { limit: number }): Promise<void> {
  const { organisation_id } = await openOrganisation(options);
  const segments = await readPages(
    (page) => listAudienceSegments({ query: { organisation_id, ...page } }),
    options.limit,
  );
  print(options.output, segments, () => ({
    headers: ['id', 'name', 'technical name', 'datamart', 'people'],
    rows: segments.map((segment) => [
      segment.id,
      segment.name,
      segment.technical_name ?? '',
      segment.datamart_id,
      String(segment.user_points_count),
    ]),
  }));
}

async function members(audience_segment_id: string, options: CommonOptions): Promise<void> {
  openSession(options);
  const { data } = await exportSegmentMembers({ path: { audience_segment_id }, parseAs: 'stream' });
  const end = await printStream(data);
  if (!/\{"end":true,"count":\d+\}\n$/.test(end))
    throw new Failure('the answer broke off before its last line', 'It is incomplete. Reading may be tried again.');
}
