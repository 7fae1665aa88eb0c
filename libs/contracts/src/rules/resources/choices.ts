/* The values of fields that are one of a few, in the order in which people are offered them. */

export const channelTypes = ['SITE', 'MOBILE_APPLICATION', 'CTV'] as const;

/** Why a community may process personal data for a purpose. */
export const legalBases = [
  'CONSENT',
  'CONTRACTUAL_PERFORMANCE',
  'LEGAL_OBLIGATION',
  'PUBLIC_INTEREST_OR_EXERCISE_OF_OFFICIAL_AUTHORITY',
  'LEGITIMATE_INTEREST',
] as const;

/** The outcomes of an activity on which an analyzer has failed. */
export const recoveryStrategies = [
  'STORE_WITH_ERROR_ID',
  'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS',
  'DROP',
] as const;

export const throttlingScopes = ['GLOBAL', 'CONTAINER', 'DATAMART', 'ORGANISATION'] as const;

export const dashboardScopes = ['home', 'segments', 'builders'] as const;

export const eventTypeStatuses = ['OBSERVED', 'EXPECTED', 'BLOCKED'] as const;

/** The outcomes of an event that breaks the schema of its type. */
export const violationOutcomes = ['COUNT', 'REFUSE'] as const;

export const userTypes = ['PERSON', 'SERVICE'] as const;

/** The priorities of imports, the highest first: executions of a higher one run before others of the same organisation. */
export const priorities = ['HIGH', 'MEDIUM', 'LOW'] as const;

export const updateStrategies = ['PARTIAL_UPDATE', 'PARTIAL_DELETE', 'FORCE_REPLACE'] as const;
export type UpdateStrategy = (typeof updateStrategies)[number];

/** The operators of the filters of reports. */
export const filterOperators = ['EXACT', 'LIKE', 'IN_LIST'] as const;
export type FilterOperator = (typeof filterOperators)[number];
