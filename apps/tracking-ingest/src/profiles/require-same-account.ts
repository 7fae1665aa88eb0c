import { ApiError } from '@tributary/contracts/errors';
import type { SelectedAccount } from '@tributary/contracts/tracking/user-point-selector';
import type { UserProfileInput } from '@tributary/contracts/tracking/user-profile';

/** A body may repeat the account of the path. @throws CONSTRAINT_VIOLATION_EXCEPTION when it names another one */
export function requireSameAccount(
  { $compartment_id, $user_account_id }: UserProfileInput,
  { compartment_id, user_account_id }: SelectedAccount,
): void {
  if (($compartment_id ?? compartment_id) !== compartment_id) throw disagrees('$compartment_id');
  if (($user_account_id ?? user_account_id) !== user_account_id) throw disagrees('$user_account_id');
}

const disagrees = (field: string) =>
  new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', `${field}: is not the one of the path`);
