import { Count } from '@tributary/contracts/epoch-ms';
import type { ErrorCode } from '@tributary/contracts/errors';
import { z } from 'zod';
import type { ZodOpenApiParameters } from 'zod-openapi';
import { answerExamples } from './answer.examples.js';

/** Values by what they show: `a_visit_of_a_site`. */
export type Examples = Record<string, unknown>;

/** Schema and examples by media type. */
export type Content = Record<string, { schema: z.ZodType; examples?: Examples }>;

export interface Answer {
  description: string;
  content?: Content;
  headers?: Record<string, string>;
}

/** What the document says of an operation beside what follows from its route. */
export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  query?: ZodOpenApiParameters['query'];
  headers?: ZodOpenApiParameters['header'];
  body?: Content;
  /** Of status 200. */
  answer: Answer;
  /** Of status 304. */
  unchanged?: Answer;
  /** What only this operation refuses, and when. */
  errors?: Partial<Record<ErrorCode, string>>;
  /** When it answers 412. */
  conflict?: string;
}

/** The operations on resources that belong together, by method and path below /v1 as in the table of routes. */
export interface Section {
  tag: string;
  description: string;
  operations: Record<string, Operation>;
}

export const json = (schema: z.ZodType, examples?: Examples): Content => ({ 'application/json': { schema, examples } });

const status = z.literal('ok');

/** The resource itself. */
export const one = (data: z.ZodType, description: string, example = exampleOf(data)): Answer => ({
  description,
  content: json(z.object({ status, data }), { for_instance: { status: 'ok', data: example } }),
});

/** What every page tells beside its elements. */
export const pageOf = (data: z.ZodType) =>
  z.object({
    status,
    data: z.array(data),
    count: Count.describe('Elements of this page.'),
    total: Count.describe('All of them.'),
    first_result: Count.describe('As asked for.'),
    max_results: Count.describe('As asked for.'),
  });

export const page = (data: z.ZodType, description: string, example = exampleOf(data)): Answer => ({
  description,
  content: json(pageOf(data), { for_instance: aPageOf(example) }),
});

/** A page with nothing before or behind it. */
export const aPageOf = (element: unknown) => ({
  ...{ status: 'ok', data: [element], count: 1, total: 1, first_result: 0, max_results: 50 },
});

/** @throws for a shape that nobody has given an example of */
export function exampleOf(data: z.ZodType): unknown {
  const example = answerExamples.get(data);
  if (example === undefined) throw new Error('an answer has an example');
  return example;
}

export const gone: Answer = {
  description: 'It is deleted.',
  content: json(z.object({ status }), { for_instance: { status: 'ok' } }),
};
