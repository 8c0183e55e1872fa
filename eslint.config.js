// Stock rule sets, and the house's bans that a linter can see.
import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import globals from 'globals'
import ts from 'typescript-eslint'

const bans = [
  {
    selector:
      "CallExpression[callee.object.name='vi'][callee.property.name=/^(mock|doMock|hoisted)$/]",
    message: 'Fakes implement the same interface; modules are not mocked.',
  },
  {
    selector:
      'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(skip|only|todo|skipIf|runIf)$/]',
    message: 'No skipped or focused tests.',
  },
  {
    selector: 'TSEnumDeclaration',
    message: 'A union of words is erased; an enum is not.',
  },
]
const namedExportsOnly = {
  selector: 'ExportDefaultDeclaration',
  message: 'Named exports only, except in .vue files and configs.',
}

export default ts.config(
  { ignores: ['node_modules/', 'out/', 'test/vectors/'] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...vue.configs['flat/recommended'],
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      'vue/no-v-html': 'error',
      'vue/multi-word-component-names': 'off',
    },
  },
  {
    languageOptions: { globals: { ...globals.node } },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'prefer-const': 'error',
      'no-restricted-syntax': ['error', ...bans, namedExportsOnly],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'all' },
      ],
    },
  },
  {
    files: ['src/renderer/**', 'src/preload/**'],
    languageOptions: { globals: { ...globals.browser } },
    rules: { 'no-console': 'error' },
  },
  { files: ['src/**'], rules: { 'no-console': 'error' } },
  {
    files: ['**/*.vue', '*.config.ts', '*.config.js'],
    rules: { 'no-restricted-syntax': ['error', ...bans] },
  },
  {
    // A component's shim for the compiler has no other form than a default export.
    files: ['**/*.d.ts'],
    rules: { 'no-restricted-syntax': ['error', ...bans] },
  },
  prettier,
)
