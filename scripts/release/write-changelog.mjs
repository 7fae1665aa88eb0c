// The change log of a release: its section of CHANGELOG.md, then its commits. Pure.

/** Parts of the tree, in the order of the section: the first that matches a file is its part. */
const parts = [
  [/^apps\/([^/]+)\//, ([, app]) => `apps/${app}`],
  [/^libs\/([^/]+)\//, ([, lib]) => `libs/${lib}`],
  [/^deploy\/|^docker-compose|^\.env\.example|^\.dockerignore/, () => 'deployment'],
  [/^docs\/|\.md$/, () => 'documents'],
  [/^bench\//, () => 'bench'],
  [/./, () => 'build and tools'],
];

/** @returns the text of the version's section, otherwise of what is not released yet; undefined without either */
export function changesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = [version, 'Unreleased'].map((name) => sections.find((text) => text.split(/\s/, 1)[0] === name));
  return section
    .find((text) => text !== undefined)
    ?.replace(/^.*\n/, '')
    .trim();
}

export function writeChangelog({ version, time, last, commits, changes }) {
  const groups = Map.groupBy(commits, partOf);
  const date = new Date(time * 1000).toISOString().slice(0, 10);
  const since = last ? `${commits.length} commits since ${last}.` : `${commits.length} commits: the first release.`;
  const sections = [...groups.keys()].sort(inOrder).map((part) => {
    const lines = groups.get(part).map(({ hash, subject }) => `- ${subject} (${hash})`);
    return `### ${part}\n\n${lines.join('\n')}\n`;
  });
  return [`## ${version} (${date})\n`, ...(changes ? [`${changes}\n`] : []), `${since}\n`, ...sections].join('\n');
}

/** The part with most of the commit's files; of several, the first in the order of the section. */
export function partOf({ files }) {
  const counts = new Map();
  for (const file of files) counts.set(partOfFile(file), (counts.get(partOfFile(file)) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, more]) => more - many || inOrder(a, b))[0]?.[0] ?? 'build and tools';
}

function partOfFile(file) {
  for (const [pattern, name] of parts) {
    const match = pattern.exec(file);
    if (match) return name(match);
  }
}

const rank = (part) =>
  ['apps/', 'libs/', 'deployment', 'documents', 'bench', 'build'].findIndex((start) => part.startsWith(start));
const inOrder = (a, b) => rank(a) - rank(b) || (a < b ? -1 : Number(a > b));
