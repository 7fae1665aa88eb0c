import { z } from 'zod';
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { auditRuleOf, takesPurpose } from '@tributary/contracts/audit/audit-rules';
import { Purpose, purposeHeader } from '@tributary/contracts/audit/audit-event';
import { routes, sections, type Endpoint } from '../routes.js';
import { about } from './about.js';
import { componentSchemas } from './components.js';
import { ErrorResponses, requestId } from './error-responses.js';
import type { Answer, Content } from '@tributary/contracts/endpoints/operation';
import { pathOfRoute } from './path-of-route.js';
import { byCollectKey, bySignature, byToken, byWorker, securitySchemes } from './security-schemes.js';

type ApiDocument = ReturnType<typeof createDocument>;

interface DocumentSettings {
  /** `Svc` for `X-Svc-Mac`. */
  signaturePrefix: string;
}

/** The OpenAPI document of all routes. It uses the schemas that validate requests. */
export function createApiDocument({ signaturePrefix }: DocumentSettings): ApiDocument {
  const errors = new ErrorResponses();
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of routes) {
    const { path } = pathOfRoute(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(endpoint, errors) };
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: about,
      servers: [{ url: '/v1', description: 'This server.' }],
      security: byToken,
      tags: sections.map(({ tag: name, description }) => ({ name, description })),
      paths,
      components: { schemas: componentSchemas, securitySchemes: securitySchemes(signaturePrefix), headers },
    },
    { override },
  );
}

const headers = {
  RequestId: {
    description: 'Id of this response: the `error_id` of an error, and the id in the logs.',
    schema: { type: 'string' as const },
  },
  RetryAfter: { description: 'Seconds after which the request may be retried.', schema: { type: 'integer' as const } },
};

function describe(endpoint: Endpoint, errors: ErrorResponses): ZodOpenApiOperationObject {
  const { operationId, tag, summary, path, query, body, answer, unchanged } = endpoint;
  const header = headersOf(endpoint);
  return {
    operationId,
    summary,
    tags: [tag],
    description: descriptionOf(endpoint),
    ...((endpoint.signed || endpoint.collectKey || endpoint.worker) && { security: securityOf(endpoint) }),
    requestParams: { path: z.object(pathOfRoute(path).parameters), ...(query && { query }), ...(header && { header }) },
    ...(body && { requestBody: { required: true, content: contentOf(body) } }),
    responses: { 200: responseOf(answer), ...(unchanged && { 304: responseOf(unchanged) }), ...errors.of(endpoint) },
  };
}

/** Reads of people have the purpose, and no headers of their own. */
function headersOf({ method, path, headers: own }: Endpoint): Endpoint['headers'] {
  const rule = auditRuleOf(method, path);
  return rule && takesPurpose(rule) ? purpose : own;
}

const purpose = z.object({
  [purposeHeader]: Purpose.optional().meta({
    description: 'Why it is read: one line of UTF-8. The event in the audit keeps it.',
    example: 'ticket 4711',
    // Other languages do not know its classes of characters.
    pattern: undefined,
  }),
});

const securityOf = ({ signed, collectKey, worker, forWorkersOnly }: Endpoint) => [
  ...(forWorkersOnly ? [] : byToken),
  ...(signed ? bySignature : []),
  ...(collectKey ? byCollectKey : []),
  ...(worker ? byWorker : []),
];

/** The description with the role that the caller needs in the tenant. */
function descriptionOf(endpoint: Endpoint): string {
  const { description, forWorkersOnly } = endpoint;
  const access = forWorkersOnly ? 'Only for the workers of plugins.' : accessOf(endpoint);
  return description ? `${description}\n\n${access}` : access;
}

const accessOf = ({ role, signed, collectKey, worker }: Endpoint) =>
  `Least role: ${role}.${signed ? ' May be signed.' : ''}${collectKey ? ' Also with a collect key.' : ''}${worker ? ' Also for the workers of plugins.' : ''}`;

function responseOf({ description, content, headers: own = {} }: Answer): ZodOpenApiResponseObject {
  const described = Object.entries(own).map(([name, words]) => [name, { description: words, schema: text }]);
  return {
    description,
    headers: { ...requestId, ...(Object.fromEntries(described) as object) },
    ...(content && { content: contentOf(content) }),
  };
}

const text = { type: 'string' as const };

function contentOf(content: Content): ZodOpenApiContentObject {
  const types = Object.entries(content).map(([type, { schema, examples = {} }]) => {
    const named = Object.entries(examples).map(([name, value]) => [
      name,
      { summary: name.replaceAll('_', ' '), value },
    ]);
    return [type, { schema, ...(named.length > 0 && { examples: Object.fromEntries(named) as object }) }];
  });
  return Object.fromEntries(types) as ZodOpenApiContentObject;
}

/** Corrects the JSON Schema where the zod schema behaves differently from the documented contract. */
const override: CreateDocumentOptions['override'] = ({ jsonSchema, zodSchema, io }) => {
  const { def } = zodSchema._zod;
  // Later releases may add fields to responses.
  if (io === 'output' && def.type === 'object' && jsonSchema.additionalProperties === false)
    delete jsonSchema.additionalProperties;
  // The default of a field with a transform is its output, not the text that a client would send.
  if (io === 'input' && def.type === 'default') jsonSchema.default = def.defaultValue;
  // Generators of clients do not know tuples. With one item, a list with that length allows the same values.
  if (jsonSchema.prefixItems?.length === 1) {
    jsonSchema.items = jsonSchema.prefixItems[0];
    delete jsonSchema.prefixItems;
  }
};
