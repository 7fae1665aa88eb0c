import type { Candidate } from '../src/scheduling/choose-chunks.js';

/** An execution with three chunks that wait, and none in flight. */
export const aCandidate = (execution_id: string, difference: Partial<Candidate> = {}): Candidate => ({
  execution_id,
  organisation_id: '1',
  datamart_id: '1',
  priority: 'MEDIUM',
  in_flight: 0,
  requested: [],
  waiting: [0, 1, 2],
  issued_date: 0,
  organisation_issued_date: 0,
  ...difference,
});
