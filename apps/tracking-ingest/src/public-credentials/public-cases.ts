/**
 * Cases in which an activity with a public credential did not count, or did although anyone can read that: the ids of
 * datamarts, one for each case.
 */
export interface PublicCases {
  /** Stored for its strongest identifier alone: it would have brought together people with accounts. */
  mergesRefused: string[];
  /** Allowed to bring them together. */
  mergesAllowed: string[];
  /** Acceptances after a trusted refusal. */
  choicesWithoutEffect: string[];
}
