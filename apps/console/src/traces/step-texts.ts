import type { GetUserActivityTraceResponse } from '@tributary/client/generated/types.gen';

export type TraceStep = GetUserActivityTraceResponse['data']['steps'][number];

/** Each step in a few words. */
export const stepTexts: Readonly<Record<TraceStep['step'], string>> = {
  ACCEPTED: 'Accepted',
  JUNK_LEFT_OUT: 'Placeholders left out',
  WAITING_FOR_ANALYSIS: 'Waiting for its analyzers',
  ANALYZED: 'Analyzed',
  ANALYSIS_FAILED: 'Analyzer failed',
  TIME_SUSPICIOUS: 'Suspicious time',
  IDENTIFIERS_LEFT_OUT: 'Identifiers left out',
  MERGE_REFUSED: 'Merge refused',
  MOVED: 'Identifier moved',
  EVENT_BLOCKED: 'Event blocked',
  PROFILE_LEFT_OUT: 'Profile left out',
  PROFILE_TOO_LARGE: 'Profile too large',
  CHOICE_NOT_EFFECTIVE: 'Choice without effect',
  STORED: 'Stored',
  REFUSED_BY_CHOICE: 'Refused by a choice',
  DROPPED: 'Dropped',
  DROPPED_ON_ERROR: 'Dropped after an error',
  EXPIRED: 'Waited too long',
  ERASED: 'Erased',
  REPORTED: 'In the reports',
  DUPLICATE: 'Came again',
};
