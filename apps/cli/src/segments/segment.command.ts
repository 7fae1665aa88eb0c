import { exportSegmentMembers, listAudienceSegments } from '@tributary/client/generated/sdk.gen';
import type { AudienceSegment } from '@tributary/client/generated/types.gen';
import type { Command } from 'commander';
import { createCommand, createGroup, type CommonOptions } from '../commands/create-command.js';
import { listCommand } from '../commands/list-command.js';
import { Failure } from '../output/failures.js';
import { printStream } from '../output/print-stream.js';
import { openOrganisation, openSession } from '../session/open-session.js';

export const segmentCommand = (): Command =>
  createGroup(
    'segment',
    {
      summary: 'List segments, and read all of their members',
      examples: ['tributary segment list', 'tributary segment members 21 > members.ndjson'],
    },
    [
      listCommand({
        summary: 'List the segments of the organisation',
        examples: ['tributary segment list'],
        of: 'organisation',
        open: async (options) => {
          const { organisation_id } = await openOrganisation(options);
          return (query) => listAudienceSegments({ query: { organisation_id, ...query } });
        },
        columns: {
          id: ({ id }: AudienceSegment) => id,
          name: ({ name }: AudienceSegment) => name,
          'technical name': ({ technical_name }: AudienceSegment) => technical_name,
          datamart: ({ datamart_id }: AudienceSegment) => datamart_id,
          people: ({ user_points_count }: AudienceSegment) => Number(user_points_count),
        },
      }),
      createCommand('members', {
        summary: 'Print each member of a segment as a line of JSON',
        details:
          'The last line is {"end":true,"count":n}. Without it the answer is incomplete, and the exit code is 1.',
        examples: ['tributary segment members 21 > members.ndjson'],
        of: 'organisation',
        formats: ['json'],
      })
        .argument('<segment>', 'id of the segment, as the list shows it')
        .action(members),
    ],
  );

async function members(audience_segment_id: string, options: CommonOptions): Promise<void> {
  openSession(options);
  const { data } = await exportSegmentMembers({ path: { audience_segment_id }, parseAs: 'stream' });
  const end = await printStream(data);
  if (!/\{"end":true,"count":\d+\}\n$/.test(end))
    throw new Failure('the answer broke off before its last line', 'It is incomplete. Reading may be tried again.');
}
