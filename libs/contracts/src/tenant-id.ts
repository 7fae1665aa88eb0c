import { z } from 'zod';

/** Id of an organisation, datamart or community in a body: decimal text. Whether it exists is never told. */
export const TenantId = z.string().regex(/^-?\d+$/, 'must be an integer');
