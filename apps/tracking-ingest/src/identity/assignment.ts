import type { Identifier } from '@tributary/contracts/tracking/identifier';
import type {
  ExclusiveCompartments,
  KnownIdentifier,
  NamedBeside,
} from '../exclusive-accounts/exclusive-compartments.js';
import type { NodeLink } from '../links/batch-links.js';
import type { NamedTogether } from '../links/count-namings.js';
import type { IdentityClaim, Resolution } from './identity-claim.js';
import type { Merge } from './merge.js';

/** The rows of the database that the claims refer to. */
export interface IdentitySnapshot {
  /** `identifierId` → user point that owns it. */
  owners: ReadonlyMap<string, string>;
  /** `pointKey` of each user point that a claim names → the point that it is merged into, or itself. */
  survivors: ReadonlyMap<string, string>;
  /** `pointKey` → number of identifiers; complete at least for the `growingPoints`. */
  sizes: ReadonlyMap<string, number>;
  /** `pointKey` → the compartments of its accounts; complete like the sizes. Absent: no claim is judged by them. */
  compartments?: ReadonlyMap<string, string[]>;
  /** Absent: no compartment of the claims' datamarts is exclusive. */
  exclusive?: ExclusiveSnapshot;
}

interface ExclusiveSnapshot {
  compartments: ExclusiveCompartments;
  /** By `identifierId`: those that claims name, and those of people who may be parted. Absent in a draft, in which nothing is exclusive. */
  known?: ReadonlyMap<string, KnownIdentifier>;
  /** The receipt of claims without one. */
  now: number;
}

export interface NewIdentifier {
  identifier_id: string;
  datamart_id: string;
  identifier: Identifier;
  user_point_id: string;
  /** Its link with the person; undefined for the first identifier, and without a known cause. */
  link?: NodeLink | undefined;
}

/** An identifier that leaves its stored user point for that of another account. */
export interface MovedIdentifier extends NewIdentifier {
  from_user_point_id: string;
}

export interface Assignment<Claim extends IdentityClaim = IdentityClaim> {
  resolved: Resolution<Claim>[];
  /** Identifiers that had no owner, with the user point that becomes their owner. */
  unowned: NewIdentifier[];
  merges: Merge[];
  moved: MovedIdentifier[];
  /** The newest namings beside exclusive accounts that the claims bring. */
  besides: NamedBeside[];
  /** Identifiers that claims named together when they were one person already. */
  namings: NamedTogether[];
  /** Stored points that claims concern; `changes`: they are merged, gain an identifier, or are written to. */
  touched: { datamart_id: string; user_point_id: string; changes: boolean }[];
  /** Clusters that gain identifiers or merge points, with the size that the snapshot's sizes yield. */
  growing: { datamart_id: string; points: string[]; size: number }[];
}
