import {
  createAudienceSegment,
  deleteAudienceSegment,
  listAudienceSegments,
  updateAudienceSegment,
} from '@tributary/client/generated/sdk.gen';
import type { CreateAudienceSegmentData, UpdateAudienceSegmentData } from '@tributary/client/generated/types.gen';
import { pick, readAll, type Resource } from '../model/resource.js';

/** The only type that there is. */
const type = 'USER_LIST';

export const segments: Resource = {
  read: async ({ datamart_id, organisation_id }) => {
    const all = await readAll((query) => listAudienceSegments({ query: { organisation_id, datamart_id, ...query } }));
    return all.map((segment) => ({
      id: segment.id,
      fields: pick(segment, 'name', 'technical_name', 'short_description', 'default_ttl', 'paused'),
    }));
  },
  create: async ({ datamart_id, organisation_id }, entry) => {
    const body = { datamart_id, type, ...entry } as CreateAudienceSegmentData['body'];
    return (await createAudienceSegment({ query: { organisation_id }, body })).data.data;
  },
  update: (_scope, { id }, entry) => {
    const body = { type, ...entry } as UpdateAudienceSegmentData['body'];
    return updateAudienceSegment({ path: { audience_segment_id: id }, body });
  },
  remove: (_scope, { id }) => deleteAudienceSegment({ path: { audience_segment_id: id } }),
};
