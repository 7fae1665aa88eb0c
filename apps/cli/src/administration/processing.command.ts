import {
  createProcessing,
  getOrganisation,
  getProcessing,
  listProcessings,
  updateProcessing,
} from '@tributary/client/generated/sdk.gen';
import { legalBases } from '@tributary/contracts/rules/resources/choices';
import type { CreateProcessingData, Processing } from '@tributary/client/generated/types.gen';
import { Option, type Command } from 'commander';
import { createCommand, createGroup, type CommonOptions } from '../commands/create-command.js';
import { listCommand, printItem } from '../lists/list-command.js';
import { openOrganisation, openSession } from '../session/open-session.js';

type Body = CreateProcessingData['body'];

interface CreateOptions extends CommonOptions {
  basis: Body['legal_basis'];
  purpose?: string;
  technicalName?: string;
}

const columns = {
  id: ({ id }: Processing) => id,
  name: ({ name }: Processing) => name,
  'technical name': ({ technical_name }: Processing) => technical_name,
  'legal basis': ({ legal_basis }: Processing) => legal_basis,
  archived: ({ archived }: Processing) => (archived ? 'yes' : 'no'),
};

export const processingCommand = (): Command =>
  createGroup(
    'processing',
    {
      summary: 'Create, list and archive processings, which people accept or refuse',
      examples: ['tributary processing list', 'tributary processing create Offers --purpose "Offers by e-mail"'],
    },
    [
      listCommand({
        summary: 'List the processings of the community',
        examples: ['tributary processing list'],
        of: 'organisation',
        read: async (session, query) =>
          listProcessings({ query: { community_id: await communityOf(session), ...query } }),
        columns,
      }),
      createCommand('create', {
        summary: 'Create a processing',
        examples: ['tributary processing create Offers --purpose "Offers by e-mail"'],
        of: 'organisation',
      })
        .argument('<name>', 'its name')
        .addOption(new Option('--basis <basis>', 'why it is lawful').choices(legalBases).default('CONSENT'))
        .option('--purpose <text>', 'what is done with the data')
        .option('--technical-name <name>', 'a name for programs')
        .action(create),
      createCommand('archive', {
        summary: 'Archive a processing: nothing new uses it',
        examples: ['tributary processing archive 3'],
      })
        .argument('<processing>', 'id of the processing, as the list shows it')
        .action(archive),
    ],
  );

const communityOf = async ({ organisation_id }: { organisation_id: string }): Promise<string> =>
  (await getOrganisation({ path: { organisation_id } })).data.data.community_id;

async function create(name: string, options: CreateOptions): Promise<void> {
  const { basis: legal_basis, purpose, technicalName: technical_name } = options;
  const community_id = await communityOf(await openOrganisation(options));
  const body: Body = { community_id, name, legal_basis, purpose, technical_name };
  printItem(options, (await createProcessing({ body })).data.data, columns);
}

/** A PUT replaces all fields, so it starts from what the platform has. */
async function archive(processing_id: string, options: CommonOptions): Promise<void> {
  openSession(options);
  const path = { processing_id };
  const { name, legal_basis, purpose, technical_name } = (await getProcessing({ path })).data.data;
  const body = { name, legal_basis, purpose, technical_name, archived: true };
  const { data } = await updateProcessing({ path, body });
  printItem(options, data.data, columns);
}
