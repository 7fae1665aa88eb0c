import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { dimensionWords, metricWords } from '@tributary/contracts/rules/reports/report-words';

interface Page {
  file: string;
  name: string;
  anchors: Set<string>;
}

const root = path.join(import.meta.dirname, '../../..');
const load = <T>(file: string) => import(path.join(root, file)) as Promise<T>;
const { readPages } = await load<{ readPages: (root: string) => Page[] }>('apps/guide/src/read-pages.mjs');
const { guideAddresses } = await load<{ guideAddresses: Record<string, string> }>(
  'apps/console/src/guide/guide-addresses.ts',
);
const pages = readPages(root);

describe('the guide', () => {
  const isThere = (address: string): boolean => {
    const [name, anchor] = address.split('#');
    const page = pages.find((one) => one.name === name);
    return page !== undefined && (anchor === undefined || page.anchors.has(anchor));
  };

  it('has the part that each page of the console links', () => {
    const addresses = Object.values(guideAddresses);
    expect(addresses.length).toBeGreaterThan(30);
    expect(addresses.filter((address) => !isThere(address))).toEqual([]);
  });

  it('has not every part (control)', () =>
    expect(['console#nowhere', 'nowhere', 'adr', 'console'].filter(isThere)).toEqual(['console']));
});

it.each([
  ['metric', metricWords],
  ['dimension', dimensionWords],
])('the page on reports has a row for each %s, with the words of the console', (kind, words) => {
  const [, table = ''] = readFileSync(path.join(root, 'docs/reports.md'), 'utf8').split(
    `| ${kind} | | |\n|---|---|---|\n`,
  );
  const rows = table
    .slice(0, table.search(/\n\n|$(?![^])/))
    .trim()
    .split('\n');
  expect(rows).toEqual(
    Object.entries(words).map(
      ([key, { name, sentence, unit }]) => `| \`${key}\` | ${name}${unit ? ` (${unit})` : ''} | ${sentence} |`,
    ),
  );
});

describe('the commands', () => {
  /** Options that curl 7.81, that of Ubuntu 22.04, does not know. */
  const newer =
    /\s--(json|no-clobber|remove-on-error|rate|url-query|ca-native|proxy-ca-native|variable|expand-[a-z-]+|ipfs-gateway|haproxy-clientip|ech|mptcp|ip-tos|vlan-priority|skip-existing|dump-ca-embed|sigalgs|out-null|parallel-max-host|follow|upload-flags)\b|%\{(header_json|certs|num_certs)\}/;
  /** The blocks of commands that call curl. */
  const callsIn = (markdown: string) =>
    [...markdown.matchAll(/^```(?:sh|bash|console)?\n(.*?)^```$/gms)]
      .map(([, block = '']) => block)
      .filter((block) => /\bcurl\s/.test(block));
  const documents = ['README.md', ...pages.map(({ file }) => file)];

  it('of all documents run with curl 7.81', () => {
    const calls = documents.flatMap((file) =>
      callsIn(readFileSync(path.join(root, file), 'utf8')).map((call) => ({ file, call })),
    );
    expect(calls.length).toBeGreaterThan(50);
    expect(calls.filter(({ call }) => newer.test(call))).toEqual([]);
  });

  it('with a newer option are found (control)', () => {
    const [call = ''] = callsIn("```sh\ncurl -s $API/users --json '{}'\n```\n");
    expect(newer.test(call)).toBe(true);
    expect(newer.test("curl -s $API/users -H 'Content-Type: application/json' --data-binary @file")).toBe(false);
  });
});
