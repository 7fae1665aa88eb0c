import { describe, expect, it } from '@jest/globals';
import { routes } from '../routes.js';
import { createApiDocument } from './document.js';
import { pathOfRoute } from './path-of-route.js';

const document = createApiDocument({ signaturePrefix: 'Acme' });
const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation: operation as { operationId: string; security?: object[] },
  })),
);
const named = routes.map(({ method, path }) => `${method} ${pathOfRoute(path).path}`);

describe('createApiDocument', () => {
  it('describes every route, and nothing else', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual([...named].sort());
  });

  it('has no list whose items depend on their position: generators of clients do not know them', () => {
    const { schemas } = document.components ?? {};
    expect(schemas).toHaveProperty('ReportRequest.properties.date_ranges.items.$ref', '#/components/schemas/DateRange');
    expect(JSON.stringify(document)).not.toMatch(/"prefixItems"|"items":(true|false)/);
  });

  it('gives each operation a unique id', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(routes.length);
  });

  it('uses the configured names of the signature headers', () => {
    const { securitySchemes } = document.components ?? {};
    expect(securitySchemes).toMatchObject({ SignatureMac: { in: 'header', name: 'X-Acme-Mac' } });
  });

  it('marks the operations that take a signature', () => {
    const signed = operations.filter(({ operation }) => operation.security?.some((one) => 'SignatureMac' in one));
    const allowed = routes.filter((route) => route.signed);
    expect(signed.map(({ name }) => name)).toEqual(
      allowed.map(({ method, path }) => `${method} ${pathOfRoute(path).path}`),
    );
  });

  it('marks the operations of workers', () => {
    const ofWorkers = operations.filter(({ operation }) => operation.security?.some((one) => 'PluginWorker' in one));
    expect(ofWorkers.map(({ name }) => name).sort()).toEqual([
      'GET /activity_analyzers/{analyzer_id}',
      'GET /activity_analyzers/{analyzer_id}/properties',
      'GET /configuration/technical_name={technical_name}',
      'GET /data_file/data',
    ]);
    const alone = ofWorkers.filter(({ operation }) => operation.security?.length === 1);
    expect(alone.map(({ name }) => name)).toEqual(['GET /configuration/technical_name={technical_name}']);
  });
});
