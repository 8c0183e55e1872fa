// Stock rule sets, and the house's bans that a linter can see.
import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import globals from 'globals'
import ts from 'typescript-eslint'
import emptyWords from './scripts/empty-words.cjs'

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

const capital = (word) => word[0].toUpperCase() + word.slice(1)
const emptyName = [
  // userData is Electron's own word for the folder of a person's records.
  '^(?!userData$)(?:',
  `(?:${emptyWords.join('|')})(?![a-z])|`,
  `.*(?:${emptyWords.map(capital).join('|')})(?![a-z])|`,
  `(?:.*_)?(?:${emptyWords.map((word) => word.toUpperCase()).join('|')})(?![A-Z])`,
  ')',
].join('')
const topLevel = ':matches(Program, Program > ExportNamedDeclaration)'
const emptyNames = [
  `${topLevel} > VariableDeclaration > VariableDeclarator > Identifier.id`,
  `${topLevel} > :matches(FunctionDeclaration, ClassDeclaration) > Identifier.id`,
  `${topLevel} > :matches(TSInterfaceDeclaration, TSTypeAliasDeclaration) > Identifier.id`,
].map((place) => ({ selector: `${place}[name=/${emptyName}/]`, message: 'The name says nothing.' }))

const inProgram = [
  {
    selector: "CallExpression[callee.property.name='findCredentials']",
    message: 'findCredentials kills the process when a keyring is locked.',
  },
  {
    selector: "MemberExpression[object.name='shell'][property.name='openExternal']",
    message: 'No address is ever opened in a browser: links are copied.',
  },
]
const onlyTransport = 'Only transport.ts talks to a network.'
const outsideSandbox = [
  { selector: "CallExpression[callee.name='fetch']", message: onlyTransport },
  {
    selector: "MemberExpression[object.name=/^(globalThis|window|self)$/][property.name='fetch']",
    message: onlyTransport,
  },
  {
    selector: 'NewExpression[callee.name=/^(WebSocket|XMLHttpRequest|EventSource)$/]',
    message: onlyTransport,
  },
  {
    selector: "MemberExpression[object.name='net'][property.name='request']",
    message: onlyTransport,
  },
]
const inPage = [
  {
    selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML)$/]',
    message: "The gateway's words are text, never markup.",
  },
]

const inLedger = [
  {
    selector:
      "CallExpression[callee.property.name='prepare'][callee.object.name=/^(db|reader|writer|ledger|lock)$/]",
    message: 'Use statement() of ledger/db/statements.ts: typed, prepared once, and timed.',
  },
]

/** What a file may not write, by the folder it lies in; a component has a default export. */
const restricted = (files, selectors) => [
  {
    files: files.flatMap((place) => [`${place}/**/*.ts`, `${place}/**/*.{mjs,mts}`]),
    rules: { 'no-restricted-syntax': ['error', ...selectors, namedExportsOnly] },
  },
  {
    files: files.map((place) => `${place}/**/*.vue`),
    rules: { 'no-restricted-syntax': ['error', ...selectors] },
  },
]
/** What browsers draw for these is another thing in each of them. */
const dayFields = ['date', 'datetime-local', 'month', 'week', 'time'].map((value) => ({
  key: 'type',
  value,
  message: 'Use ui/fields/days/DayInput.vue.',
}))
/** What the browser would draw, and the part of ui/ that has it from the library. */
const libraryDraws = Object.entries({
  input: 'ui/controls/TextBox.vue',
  textarea: 'ui/controls/TextBox.vue',
  select: 'ui/fields/SelectBox.vue',
  table: 'ui/tables/LedgerTable.vue or RowGrid.vue',
  dialog: 'ui/boxes/DialogBox.vue or ModalFrame.vue',
  details: 'ui/boxes/DetailsBox.vue',
  progress: 'ui/boxes/ProgressBar.vue',
  meter: 'ui/boxes/ProgressBar.vue',
}).map(([element, part]) => ({ element, message: `Use ${part}.` }))
/** Decision 73 says of each of them what was measured. */
const drawnByHand = [
  'ui/boxes/DetailsBox.vue',
  'ui/boxes/ModalFrame.vue',
  'ui/fields/SelectBox.vue',
  'ui/fields/days/DayInput.vue',
  'ui/tables/FilterInput.vue',
  'ui/tables/LedgerTable.vue',
  'ui/tables/RowGrid.vue',
  'app/frame/OmniBox.vue',
  'features/card-entry/DigitField.vue',
  'features/card-entry/TypedOnce.vue',
  'features/keys/ImportKeyForm.vue',
].map((file) => `src/renderer/${file}`)
const lines = { skipBlankLines: false, skipComments: false }

