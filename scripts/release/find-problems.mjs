// Why a checkout cannot be released, or not be published. Pure.

/** @returns sentences, none if the checkout can be released */
export const findProblems = (source) => [
  ...changeProblems(source.changed),
  ...(source.isShallow ? ['the clone is shallow: the change log needs all commits (git fetch --unshallow)'] : []),
  ...versionProblems(source.manifests, source.otherVersions),
  ...tagProblems(source),
];

const changeProblems = (changed) =>
  changed.length === 0 ? [] : [`the checkout differs from its commit:\n  ${changed.slice(0, 10).join('\n  ')}`];

function versionProblems([top, ...others], otherVersions) {
  const names = new Set(others.map(({ name }) => name));
  const wrong = ({ file, version }) => (version === top.version ? [] : [`${file} has ${version}, not ${top.version}`]);
  const uses = others.flatMap(({ file, dependencies, devDependencies }) =>
    Object.entries({ ...devDependencies, ...dependencies })
      .filter(([name]) => names.has(name))
      .map(([name, version]) => ({ file: `${file} (${name})`, version })),
  );
  const isSemver = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(top.version ?? '');
  const problem = isSemver ? [] : [`package.json has no version like 1.2.3, but ${top.version}`];
  return [...problem, ...[...others, ...uses, ...otherVersions].flatMap(wrong)];
}

function tagProblems({ tagsHere, released, version }) {
  const tag = `v${version}`;
  const otherTags = tagsHere.filter((name) => name !== tag);
  if (otherTags.length > 0) return [`the commit has the tag ${otherTags.join(', ')}, but package.json has ${version}`];
  return released.includes(tag) && !tagsHere.includes(tag)
    ? [`${tag} is the tag of another commit: raise the version`]
    : [];
}

/** Finds missing facts that readers, a registry or npm's provenance need. */
export function findMissing({ version, changelog, manifests }, publishable) {
  const isDescribed = changelog.split('\n').some((line) => line.startsWith(`## ${version} `));
  const undescribed = isDescribed
    ? []
    : [`CHANGELOG.md has no section ${version}: give Unreleased that name, and a date`];
  const missing = publishable.flatMap(({ directory }) => {
    const file = `${directory}/package.json`;
    const manifest = manifests.find((one) => one.file === file) ?? {};
    return ['repository', 'license'].filter((field) => !manifest[field]).map((field) => `${file} has no ${field}`);
  });
  return [...undescribed, ...missing];
}
