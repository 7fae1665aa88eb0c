import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  schema: { type?: string; enum?: unknown[]; example?: unknown };
}

interface Media {
  schema?: object;
  examples?: Record<string, { value: unknown }>;
}

interface Response {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, Media>;
}

interface DescribedOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
  security?: object[];
}

/** An operation of the document with its method and path. */
export interface Operation extends DescribedOperation {
  method: string;
  path: string;
}

export interface ApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: Record<string, Record<string, unknown>>;
}

/** A response of the product. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Validates responses against the OpenAPI document. Undocumented fields and statuses and missing headers are faults. */
export class OpenApiValidator {
  readonly operations: Map<string, Operation>;
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: ApiDocument) {
    addFormats.default(this.ajv);
    this.ajv.addSchema(closed(document) as object, 'api');
    this.operations = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]));
  }

  operation(operationId: string): Operation {
    const found = this.operations.get(operationId);
    if (!found) throw new Error(`${operationId} is not documented`);
    return found;
  }

  /** Differences between a response and the document; empty if it matches. */
  faults({ operationId, method, path }: Operation, answer: Answer): string[] {
    const pointer = ['paths', path, method, 'responses', String(answer.status)];
    const response = this.resolve(pointer);
    if (!response) return [`${operationId}: status ${answer.status}: ${answer.text.slice(0, 300)}`];
    const headers = Object.keys(response.at.headers ?? {}).filter((name) => !answer.headers.has(name));
    return [
      ...headers.map((name) => `${operationId}: ${answer.status} without ${name}`),
      ...this.faultsOfBody(response, answer).map((fault) => `${operationId}: ${answer.status}: ${fault}`),
    ];
  }

  /** The documented error codes of the operation with their statuses. */
  errorCodes({ path, method, responses }: Operation): [status: number, code: string][] {
    return Object.keys(responses).flatMap((status) => {
      const examples = this.resolve(['paths', path, method, 'responses', status])?.at.content?.['application/json']
        ?.examples;
      return Number(status) < 400
        ? []
        : Object.keys(examples ?? {}).map((code): [number, string] => [Number(status), code]);
    });
  }

  private faultsOfBody({ at, pointer }: { at: Response; pointer: string[] }, { headers, text }: Answer): string[] {
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
    if (!at.content) return text === '' ? [] : [`a body: ${text.slice(0, 300)}`];
    if (!at.content[type]) return [`content type ${type}`];
    const validate = this.validator([...pointer, 'content', type, 'schema']);
    if (validate(type === 'application/json' ? JSON.parse(text) : text)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath} ${message} ${JSON.stringify(params)}: ${text.slice(0, 300)}`,
    );
  }

  private resolve(pointer: string[]): { at: Response; pointer: string[] } | undefined {
    const at = pointer.reduce<unknown>(
      (node, key) => (node as Record<string, unknown> | undefined)?.[key],
      this.document,
    ) as Response | undefined;
    return at?.$ref === undefined ? at && { at, pointer } : this.resolve(at.$ref.replace('#/', '').split('/'));
  }

  private validator(keys: string[]): ValidateFunction {
    const pointer = keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const known = this.validators.get(pointer) ?? this.ajv.compile({ $ref: `api#/${pointer}` });
    this.validators.set(pointer, known);
    return known;
  }
}

const operationsOf = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method, path })),
  );

/** Copies the document with `additionalProperties: false` on every object that does not set it. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === 'examples' ? value : closed(value)]),
  );
  const isClosable = copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy);
  return isClosable ? { ...copy, additionalProperties: false } : copy;
}
