import type { ApiToken, CreateApiTokenData } from '@tributary/client/generated/types.gen';
import { dayMs } from '@tributary/contracts/rules/time-units';

type ApiTokenInput = CreateApiTokenData['body'];

/** The purpose of a new token, as the dialog holds it. */
export interface TokenPurpose {
  name: string;
  /** Empty: the roles of its user. */
  role: '' | NonNullable<ApiTokenInput['role']>;
  /** Empty: all datamarts of its user. */
  datamart_ids: string[];
  /** Days until it expires; empty: the platform's default. */
  days: string;
}

export const noPurpose: TokenPurpose = { name: '', role: '', datamart_ids: [], days: '' };

/** @param now epoch milliseconds */
export const tokenInput = ({ name, role, datamart_ids, days }: TokenPurpose, now: number): ApiTokenInput => ({
  name: name.trim(),
  ...(role !== '' && { role }),
  ...(datamart_ids.length > 0 && { datamart_ids }),
  ...(days !== '' && { expiration_ts: now + Number(days) * dayMs }),
});

/** The role and the datamarts for which a token was made, in words. */
export const purposeOf = ({ role, datamart_ids }: ApiToken): string => {
  const where = datamart_ids && `datamart ${datamart_ids.join(', ')}`;
  return [role, where].filter(Boolean).join(', ') || 'all that its user may';
};
