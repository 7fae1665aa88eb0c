// The commands that publish the files of a release. Pure.

export function publishCommands(version, files) {
  const named = (pattern) => files.map(({ name }) => name).filter((name) => pattern.test(name));
  const image = `docker://registry.example.com/tributary:${version}`;
  return [
    `git tag -s v${version} && git push origin v${version}`,
    ...named(/\.tgz$/).map((name) => `npm publish .release/${name} --provenance --access public`),
    ...named(/\.oci\.tar$/).map((name) => `skopeo copy oci-archive:.release/${name} ${image}`),
    'npx @sigstore/cli@0.8.0 attest .release/provenance.json --output-file .release/provenance.sigstore.json',
  ];
}
