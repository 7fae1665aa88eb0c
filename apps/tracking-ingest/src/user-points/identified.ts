import type { Identifier } from '@tributary/contracts/identifier';

/** What is known of one person: an activity's, an association's, the selector and account of a profile write. */
export interface Identified {
  datamart_id: string;
  /** All of one person, the strongest first. */
  identifiers: Identifier[];
  /** A user point, merged ones too, that the person is known to be. */
  user_point_id?: string;
  /** When it came in, epoch milliseconds: what is older than the erasure of its person belongs to nobody. */
  received_ts?: number;
  /** The transaction goes on to write profiles, choices or segments of the person: nobody else does meanwhile. */
  writesData?: boolean;
  /** Rather than making one person of several, belong to nobody. Such an element comes alone. */
  mustNotMerge?: boolean;
  /** Rather than join only some of the identifiers, when one person would have too many, join none. */
  mustFit?: boolean;
}

/** Why an element has no user point; `IGNORED`: it was left out. */
export type Refusal = 'IGNORED' | 'ERASED' | 'UNKNOWN_USER_POINT' | 'OWNED_BY_ANOTHER' | 'CROWDED';

/** The user point of an element. `isCrowded`: its identifiers are too many for one person and were not joined. */
export type Resolved = { user_point_id: string; isCrowded?: true } | { refusal: Refusal };
