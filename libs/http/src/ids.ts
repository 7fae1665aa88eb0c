import type { PipeTransform } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import { z } from 'zod';

/** More digits than an id of ours can have: it names nothing, and must not overflow the database's bigint. */
const maxDigits = 18;
const nothing = '0';

/** Datamart, organisation, community or user id in a path or query: decimal text. */
export const IntegerId = z
  .string('must be an integer')
  .regex(/^-?\d+$/, 'must be an integer')
  .transform((id) => (id.length > maxDigits ? nothing : id));

/** Path parameter that is the decimal id of any other resource: what is no such id names nothing. */
export const resourceId: PipeTransform<string, string> = {
  transform: (id) => {
    if (!/^[1-9]\d*$/.test(id) || id.length > maxDigits) throw notFound();
    return id;
  },
};
