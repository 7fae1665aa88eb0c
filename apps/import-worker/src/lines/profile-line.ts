import { badData } from '@tributary/contracts/errors';
import { defaultCompartment, type Identifier } from '@tributary/contracts/tracking/identifier';
import { ProfileLine } from '@tributary/contracts/imports/import-lines';
import { mergesObjects, profileFields } from '@tributary/contracts/tracking/user-profile';
import { isEarlyTime } from '@tributary/contracts/tracking/early-time';
import { rawMembers, withoutMembers } from '@tributary/http/body/raw-members';
import { lineIdentifier } from './line-identifier.js';
import { conforming, type ReadLine } from './line.js';

type Upsert = Extract<ProfileLine, { operation: 'UPSERT' }>;

/** USER_PROFILE: an account names its own profile; an e-mail or agent names the person's profile without account. */
export const readProfileLine: ReadLine = (line, context) => {
  const given = conforming(ProfileLine, line, context);
  const identifier = lineIdentifier(given, context);
  const compartment_id = given.compartment_id ?? defaultCompartment;
  if (given.operation === 'DELETE') return { kind: 'delete_profile', identifier, compartment_id };
  assertAgreement(given.user_profile, identifier, compartment_id);
  if (isEarlyTime(given.user_profile.$ts)) context.sawEarlyTime?.();
  const members = rawMembers(line.members().get('user_profile') ?? '{}');
  return {
    kind: 'upsert_profile',
    identifier,
    compartment_id,
    update_strategy: strategyOf(given),
    merge_objects: mergesObjects(given),
    ...(given.user_profile.$ts != null && { ts: given.user_profile.$ts }),
    properties: withoutMembers(members, profileFields),
  };
};

const strategyOf = ({ update_strategy, force_replace }: Upsert) =>
  update_strategy ?? (force_replace ? 'FORCE_REPLACE' : 'PARTIAL_UPDATE');

function assertAgreement(
  { $compartment_id, $user_account_id }: Upsert['user_profile'],
  identifier: Identifier,
  compartment_id: string,
): void {
  if ($compartment_id != null && $compartment_id !== compartment_id)
    throw badData('user_profile.$compartment_id: is not the compartment of the line');
  const account = identifier.type === 'USER_ACCOUNT' ? identifier.value : undefined;
  if ($user_account_id != null && $user_account_id !== account)
    throw badData('user_profile.$user_account_id: is not the account of the line');
}
