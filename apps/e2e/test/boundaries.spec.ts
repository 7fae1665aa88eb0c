import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';

const root = path.join(import.meta.dirname, '../../..');

type Case = [what: string, file: string, imported: string];

const refused: Case[] = [
  ['an app that imports another app', 'apps/gateway/src/routes.ts', '@tributary/admin/api-token'],
  ['a lib that imports an app', 'libs/http/src/parse.ts', '@tributary/admin/api-token'],
  ['contracts that import another lib', 'libs/contracts/src/topic.ts', '@tributary/http/parse'],
  ['http that imports the bus', 'libs/http/src/parse.ts', '@tributary/bus/message'],
  ['an app that imports libs/testing outside of a spec', 'apps/gateway/src/routes.ts', '@tributary/testing/eventually'],
];
const allowed: Case[] = [
  ['an app that imports a lib', 'apps/gateway/src/routes.ts', '@tributary/http/parse'],
  ['standalone that imports an app', 'apps/standalone/src/welcome.ts', '@tributary/admin/api-token'],
  ['a spec that imports libs/testing', 'apps/gateway/test/proxy.spec.ts', '@tributary/testing/eventually'],
];

/** How often the boundary rule complains about each file, if it held nothing but the import. One process, as ESLint is slow to start. */
function countComplaints(cases: Case[]): number[] {
  const script = `
    import { ESLint } from 'eslint';
    const eslint = new ESLint();
    const counts = [];
    for (const [, filePath, imported] of JSON.parse(process.argv[1])) {
      const code = "import * as imported from '" + imported + "';\\nvoid imported;\\n";
      const [{ messages }] = await eslint.lintText(code, { filePath });
      counts.push(messages.filter(({ ruleId }) => ruleId === '@nx/enforce-module-boundaries').length);
    }
    console.log(JSON.stringify(counts));`;
  const args = ['--input-type=module', '--eval', script, JSON.stringify(cases)];
  const output = execFileSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as number[];
}

describe('lint', () => {
  const complaints = new Map<Case, number | undefined>();
  beforeAll(() => {
    // Without Nx's project graph the rule is silent about everything.
    execFileSync(process.execPath, ['node_modules/nx/dist/bin/nx.js', 'show', 'projects'], { cwd: root });
    const counts = countComplaints([...refused, ...allowed]);
    for (const [index, one] of [...refused, ...allowed].entries()) complaints.set(one, counts[index]);
  }, 120_000);

  it.each(refused.map((one) => [one[0], one] as const))('refuses %s', (_what, one) =>
    expect(complaints.get(one)).toBe(1),
  );
  it.each(allowed.map((one) => [one[0], one] as const))('lets %s pass', (_what, one) =>
    expect(complaints.get(one)).toBe(0),
  );
});
