import { z } from 'zod';

/** A boolean in a query. */
export const BooleanText = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')
  .meta({ type: 'boolean', enum: undefined });
