import { randomUUID } from 'node:crypto';
import type { Client } from './client.js';
import { newTenant, type Tenant } from './tenant.js';

/** A channel that stores the activities of people who have accepted a processing. */
export interface ConsentChannel extends Tenant {
  channel_id: string;
  processing_id: string;
  selection_id: string;
}

export async function newConsentChannel(admin: Client): Promise<ConsentChannel> {
  const tenant = await newTenant(admin);
  const name = `consent-${randomUUID()}`;
  const processing = await admin.post('/processings', { community_id: '1', name, legal_basis: 'CONSENT' });
  const channel = await admin.post(`/datamarts/${tenant.datamart_id}/channels`, { name, type: 'SITE' });
  const selections = `/channels/${channel.id}/processing_selections`;
  const selection = await admin.post(selections, { processing_id: processing.id });
  return { ...tenant, channel_id: channel.id, processing_id: processing.id, selection_id: selection.id };
}

/** The event with which an activity carries a choice. */
export const choiceEvent = ({ processing_id }: ConsentChannel, accepted: boolean, $choice_ts?: number) => ({
  $event_name: '$set_user_choice',
  $properties: { $processing_id: processing_id, $choice_acceptance_value: accepted, ...($choice_ts && { $choice_ts }) },
});
