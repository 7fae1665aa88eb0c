import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installedTools } from '@tributary/testing/installed-tools';
import { createApiDocument } from '../src/openapi/document.js';

const config = path.join(import.meta.dirname, '../redocly.yaml');
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-openapi-'));
/** Redocly's. */
let cli: string;

beforeAll(
  async () => void (cli = path.join(await installedTools('api-linters'), 'node_modules/@redocly/cli/bin/cli.js')),
);
afterAll(() => rmSync(directory, { recursive: true }));

interface Problem {
  ruleId: string;
}

/** The rules that the document breaks, including warnings. */
function brokenRules(document: unknown): string[] {
  const file = path.join(directory, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const { stdout, stderr } = spawnSync(process.execPath, [cli, 'lint', '--config', config, '--format', 'json', file], {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  if (!stdout.includes('{')) throw new Error(`no report from the linter: ${stderr}`);
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: Problem[] };
  return [...new Set(problems.map(({ ruleId }) => ruleId))];
}

const document = () => structuredClone(createApiDocument({ signaturePrefix: 'Svc' }));

describe('the OpenAPI document', () => {
  it('breaks no rule of the linter', () => expect(brokenRules(document())).toEqual([]));

  it('would break a rule for each kind of fault', () => {
    const broken = document();
    const { '/users': users, '/plugins/{plugin_id}': plugin } = broken.paths ?? {};
    if (!users?.post || !users.get || !plugin?.get) throw new Error('the operations to break do not exist');
    users.post.operationId = 'listUsers';
    delete users.get.description;
    plugin.get.parameters = [];
    users.post.requestBody = { content: { 'application/json': { schema: { type: 'string' }, example: 1 } } };
    delete broken.components?.schemas?.['User'];
    expect(brokenRules(broken).sort()).toEqual([
      'no-invalid-media-type-examples',
      'no-unresolved-refs',
      'operation-description',
      'operation-operationId-unique',
      'path-parameters-defined',
    ]);
  });
});
