import type { Processing } from '@tributary/client/generated/types.gen';

export type LegalBasis = Processing['legal_basis'];

/** The effect of a legal basis on the activities of a channel that has selected a processing. */
export const legalBases: Record<LegalBasis, { label: string; effect: string }> = {
  CONSENT: { label: 'Consent', effect: 'An activity is stored only if its person has accepted.' },
  LEGITIMATE_INTEREST: { label: 'Legitimate interest', effect: 'An activity is stored unless its person has refused.' },
  CONTRACTUAL_PERFORMANCE: { label: 'Contractual performance', effect: 'Choices do not matter.' },
  LEGAL_OBLIGATION: { label: 'Legal obligation', effect: 'Choices do not matter.' },
  PUBLIC_INTEREST_OR_EXERCISE_OF_OFFICIAL_AUTHORITY: {
    label: 'Public interest or official authority',
    effect: 'Choices do not matter.',
  },
};
