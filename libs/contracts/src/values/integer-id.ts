import { z } from 'zod';

/** Whether a text has the form of our ids: canonical, because ids are compared as text, and short enough for bigint. */
export const isId = (text: string) => /^[1-9]\d{0,17}$/.test(text);
/** An id that no element has. */
const noId = '0';

/**
 * The id of a datamart, organisation, community or user in a path or query: decimal text. An integer that cannot be an
 * id (negative, too long, with leading zeros) becomes 0, which matches nothing.
 */
export const IntegerId = z
  .string('must be an integer')
  .regex(/^-?\d+$/, 'must be an integer')
  .transform((text) => (isId(text) ? text : noId))
  .meta({ type: 'integer', format: 'int64', pattern: undefined, example: 1 });

export const OrganisationPath = z.object({ organisation_id: IntegerId });
export type OrganisationPath = z.infer<typeof OrganisationPath>;

/** Path parameters of every resource of a datamart. */
export const DatamartPath = z.object({ datamart_id: IntegerId });
export type DatamartPath = z.infer<typeof DatamartPath>;

/** The id of an organisation, datamart or community in a body: decimal text. Errors never reveal whether it exists. */
export const TenantId = z.string().regex(/^-?\d+$/, 'must be an integer');
