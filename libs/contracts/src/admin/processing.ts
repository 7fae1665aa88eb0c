import { z } from 'zod';

const legalBases = [
  'CONSENT',
  'CONTRACTUAL_PERFORMANCE',
  'LEGAL_OBLIGATION',
  'PUBLIC_INTEREST_OR_EXERCISE_OF_OFFICIAL_AUTHORITY',
  'LEGITIMATE_INTEREST',
] as const;
/** Why a community may process personal data for a purpose. */
export const LegalBasis = z.enum(legalBases, `must be one of ${legalBases.join(', ')}`);
export type LegalBasis = z.infer<typeof LegalBasis>;

/** A processing that decides about the activities of a channel. The other legal bases do not depend on choices. */
export const EnforcedProcessing = z.object({
  processing_id: z.string(),
  legal_basis: LegalBasis.extract(['CONSENT', 'LEGITIMATE_INTEREST']),
});
export type EnforcedProcessing = z.infer<typeof EnforcedProcessing>;
