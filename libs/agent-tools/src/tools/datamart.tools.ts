import {
  getDatamart,
  getOrganisation,
  listAudienceSegments,
  listChannels,
  listCompartments,
  listProcessings,
} from '@tributary/client/generated/sdk.gen';
import { z } from 'zod';
import { defineTool } from './tool.js';

const most = { max_results: 100 };

export const describeDatamart = defineTool({
  name: 'describe_datamart',
  title: 'Describe the datamart',
  description:
    'Its time zone, and the ids and names of channels, segments (with how many people they hold), compartments and ' +
    'processings: the first 100 of each, with the total. Other tools take these ids.',
  input: z.object({}),
  async run(_input, { client, datamart_id, organisation_id }) {
    const path = { datamart_id };
    const { community_id } = (await getOrganisation({ client, path: { organisation_id } })).data.data;
    const [datamart, channels, segments, compartments, processings] = await Promise.all([
      getDatamart({ client, path }),
      listChannels({ client, path, query: most }),
      listAudienceSegments({ client, query: { organisation_id, ...most } }),
      listCompartments({ client, path, query: most }),
      listProcessings({ client, query: { community_id, ...most } }),
    ]);
    return {
      ...datamart.data.data,
      channels: channels.data.data.map(({ id, name, type }) => ({ id, name, type })),
      channels_total: channels.data.total,
      segments: segments.data.data
        .filter((segment) => segment.datamart_id === datamart_id)
        .map(({ id, name, user_points_count }) => ({ id, name, user_points_count })),
      segments_total: segments.data.total,
      compartments: compartments.data.data.map(({ compartment_id, name }) => ({ compartment_id, name })),
      processings: processings.data.data.map(({ id, name, legal_basis }) => ({ id, name, legal_basis })),
    };
  },
});
