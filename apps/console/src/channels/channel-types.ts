import {
  deleteCtv,
  deleteMobileApplication,
  deleteSite,
  updateCtv,
  updateMobileApplication,
  updateSite,
} from '@tributary/client/generated/sdk.gen';
import type { Channel, CreateChannelData } from '@tributary/client/generated/types.gen';

type ChannelType = Channel['type'];
export type ChannelInput = CreateChannelData['body'];

export const channelTypes: Record<ChannelType, { label: string; field: string }> = {
  SITE: { label: 'Site', field: '$site_id' },
  MOBILE_APPLICATION: { label: 'Mobile application', field: '$app_id' },
  CTV: { label: 'Connected TV', field: '$ctv_id' },
};

/** Each type of channel is changed under a path of its own. */
export function updateChannel({ type, datamart_id, id }: Channel, body: ChannelInput): Promise<unknown> {
  switch (type) {
    case 'SITE':
      return updateSite({ path: { datamart_id, site_id: id }, body });
    case 'MOBILE_APPLICATION':
      return updateMobileApplication({ path: { datamart_id, mobile_application_id: id }, body });
    case 'CTV':
      return updateCtv({ path: { datamart_id, ctv_id: id }, body });
  }
}

export function deleteChannel({ type, datamart_id, id }: Channel): Promise<unknown> {
  switch (type) {
    case 'SITE':
      return deleteSite({ path: { datamart_id, site_id: id } });
    case 'MOBILE_APPLICATION':
      return deleteMobileApplication({ path: { datamart_id, mobile_application_id: id } });
    case 'CTV':
      return deleteCtv({ path: { datamart_id, ctv_id: id } });
  }
}
