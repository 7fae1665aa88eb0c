/**
 * The statement that a builder signs: which files were made from which commit (in-toto, SLSA provenance 1). Pure.
 *
 * @param artefacts with name and sha256
 * @param source commit, version, lockSha256; repository is undefined if package.json has none
 * @param builder id (a URI), and the versions of its tools
 */
export function describeProvenance(artefacts, { commit, version, repository, lockSha256 }, { id, tools }) {
  const uri = repository && `git+${repository.replace(/^git\+/, '')}@${commit}`;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: artefacts.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:tributary:release:1',
        externalParameters: { version, command: 'npm run release:dry' },
        internalParameters: tools,
        resolvedDependencies: [
          { name: 'source', ...(uri && { uri }), digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: lockSha256 } },
        ],
      },
      runDetails: { builder: { id } },
    },
  };
}
