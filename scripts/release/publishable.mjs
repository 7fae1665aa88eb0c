/**
 * The npm packages of a release. `directory` is the package's, and npm packs it as it is. With `bundle` the tarball
 * holds programs instead: each entry (name: file) becomes an executable with the packages of this workspace inside,
 * which are not published. What it imports from npm becomes a dependency.
 */
export const publishable = [
  { directory: 'libs/sdk' },
  { directory: 'apps/cli', bundle: { tributary: 'apps/cli/bin/tributary.mjs' } },
];
