import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { house } from './eslint-rules/plugin.mjs';
import { suffixes } from './scripts/tiers/tiers.mjs';

const boundaries = (testing) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    {
      allow: [],
      checkDynamicDependenciesExceptions: ['.*'],
      depConstraints: [
        // An app never imports another app; standalone alone puts all of them together.
        { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:lib', ...testing] },
        { sourceTag: 'type:standalone', onlyDependOnLibsWithTags: ['type:app', 'type:lib', ...testing] },
        { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:lib', 'type:testing'] },
        { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:lib', ...testing] },
        { sourceTag: 'name:testing', onlyDependOnLibsWithTags: ['name:contracts', 'name:database'] },
        {
          sourceTag: 'name:app-testing',
          onlyDependOnLibsWithTags: ['name:bus', 'name:contracts', 'name:http', 'name:runtime'],
        },
        { sourceTag: 'name:contracts', onlyDependOnLibsWithTags: [] },
        { sourceTag: 'name:database', onlyDependOnLibsWithTags: ['name:contracts'] },
        { sourceTag: 'name:http', onlyDependOnLibsWithTags: ['name:contracts'] },
        { sourceTag: 'name:security', onlyDependOnLibsWithTags: ['name:contracts', 'name:bus', ...testing] },
        { sourceTag: 'name:bus', onlyDependOnLibsWithTags: ['name:contracts', 'name:database', ...testing] },
        // They run in browsers: of the server's libs they import the rules of contracts only.
        { sourceTag: 'name:client', onlyDependOnLibsWithTags: ['name:contracts', ...testing] },
        { sourceTag: 'name:sdk', onlyDependOnLibsWithTags: [...testing] },
        { sourceTag: 'name:dashboards', onlyDependOnLibsWithTags: ['name:client', 'name:contracts', ...testing] },
        {
          sourceTag: 'name:console',
          onlyDependOnLibsWithTags: ['name:client', 'name:contracts', 'name:dashboards', ...testing],
        },
        // The tools of agents call the API, from a terminal and in the gateway.
        {
          sourceTag: 'name:agent-tools',
          onlyDependOnLibsWithTags: ['name:client', 'name:contracts', 'name:dashboards', ...testing],
        },
        {
          sourceTag: 'name:cli',
          onlyDependOnLibsWithTags: [
            'name:agent-tools',
            'name:client',
            'name:contracts',
            'name:dashboards',
            'name:sdk',
            ...testing,
          ],
        },
      ],
    },
  ],
});

const environmentAccess = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only config.ts knows the environment.',
};

const literalSpreads = [
  { selector: 'SpreadElement > ObjectExpression[properties.length>0]', message: 'Write the properties themselves.' },
  { selector: 'SpreadElement > ArrayExpression[elements.length>0]', message: 'Write the elements themselves.' },
  {
    selector: 'SpreadElement > TSAsExpression > ArrayExpression[elements.length>0]',
    message: 'Write the elements themselves.',
  },
];

/** Stored texts of a user are text, never markup. */
const markup = [
  { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Render text, never markup.' },
  { selector: "Property[key.name='dangerouslySetInnerHTML']", message: 'Render text, never markup.' },
  { selector: 'AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]', message: 'Render text, never markup.' },
  { selector: "CallExpression[callee.property.name='insertAdjacentHTML']", message: 'Render text, never markup.' },
];

const imports = (regex, message) => ({ 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] });

/** Rules run in browsers. @param outside the imports that leave the folder `rules` */
const rulesAlone = (files, outside) => ({
  files: [files],
  ignores: specs,
  rules: {
    ...imports(outside, 'Rules run in browsers: they import each other only.'),
    'no-restricted-globals': ['error', 'Buffer', 'process', 'global', 'require', 'setImmediate'],
  },
});

const specs = [`**/*.{${Object.values(suffixes).join()}}.{ts,tsx}`, '**/test/**/*.{ts,tsx}'];

// The boundaries and the rules of our own. All others run in oxlint (.oxlintrc.json), those that need types on the native
// compiler: together they take a third of the CPU that ESLint took for all of them.
export default tseslint.config(
  { ignores: ['**/dist/**', '**/generated/**', '**/node_modules/**', '**/*.js', '**/*.mjs'] },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser: tseslint.parser },
    plugins: { '@nx': nx, house },
    rules: {
      ...boundaries([]),
      'house/plain-words': 'error',
      'house/rooms': ['error', { maxFiles: 20 }],
      'no-restricted-syntax': ['error', ...literalSpreads, ...markup, environmentAccess],
    },
  },
  // libs/testing and libs/app-testing are for specs only.
  { files: specs, rules: { ...boundaries(['type:testing']), 'max-lines': ['error', 300] } },
  { files: ['**/config.ts', ...specs], rules: { 'no-restricted-syntax': ['error', ...literalSpreads, ...markup] } },
  {
    files: ['libs/{agent-tools,client,dashboards}/**/*.ts', 'apps/{cli,console}/**/*.{ts,tsx}'],
    rules: imports(
      '^@tributary/contracts/(?!rules/)',
      'Browsers, the CLI and the tools of agents get the rules of the contracts only.',
    ),
  },
  rulesAlone('libs/contracts/src/rules/*.ts', '^(?!\\./(?!.*\\.\\./))'),
  rulesAlone('libs/contracts/src/rules/*/**/*.ts', '^(?!\\.\\.?/(?!.*\\.\\./))'),
  // These quote the banned words.
  { files: ['apps/e2e/test/{house,lint}.spec.ts'], rules: { 'house/plain-words': 'off' } },
);
