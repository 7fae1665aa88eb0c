import type { Role } from '../admin/access.js';
import { Count } from '../values/epoch-ms.js';
import type { ErrorCode } from '../errors.js';
import { z } from 'zod';
import type { Access, Method, Owner } from './route.js';
import { answerExamples } from './examples/answer.examples.js';

/** Values by the name of the example, such as `site_visit`. */
export type Examples = Record<string, unknown>;

/** Schema and examples by media type. */
export type Content = Record<string, { schema: z.ZodType; examples?: Examples }>;

export interface Answer {
  description: string;
  content?: Content;
  headers?: Record<string, string>;
}

/** The parts of an operation that do not concern its address. */
export interface Description extends Access {
  /** If it is another app than that of the section. */
  owner?: Owner;
  summary: string;
  description?: string;
  query?: z.ZodObject | z.ZodPipe<z.ZodObject, z.ZodTransform>;
  headers?: z.ZodObject;
  body?: Content;
  /** Status 200. */
  answer: Answer;
  /** Status 304. */
  unchanged?: Answer;
  /** Errors of this operation in particular, with their causes. */
  errors?: Partial<Record<ErrorCode, string>>;
  /** Everyone else gets a 404. */
  forWorkersOnly?: true;
  /** The cause of a 412. */
  conflict?: string;
}

/** An operation of the API: who may call it, and how the document describes it. */
export interface Operation extends Description {
  method: Method;
  path: string;
  role: Role;
}

/** A group of operations by their ids. `owner` serves them. */
export interface Section {
  tag: string;
  owner: Owner;
  description: string;
  operations: Record<string, Operation>;
}

/** Keeps the types of its query and body, for those who check requests by them. */
const operation =
  (method: Method) =>
  <Query extends Description['query'], Body extends Description['body']>(
    path: string,
    role: Role,
    description: Omit<Description, 'query' | 'body'> & { query?: Query; body?: Body },
  ) =>
    ({ method, path: `/v1${path}`, role, ...description }) as Omit<Operation, 'query' | 'body'> & {
      query: Query;
      body: Body;
    };
export const get = operation('GET');
export const post = operation('POST');
export const put = operation('PUT');
export const del = operation('DELETE');

export const json = <Schema extends z.ZodType>(schema: Schema, examples?: Examples) => ({
  'application/json': { schema, ...(examples && { examples }) },
});

/** A body of lines. The examples are lists of values. */
export const ndjson = (schema: z.ZodType, examples: Record<string, unknown[]>): Content => ({
  'application/x-ndjson': {
    schema,
    examples: Object.fromEntries(
      Object.entries(examples).map(([name, values]) => [name, values.map((value) => JSON.stringify(value)).join('\n')]),
    ),
  },
});

/** The operations under ids with another noun, such as `listActivityAnalyzers` for `listAnalyzers`. */
export const renamed = (operations: Record<string, Operation>, noun: string, other: string) =>
  Object.fromEntries(Object.entries(operations).map(([id, known]) => [id.replace(noun, other), known]));

const status = z.literal('ok');

/** A response with one resource. */
export const one = (data: z.ZodType, description: string, example = exampleOf(data)): Answer => ({
  description,
  content: json(z.object({ status, data }), { example: { status: 'ok', data: example } }),
});

/** A page with its paging fields. */
export const pageOf = (data: z.ZodType) =>
  z.object({
    status,
    data: z.array(data),
    count: Count.describe('Number of elements on this page.'),
    total: Count.describe('Number of elements on all pages.'),
    first_result: Count.describe('As requested.'),
    max_results: Count.describe('As requested.'),
  });

/** A response with a page of resources. */
export const page = (data: z.ZodType, description: string, example = exampleOf(data)): Answer => ({
  description,
  content: json(pageOf(data), { example: aPageOf(example) }),
});

/** An example page that is the only one. */
export const aPageOf = (element: unknown) => ({
  status: 'ok',
  data: [element],
  count: 1,
  total: 1,
  first_result: 0,
  max_results: 50,
});

/** @throws for a schema without an example */
export function exampleOf(data: z.ZodType): unknown {
  const example = answerExamples.get(data);
  if (example === undefined) throw new Error('a response needs an example');
  return example;
}

export const deleted: Answer = {
  description: 'The resource is deleted.',
  content: json(z.object({ status }), { example: { status: 'ok' } }),
};
