import { z } from 'zod';

/** As ids are made: compared as text, and few enough digits not to overflow the database's bigint. */
export const isId = (text: string) => /^[1-9]\d{0,17}$/.test(text);
const nothing = '0';

/**
 * Datamart, organisation, community or user id in a path or query: decimal text. An integer that no id of ours can be
 * (negative, too long, with leading zeros) names nothing.
 */
export const IntegerId = z
  .string('must be an integer')
  .regex(/^-?\d+$/, 'must be an integer')
  .transform((text) => (isId(text) ? text : nothing))
  .meta({ type: 'integer', format: 'int64', pattern: undefined, example: 1 });

/** Path parameters of whatever belongs to a datamart. */
export const DatamartPath = z.object({ datamart_id: IntegerId });
export type DatamartPath = z.infer<typeof DatamartPath>;
