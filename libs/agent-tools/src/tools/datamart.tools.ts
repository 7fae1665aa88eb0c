import {
  getDatamart,
  getOrganisation,
  listAudienceSegments,
  listChannels,
  listCompartments,
  listProcessings,
} from '@tributary/client/generated/sdk.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import { z } from 'zod';
import { defineTool, type Subject } from './tool.js';

const most = { max_results: 100 };

export const describeDatamart = defineTool({
  name: 'describe_datamart',
  title: 'Describe the datamart',
  description:
    'Its time zone, and the ids and names of channels, segments (with how many people they hold), compartments and ' +
    'processings: the first 100 of each, with the total. Other tools take these ids. Lists that the token may not read are absent.',
  input: z.object({}),
  async run(_input, subject) {
    const { client, datamart_id, organisation_id } = subject;
    const path = { datamart_id };
    const [datamart, channels, compartments, segments, processings] = await Promise.all([
      getDatamart({ client, path }),
      listChannels({ client, path, query: most }),
      listCompartments({ client, path, query: most }),
      ifAllowed(listAudienceSegments({ client, query: { organisation_id, ...most } })),
      ifAllowed(processingsOf(subject)),
    ]);
    return {
      ...datamart.data.data,
      channels: channels.data.data.map(({ id, name, type }) => ({ id, name, type })),
      channels_total: channels.data.total,
      ...(segments && {
        segments: segments.data.data
          .filter((segment) => segment.datamart_id === datamart_id)
          .map(({ id, name, user_points_count }) => ({ id, name, user_points_count })),
        segments_total: segments.data.total,
      }),
      compartments: compartments.data.data.map(({ compartment_id, name }) => ({ compartment_id, name })),
      ...(processings && {
        processings: processings.data.data.map(({ id, name, legal_basis }) => ({ id, name, legal_basis })),
      }),
    };
  },
});

async function processingsOf({ client, organisation_id }: Subject) {
  const { community_id } = (await getOrganisation({ client, path: { organisation_id } })).data.data;
  return listProcessings({ client, query: { community_id, ...most } });
}

/** A token that was made for some datamarts may not list the resources of an organisation. */
async function ifAllowed<Answer>(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request;
  } catch (failure) {
    if (failure instanceof RequestFailure && failure.status === 403) return undefined;
    throw failure;
  }
}
