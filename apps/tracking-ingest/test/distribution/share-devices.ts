import type { Tracking } from '../tracking.js';

/** An exclusive compartment, a device that two of its accounts share, and an open account that moves with its profile. */
export async function shareDevices(tracking: Tracking, datamart_id: string): Promise<void> {
  const put = (id: string, body: object) => tracking.call('PUT', `${datamart_id}/compartments/${id}`, body);
  await tracking.call('POST', `${datamart_id}/compartments`, { compartment_id: 'x', name: 'X', exclusive: true });
  for (const $user_account_id of ['ana', 'ben'])
    await tracking.send(datamart_id, {
      $user_identifiers: [
        { $type: 'USER_ACCOUNT', $compartment_id: 'x', $user_account_id },
        { $type: 'USER_ACCOUNT', $compartment_id: 'open', $user_account_id: 'u' },
        { $type: 'USER_AGENT', $user_agent_id: 'tablet' },
      ],
      $events: [
        {
          $event_name: '$set_user_profile_properties',
          $properties: { $compartment_id: 'open', $user_account_id: 'u', by: $user_account_id },
        },
      ],
    });
  await tracking.call('POST', `${datamart_id}/compartments`, { compartment_id: 'y', name: 'Y', exclusive: true });
  for (const card of ['card-1', 'card-2'])
    await tracking.send(datamart_id, {
      $user_identifiers: [
        { $type: 'USER_ACCOUNT', $compartment_id: 'x', $user_account_id: 'ana' },
        { $type: 'USER_ACCOUNT', $compartment_id: 'y', $user_account_id: card },
      ],
    });
  for (const id of ['x', 'y']) await put(id, { name: id });
}
