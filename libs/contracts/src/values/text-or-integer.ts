import { z } from 'zod';

const TextOrInteger = z.core.$constructor<z.ZodString, z.core.$ZodStringDef>('TextOrInteger', (schema, definition) => {
  z.ZodString.init(schema, definition);
  const { _zod: internals } = schema;
  const parse = internals.parse.bind(internals);
  internals.parse = (payload, context) => {
    const value: unknown = payload.value;
    if (Number.isSafeInteger(value)) payload.value = String(value);
    return parse(payload, context);
  };
});

const message = 'must be a text or an integer';

/**
 * A text, or an integer, which becomes its decimal text. A parsed number has lost how it was written
 * (`1e3`, or digits beyond 2^53): `withExactIntegers` of libs/http restores that first.
 */
export const textOrInteger = () =>
  new TextOrInteger({
    type: 'string',
    error: ({ code, input }) => (code === 'invalid_type' && input !== undefined ? message : undefined),
  }).meta({ type: ['string', 'integer'], description: 'A text. An integer means its decimal text.' });

/** The names of the fields with this schema, in activities, profiles, choices and lines of files. */
export const textOrIntegerFields: ReadonlySet<unknown> = new Set([
  '$compartment_id',
  '$user_account_id',
  '$user_agent_id',
  '$processing_id',
  '$zip_code',
  'compartment_id',
  'user_account_id',
  'user_agent_id',
  'segment_id',
  '$segment_id',
]);
