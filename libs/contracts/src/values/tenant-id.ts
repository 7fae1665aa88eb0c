import { z } from 'zod';

/** The id of an organisation, datamart or community in a body: decimal text. Errors never reveal whether it exists. */
export const TenantId = z.string().regex(/^-?\d+$/, 'must be an integer');
