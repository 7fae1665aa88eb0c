// The table of contents: each file of docs stands in one section, and a file that stands in none fails the build.

/**
 * @typedef {object} Section
 * @property {string} title
 * @property {string[]} files relative to the checkout, in the order of reading
 * @property {{ title: string, folder: string }[]} [folders] all other pages of a folder: on the first page, not beside each page
 * @property {boolean} [isForReviewers] ranks behind the others in the search
 */

/** @type {Section[]} */
export const sections = [
  {
    title: 'Start',
    files: ['docs/web-pages.md', 'docs/api-guide.md', 'docs/console.md', 'docs/cli.md', 'docs/datamart.md'],
  },
  {
    title: 'Send',
    files: ['docs/moving.md', 'docs/sdk.md', 'docs/collecting.md', 'docs/signing.md', 'docs/inputs.md'],
    folders: [{ title: 'Other languages', folder: 'docs/clients' }],
  },
  { title: 'Import', files: ['docs/imports.md', 'docs/warehouses.md'] },
  {
    title: 'Understand',
    files: ['docs/reports.md', 'docs/glossary.md', 'docs/tracking-plan.md', 'docs/plugins.md', 'docs/agents.md'],
  },
  { title: 'Administer', files: ['docs/sign-in.md', 'docs/security.md'] },
  { title: 'Operate', files: ['docs/operations.md', 'deploy/kubernetes/README.md', 'docs/tracing.md'] },
  { title: 'Reference', files: ['docs/configuration.md', 'docs/metrics.md', 'CHANGELOG.md'] },
  {
    title: 'For operators and reviewers',
    files: [
      'docs/fault-proof.md',
      'docs/scale.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'docs/releasing.md',
    ],
    folders: [
      { title: 'Benchmarks', folder: 'bench' },
      { title: 'Design pages', folder: 'docs/design' },
      { title: 'Decision records', folder: 'docs/adr' },
    ],
    isForReviewers: true,
  },
];

/** Names of pages whose files are outside docs. */
const names = {
  'ARCHITECTURE.md': 'architecture',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'security-policy',
  'deploy/kubernetes/README.md': 'kubernetes',
};

/**
 * The name of a file's page, its address below `/guide/`: `docs/adr/0005-bus.md` is `adr/0005-bus`, `docs/clients/README.md` is
 * `clients`.
 */
export const nameOf = (file) =>
  names[file] ??
  file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/\/README$/, '');
