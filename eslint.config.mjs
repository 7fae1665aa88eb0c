import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

const libs = ['contracts', 'bus', 'http', 'database', 'runtime'];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/*.js', '**/*.mjs'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          allow: [],
          depConstraints: [
            // An app never imports another app; standalone alone puts the six together.
            { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:lib'], notDependOnLibsWithTags: [] },
            { sourceTag: 'name:contracts', onlyDependOnLibsWithTags: [] },
          ],
        },
      ],
      'max-params': ['error', 5],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      'no-restricted-imports': ['error', { paths: [{ name: '@nestjs/common', importNames: ['forwardRef'], message: 'forwardRef hides a cycle.' }] }],
      'no-restricted-syntax': [
        'error',
        { selector: "MemberExpression[object.name='process'][property.name='env']", message: 'Read the environment in config.ts only.' },
      ],
    },
  },
);
