import {
  createCollectKey,
  deleteCollectKey,
  listCollectKeys,
  updateCollectKey,
} from '@tributary/client/generated/sdk.gen';
import type { CreateCollectKeyData } from '@tributary/client/generated/types.gen';
import type { Entry } from '../model/configuration.js';
import { idOf, nameOf, pick, readAll, without, type Resource, type Scope } from '../model/resource.js';

/** The value of a key is none of its fields: the platform makes it. */
export const collectKeys: Resource = {
  read: async (scope) => {
    const { datamart_id } = scope;
    const all = await readAll((query) => listCollectKeys({ path: { datamart_id }, query }));
    return all.map((key) => ({
      id: key.id,
      fields: {
        ...pick(key, 'name', 'accepts_profiles', 'max_qps'),
        ...(key.channel_id !== undefined && { channel: nameOf(scope, 'channels', key.channel_id) }),
        allowed_origins: key.allowed_origins.toSorted(),
      },
    }));
  },
  create: async (scope, entry) => {
    const { datamart_id } = scope;
    return (await createCollectKey({ path: { datamart_id }, body: bodyOf(scope, entry) })).data.data;
  },
  update: (scope, { id }, entry) => {
    const path = { datamart_id: scope.datamart_id, collect_key_id: id };
    return updateCollectKey({ path, body: bodyOf(scope, entry) });
  },
  remove: ({ datamart_id }, { id }) => deleteCollectKey({ path: { datamart_id, collect_key_id: id } }),
};

const bodyOf = (scope: Scope, entry: Entry) =>
  ({
    ...without(entry, 'channel'),
    ...(typeof entry.channel === 'string' && { channel_id: idOf(scope, 'channels', entry.channel) }),
  }) as CreateCollectKeyData['body'];
