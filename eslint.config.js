/**
 * The rules that Oxlint cannot check yet, because its plugins have no type information. All other rules are in
 * `.oxlintrc.json`.
 */
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { mustUseResult } from './scripts/eslint/must-use-result.js';

export default defineConfig(
  // Scripts for browsers and the site are no part of the TypeScript program; Oxlint checks them.
  globalIgnores([
    '**/dist/',
    '**/coverage/',
    'examples/*/{browser,public}/',
    'site/',
    'packages/postgres/test/prisma/generated/',
    'packages/create-stepward/templates/',
  ]),
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    // Oxlint reports directives that have no use.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: {
      '@typescript-eslint': tseslint.plugin,
      stepward: { rules: { 'must-use-result': mustUseResult } },
    },
    rules: {
      'stepward/must-use-result': 'error',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
    },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'Name what is exported.' },
        {
          selector: "MemberExpression[object.name='URL'][property.name='canParse']",
          message: 'Use parseUrl: Node 20 refuses non-ASCII URLs once this is compiled.',
        },
      ],
    },
  },
);
