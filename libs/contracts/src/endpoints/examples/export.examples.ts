import { Identity } from '../../exports/identity.js';
import { PersonExport } from '../../exports/person-export.js';
import type { z } from 'zod';
import { anAppVisit } from './activity.examples.js';

const ts = 1_795_261_991_709;
const later = 1_795_262_304_118;
const user_point_id = '01a1fdf4-0b1d-7e6f-a4fe-95802fa49c9c';
const identifiers = [{ type: 'USER_AGENT', user_agent_id: 'web:1:0b4c2f1e', creation_ts: ts }];
const choice = {
  $processing_id: '7',
  $choice_ts: ts,
  $choice_acceptance_value: true,
  $creation_ts: later,
  $source: 'TRUSTED',
};
const membership = { segment_id: '21', data_bag: { level: 3 }, creation_ts: ts, last_modified_ts: later };

const agent = 'user_agent_id=web:1:0b4c2f1e';
const account = 'compartment_id=default,user_account_id=customer-17';
const login = { cause: 'ACTIVITY', id: '01a1fdf4-0c2e-7b1a-8d31-0f5b7d0c6a12', ts: later };
const identity = {
  user_point_id,
  identifiers: [
    { type: 'USER_AGENT', user_agent_id: 'web:1:0b4c2f1e', first_seen_ts: ts },
    { type: 'USER_ACCOUNT', compartment_id: 'default', user_account_id: 'customer-17', first_seen_ts: later },
  ],
  links: [{ from: account, to: agent, ...login, since: 3 }],
  merged: [{ user_point_id: '01a1fdf4-0a55-7c2d-9f0e-6b1c2d3e4f50', ...login }],
};

/** A line of the members of a segment. */
export const aMember = { user_point_id, identifiers, expiration_ts: 1_826_797_991_709, data_bag: { level: 3 } };

export const exportExamples: [z.ZodType, unknown][] = [
  [Identity, identity],
  [
    PersonExport,
    {
      identifiers,
      identity,
      profiles: [{ $compartment_id: 'default', $creation_ts: ts, $last_modified_ts: later, first_name: 'Ada' }],
      choices: [{ ...choice, $change_log: [choice] }],
      segments: [{ ...membership, expiration_ts: null }],
      activities: [{ ...anAppVisit, $id: '01a1fdf4-0c2e-7b1a-8d31-0f5b7d0c6a12', $received_ts: later }],
    },
  ],
];
