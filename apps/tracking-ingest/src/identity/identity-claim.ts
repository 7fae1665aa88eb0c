import { hash } from 'node:crypto';
import type { PublicCredential } from '@tributary/contracts/tracking/activity';
import { identifierKey, type Identifier } from '@tributary/contracts/tracking/identifier';
import { uuidOf } from '@tributary/contracts/values/uuid';
import type { Caused } from '../links/link-cause.js';

/** The identifiers and the account that a source names for one person: an activity, an association, a profile write. */
export interface IdentityClaim extends Caused {
  datamart_id: string;
  /** All of one person, the strongest first. */
  identifiers: Identifier[];
  /** The identifiers as an older version has read them, if they differ: an erasure of then named these. */
  sent?: Identifier[];
  /** A user point that the person is known to be; it may have been merged. */
  user_point_id?: string;
  /** The time of an activity, epoch milliseconds as decimal text. */
  ts?: string;
  /** The line of an import, whose lines take effect in their order. */
  import_line?: number;
  /** When the claim came in, epoch milliseconds. A claim older than the erasure of its person is refused. */
  received_ts?: number;
  /** Whether the transaction goes on to write profiles, choices or segments: locks the person's user point. */
  writesData?: boolean;
  /** Whether the transaction decides by the choices of the person: locks the user point, too. */
  readsChoices?: boolean;
  /** The credential that it came with, if anyone can read it: then it brings together no two people with accounts. */
  public_credential?: PublicCredential | undefined;
  /** Over the limit of identifiers, refuse the claim instead of leaving identifiers out. */
  mustFit?: boolean;
}

/** A claim that is refused rather than merge user points. It is resolved alone (`resolveUserPoint`). */
export interface UnmergeableClaim extends IdentityClaim {
  mustNotMerge?: boolean;
}

/** Why a claim has no user point. */
export type Refusal = 'ERASED' | 'UNKNOWN_USER_POINT' | 'OWNED_BY_ANOTHER' | 'HAS_EXCLUSIVE_ACCOUNT' | 'OVER_LIMIT';

/** A claim with its user point, or with the reason why it has none. */
export type Resolution<Claim = IdentityClaim> = ResolvedClaim<Claim> | RefusedClaim<Claim>;

export interface ResolvedClaim<Claim = IdentityClaim> {
  claim: Claim;
  user_point_id: string;
  /** The step of this claim after the claims before it; later claims may still merge its user point. */
  step: IdentityStep;
  /** The person would have too many identifiers, so the claim's identifiers were not joined. */
  overLimit?: true;
  /**
   * The claim brings together people with accounts, or accounts of a compartment, and has a public credential: `refused` to
   * it, so that its identifiers were not joined, or `allowed`.
   */
  publicMerge?: PublicMerge;
  exclusive?: ExclusiveCases;
}

/** The effects of exclusive compartments on a claim. */
export interface ExclusiveCases {
  /** Identifiers that have left another account's person for that of the claim, and accounts that have left theirs. */
  moved: number;
  /** Identifiers that stay where they are, or unknown. */
  leftOut: number;
  /** It names people who both have an exclusive account: only its strongest identifier counts. */
  isApart: boolean;
  /**
   * `identifierKey` of accounts of the claim that are not its person's → whose they are, undefined for those whose profile it
   * may not write.
   */
  otherAccounts: ReadonlyMap<string, string | undefined>;
}

export type PublicMerge = 'refused' | 'allowed';

/** The user points that a claim joined, and the one that they became. */
export interface IdentityStep {
  joined: string[];
  into: string;
}

export interface RefusedClaim<Claim = IdentityClaim> {
  claim: Claim;
  refusal: Refusal;
}

/** A claim with the `identifierId` of each of its identifiers. */
export interface ClaimWithKeys<Claim extends IdentityClaim = IdentityClaim> {
  claim: Claim;
  keys: string[];
}

export const withKeys = <Claim extends IdentityClaim>(claim: Claim): ClaimWithKeys<Claim> => ({
  claim,
  keys: claim.identifiers.map((identifier) => identifierId(claim.datamart_id, identifier)),
});

/**
 * One UUID per identifier and datamart: the primary key of the table of identifiers. It is the first half of a SHA-256, so
 * finding two identifiers with the same one takes about 2^64 tries.
 */
export function identifierId(datamart_id: string, identifier: Identifier): string {
  return uuidOf(hash('sha256', `${datamart_id}|${identifierKey(identifier)}`, 'hex'));
}

/** The `identifierDigest` of an identifier, from its `identifierId`: both are the first half of the same SHA-256. */
export const digestOfId = (identifier_id: string): string =>
  Buffer.from(identifier_id.replaceAll('-', ''), 'hex').toString('base64url');

/** The `identifierId` of an `identifierDigest`. */
export const idOfDigest = (digest: string): string => uuidOf(Buffer.from(digest, 'base64url').toString('hex'));
