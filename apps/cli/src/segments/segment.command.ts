import {
  createAudienceSegment,
  deleteAudienceSegment,
  exportSegmentMembers,
  listAudienceSegments,
} from '@tributary/client/generated/sdk.gen';
import type { AudienceSegment } from '@tributary/client/generated/types.gen';
import type { Command } from 'commander';
import { createCommand, createGroup, type CommonOptions } from '../commands/create-command.js';
import { listCommand, printItem } from '../lists/list-command.js';
import { Failure } from '../output/failures.js';
import { print } from '../output/print.js';
import { printStream } from '../output/print-stream.js';
import { openDatamart, openOrganisation, openSession } from '../session/open-session.js';

const columns = {
  id: ({ id }: AudienceSegment) => id,
  name: ({ name }: AudienceSegment) => name,
  'technical name': ({ technical_name }: AudienceSegment) => technical_name,
  datamart: ({ datamart_id }: AudienceSegment) => datamart_id,
  people: ({ user_points_count }: AudienceSegment) => Number(user_points_count),
};

export const segmentCommand = (): Command =>
  createGroup(
    'segment',
    {
      summary: 'Create, list and delete segments, and read all of their members',
      examples: [
        'tributary segment list',
        'tributary segment create VIP --technical-name vip',
        'tributary segment members 21 > members.ndjson',
      ],
    },
    [
      listCommand({
        summary: 'List the segments of the organisation',
        examples: ['tributary segment list'],
        of: 'organisation',
        read: ({ organisation_id }, query) => listAudienceSegments({ query: { organisation_id, ...query } }),
        columns,
      }),
      createCommand('create', {
        summary: 'Create a segment',
        examples: ['tributary segment create VIP --technical-name vip'],
        of: 'datamart',
      })
        .argument('<name>', 'its name')
        .option('--technical-name <name>', 'a name for programs, unique in the datamart')
        .action(create),
      createCommand('delete', {
        summary: 'Delete a segment with its memberships',
        examples: ['tributary segment delete 21'],
      })
        .argument('<segment>', 'id of the segment, as the list shows it')
        .action(remove),
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

async function create(name: string, options: CommonOptions & { technicalName?: string }): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  const { organisation_id } = await openOrganisation(options);
  const { technicalName: technical_name } = options;
  const body = { datamart_id, name, type: 'USER_LIST' as const, technical_name };
  printItem(options, (await createAudienceSegment({ query: { organisation_id }, body })).data.data, columns);
}

async function remove(audience_segment_id: string, options: CommonOptions): Promise<void> {
  openSession(options);
  await deleteAudienceSegment({ path: { audience_segment_id } });
  print(options.output, { deleted: audience_segment_id }, () => ({ rows: [['deleted', audience_segment_id]] }));
}

async function members(audience_segment_id: string, options: CommonOptions): Promise<void> {
  openSession(options);
  const { data } = await exportSegmentMembers({ path: { audience_segment_id }, parseAs: 'stream' });
  const end = await printStream(data);
  if (!/\{"end":true,"count":\d+\}\n$/.test(end))
    throw new Failure('the answer broke off before its last line', 'It is incomplete. Reading may be tried again.');
}