export default ts.config(
  { ignores: ['node_modules/', 'out/', 'test/vectors/'] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...ts.configs.recommended,
  // Only where there is a template: most files have none, and each rule takes time in each file.
  ...vue.configs['flat/recommended'].map((part) => ({ ...part, files: ['**/*.vue'] })),
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      'vue/no-v-html': 'error',
      'vue/multi-word-component-names': 'off',
      // Without its import a component is drawn as nothing, and no type says so.
      'vue/no-undef-components': ['error', { ignorePatterns: ['RouterLink', 'RouterView'] }],
      'vue/enforce-style-attribute': ['error', { allow: ['scoped'] }],
    },
  },
  {
    // What the library has is drawn by the library.
    files: ['src/renderer/**/*.vue'],
    ignores: [...drawnByHand],
    rules: { 'vue/no-restricted-html-elements': ['error', ...libraryDraws] },
  },
  {
    // One list, one table, one dialog, one way to write a day: those of ui/.
    files: ['src/renderer/**/*.vue'],
    ignores: ['src/renderer/ui/**'],
    rules: {
      'vue/no-restricted-syntax': [
        'error',
        {
          selector:
            "VElement[name='button'] > VStartTag:has(> VAttribute[key.name.name='for']) > VAttribute[key.argument.name='aria-pressed']",
          message: 'Use ui/fields/ChipList.vue.',
        },
      ],
      // The same by other names: a role, or the library's own part.
      'vue/no-restricted-static-attribute': [
        'error',
        ...dayFields,
        { key: 'type', value: 'checkbox', message: 'Use CheckBox or OnOffSwitch of ui/controls.' },
        { key: 'type', value: 'radio', message: 'Use ui/controls/RadioChoice.vue.' },
        ...['dialog', 'alertdialog', 'table', 'grid'].map((value) => ({
          key: 'role',
          value,
          message: 'Use the box or the table of ui/.',
        })),
        { key: 'data-sheet', message: 'Use ui/boxes/SideSheet.vue.' },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'naive-ui',
              allowImportNames: ['NConfigProvider'],
              message: 'Wrap a part of the library once, in ui/.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/renderer/ui/**/*.vue'],
    rules: { 'vue/no-restricted-static-attribute': ['error', ...dayFields] },
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
  ...restricted(['scripts', 'hosts', 'bench'], [...bans, ...emptyNames]),
  ...restricted(['src'], [...bans, ...emptyNames, ...inProgram, ...outsideSandbox]),
  ...restricted(['src/sandbox'], [...bans, ...emptyNames, ...inProgram]),
  {
    // Files that anybody may serve, believed by their signatures alone: no request of a gateway.
    files: ['src/main/updates/feed.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...bans, ...emptyNames, ...inProgram, namedExportsOnly],
    },
  },
  ...restricted(
    ['src/renderer'],
    [...bans, ...emptyNames, ...inProgram, ...outsideSandbox, ...inPage],
  ),
  {
    files: ['src/main/ledger/**/*.ts'],
    ignores: ['src/main/ledger/db/statements.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[...bans, ...emptyNames, ...inProgram, ...outsideSandbox, ...inLedger, namedExportsOnly],
      ],
    },
  },
  {
    files: ['src/renderer/**/*.vue'],
    rules: { 'vue/no-restricted-v-bind': ['error', '/^(inner|outer)-?html$/i'] },
  },
  {
    // Read by tools that know no other form.
    files: ['**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['*.config.ts', '*.config.js', 'test/campaigns/mutants/vitest.config.ts'],
    rules: { 'no-restricted-syntax': ['error', ...bans] },
  },
  {
    // A component's shim for the compiler has no other form than a default export, nor has a
    // reporter that vitest loads.
    files: ['**/*.d.ts', 'scripts/test-results.mjs'],
    rules: { 'no-restricted-syntax': ['error', ...bans] },
  },
  {
    files: ['{src,scripts,hosts,bench}/**/*.{ts,mts,mjs,vue}'],
    rules: { 'max-lines': ['error', { max: 400, ...lines }] },
  },
  {
    // A component's script is no function; those inside it are.
    files: ['{src,hosts}/**/*.{ts,mts,mjs,vue}'],
    rules: { 'max-lines-per-function': ['error', { max: 80, ...lines, IIFEs: true }] },
  },
  {
    // Tables and text catalogues may be as long as they are complete.
    files: ['src/shared/gateway/operations/**', 'src/renderer/messages/**'],
    rules: { 'max-lines': 'off' },
  },
  prettier,
)
