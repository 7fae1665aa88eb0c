import { z } from 'zod';
import { ListQuery, BooleanText } from '../list-query.js';
import { EpochMs } from '../values/epoch-ms.js';
import { IntegerId } from '../values/integer-id.js';
import { Name } from '../values/name.js';
import { orDefault } from '../values/null-as-absent.js';
import { textOrInteger } from '../values/text-or-integer.js';
import { maxCompartmentLength } from '../rules/identifier-lengths.js';

const CompartmentId = textOrInteger()
  .trim()
  .min(1, 'must not be empty')
  .max(maxCompartmentLength, `is longer than ${maxCompartmentLength}`);

/** A namespace of account ids. Accounts may also be in compartments that are not registered. */
export const Compartment = z.object({
  compartment_id: z.string().describe('The `$compartment_id` of its accounts.'),
  datamart_id: z.string(),
  name: Name,
  default: z.boolean().describe('Whether accounts without a compartment are in this one.'),
  archived: z.boolean().describe('Informative only: accounts of an archived compartment are accepted.'),
  exclusive: z
    .boolean()
    .describe(
      'Whether a person has at most one account of it. Other identifiers that are named beside an account of it move to the person of the newest activity or association that names both. It acts on what is received afterwards; people who are one already stay one.',
    ),
  creation_ts: EpochMs.describe('Epoch milliseconds; 0 for the default compartment, which always exists.'),
});
export type Compartment = z.infer<typeof Compartment>;

/** The id cannot change. */
export const CompartmentUpdate = Compartment.pick({ name: true }).extend({
  archived: orDefault(z.boolean(), false),
  exclusive: orDefault(z.boolean(), false).describe('Whether a person has at most one account of it.'),
});
export type CompartmentUpdate = z.infer<typeof CompartmentUpdate>;

export const CompartmentInput = CompartmentUpdate.extend({
  compartment_id: CompartmentId.describe('The `$compartment_id` of its accounts. An integer is its decimal text.'),
});
export type CompartmentInput = z.infer<typeof CompartmentInput>;

/** Path parameters of a compartment, decoded. */
export const CompartmentPath = z.object({
  datamart_id: IntegerId,
  compartment_id: z.string().refine((id) => !id.includes('\0'), 'must not hold U+0000'),
});
export type CompartmentPath = z.infer<typeof CompartmentPath>;

export const CompartmentListQuery = ListQuery.extend({
  default: BooleanText.optional().describe('true: only the default compartment; false: all others.'),
});
export type CompartmentListQuery = z.infer<typeof CompartmentListQuery>;
