// Who may import what, as data: the rooms, the owners of what is native, and three rules for the
// whole tree (no circle, type-only ones included; no two folders that import each other; no file
// that nobody knows). Read by `depcruise`,
// in `npm run check` and in the CI; test/house.test.ts plants a violation of each rule. An
// exception changes this table in the same commit and says why here.
const { join } = require('node:path')
const emptyWords = require('./scripts/empty-words.cjs')
const folderPairs = require('./scripts/folder-pairs.cjs')

/**
 * `may`: folders or files of this project, packages, 'node:…' or 'node:*'. `types`: the same, for
 * type imports only. A room may always import itself; the innermost room of a file counts.
 */
const files = ['node:fs', 'node:fs/promises', 'node:path']
const rooms = [
  // The codes and parameters of messages are types; no sentence is loaded with them.
  { folder: 'src/shared', may: ['zod'], types: ['src/messages'] },
  { folder: 'src/messages', may: [] },
  // Makes sentences of codes and typed values; nothing that stores or sends knows it.
  { folder: 'src/wording', may: ['src/shared', 'src/messages', 'intl-messageformat'] },
  {
    folder: 'src/main/gateway',
    // The socket's modules are here too: owners keeps them to transport.ts. Compression is for
    // packed answers to questions.
    may: [
      ...['src/shared', 'node:crypto', 'node:net', 'node:tls', 'node:http', 'node:stream'],
      'node:zlib',
    ],
  },
  {
    folder: 'src/main/vault',
    // Files and cryptography: an RSA key is too long for some keychains and lies sealed beside the
    // ledger (key-ring.ts).
    may: ['src/shared', 'keytar', 'node:crypto', 'node:util', ...files],
  },
  {
    folder: 'src/main/ledger',
    // Compression is for .xlsx, zip and streams for the evidence pack; threads are for the reader,
    // whose owners are named below; node:url turns the path of the shipped verifier into what
    // import() takes. The catalogue is for the export's tables, which people read; node:os names
    // the computer in them. Tests hear of each ledger on a channel of diagnostics.
    may: [
      ...['src/shared', 'src/wording', 'better-sqlite3', 'zod', ...files],
      ...['node:crypto', 'node:zlib', 'node:worker_threads', 'node:url', 'yazl', 'node:events'],
      ...['node:stream', 'node:stream/promises', 'node:os'],
    ],
  },
  {
    // The ground of the ledger: it knows no other folder of it. Its channel tells who listens
    // (the tests) that a ledger opened or closes.
    folder: 'src/main/ledger/db',
    may: [
      ...['src/shared', 'src/wording', 'better-sqlite3', 'zod', ...files, 'node:crypto'],
      'node:diagnostics_channel',
    ],
  },
  {
    folder: 'src/main/desk',
    // The catalogue is for the page of an evidence pack and the table of look-ups; unhomoglyph is
    // the table of letters that look alike, node:url shows a host in the letters of people, and
    // node:util compares two records.
    may: ['src/shared', 'src/wording', 'node:crypto', 'node:url', 'node:util', 'unhomoglyph'],
    types: [
      ...['src/main/gateway', 'src/main/vault', 'src/main/ledger', 'src/main/updates'],
      'src/main/files',
    ],
  },
  {
    // Reads what other programs wrote; knows no order, no gateway and no ledger.
    folder: 'src/main/files',
    may: [
      ...['src/shared', 'csv-parse', 'saxes', 'yauzl', 'node:crypto', ...files],
      'node:worker_threads',
    ],
  },
  {
    // Knows no ledger and no gateway: what it claims, others send. People and desks share the check
    // of weak keys.
    folder: 'src/main/team',
    may: ['src/shared', 'src/main/desk/people/public-key.ts', 'zod', 'pg', 'node:crypto'],
  },
  {
    folder: 'src/main/updates',
    // Signatures and files; the feed is asked by fetch alone (eslint.config.js).
    may: ['src/shared', 'zod', 'node:crypto', ...files],
  },
  {
    folder: 'src/main/shell',
    // The catalogue is for the system's own dialogs.
    may: ['src/shared', 'src/wording', 'electron', ...files],
    types: ['src/main/desk', 'zod'],
  },
  {
    folder: 'src/main',
    // The composition root and what it is made of: wiring, the thread the sandbox runs in, and the
    // collector of memory, which forget.ts calls.
    may: [
      ...['src/shared', 'src/main', 'node:crypto', 'node:os', 'node:timers/promises'],
      ...['node:worker_threads', 'node:v8', 'node:vm', ...files],
    ],
    types: ['src/sandbox'],
  },
  { folder: 'src/preload', may: ['electron'], types: ['src/shared'] },
  {
    folder: 'src/renderer/features',
    may: [
      ...['src/shared', 'src/renderer/api', 'src/renderer/forms', 'src/renderer/ui'],
      ...['src/wording', 'src/renderer/messages', 'src/renderer/theme'],
      ...['vue', 'vue-router', 'pinia', 'naive-ui'],
    ],
  },
  {
    folder: 'src/renderer/api',
    may: ['src/shared', 'src/wording', 'src/renderer/messages', 'vue', 'pinia'],
  },
  {
    folder: 'src/renderer/forms',
    may: [
      ...['src/shared', 'src/renderer/api', 'src/renderer/ui', 'src/renderer/messages'],
      ...['src/wording', 'vue', 'pinia'],
    ],
  },
  {
    folder: 'src/renderer/ui',
    may: [
      ...['src/shared', 'src/renderer/messages', 'src/renderer/theme'],
      ...['src/wording/amounts.ts', 'vue', 'vue-router', 'naive-ui'],
      // QR codes, drawn in the page.
      // The mark of the program, which is its icon as well.
      'resources/mark.svg',
      // Icons; GlyphIcon.vue names each one that is bundled.
      '@lucide/vue',
    ],
    types: ['src/messages'],
  },
  {
    folder: 'src/renderer/messages',
    may: ['src/shared', 'src/messages', 'src/wording'],
    types: ['src/renderer/theme'],
  },
  { folder: 'src/renderer/theme', may: ['naive-ui'] },
  {
    folder: 'src/renderer',
    may: [
      ...['src/shared', 'src/wording/amounts.ts', 'src/wording/payees.ts'],
      ...['vue', 'vue-router', 'pinia', 'naive-ui'],
      // The faces of all text, which main.ts bundles.
      ...['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'],
    ],
  },
  // Paths and field names only: client and gateway must not be wrong together.
  { folder: 'src/sandbox', may: ['src/shared/gateway', 'node:*'] },
  {
    folder: 'test/campaigns/faults/oracle',
    // An oracle that asks the product what is right would call every mistake of the product right.
    may: ['node:crypto', 'node:sqlite'],
  },
  {
    folder: 'test/campaigns/model/oracle',
    // The same rule; the model hands the oracle all that it checks.
    types: ['src/shared', 'src/main'],
  },
  {
    folder: 'test/campaigns/cards/typed',
    // Spellings that the detector was written from would prove nothing: whoever types knows neither
    // its tables nor its rules.
    may: ['test/campaigns/faults/random.ts'],
  },
  {
    folder: 'test/campaigns/reconcile/books',
    // Books made with the rules that judge them would prove nothing.
    may: ['test/campaigns/faults/random.ts'],
    types: ['src/shared/reconcile'],
  },
  {
    folder: 'test/campaigns/hosts/foreign',
    // Whoever made the client must not have made the gateway that proves it. A trait names settings
    // of a connection, so their type may be known.
    may: ['node:http', 'node:crypto'],
    types: ['src/shared/connections', 'zod'],
  },
]

/**
 * Modules with one importing file (or folder); the rest of `within` receives what they give as
 * arguments, and may name their types. `mustUse`: the owner really imports it.
 */
const owners = [
  { modules: ['electron'], within: 'src', files: ['src/main/shell', 'src/preload/index.ts'] },
  { modules: ['keytar'], within: 'src', files: ['src/main/vault/keychain.ts'], mustUse: true },
  {
    modules: ['better-sqlite3'],
    within: 'src',
    files: ['src/main/ledger/db/open.ts'],
    mustUse: true,
  },
  { modules: ['node:sqlite'], within: 'src', files: ['src/sandbox/book/store.ts'], mustUse: true },
  {
    modules: [
      'node:net',
      'node:tls',
      'node:http',
      'node:https',
      'node:http2',
      'node:dgram',
      'node:dns',
    ],
    within: 'src/main',
    files: ['src/main/gateway/transport/transport.ts'],
    mustUse: true,
  },
  // Makes its own sockets: one session with the team's database, over verified TLS.
  { modules: ['pg'], within: 'src', files: ['src/main/team/database/session.ts'], mustUse: true },
  {
    modules: ['node:worker_threads'],
    within: 'src',
    files: [
      'src/main/composition/sandbox-thread.ts',
      'src/sandbox/worker.ts',
      'src/main/ledger/worker/reader.ts',
      'src/main/ledger/worker/reader-worker.ts',
      'src/main/ledger/worker/look.ts',
      'src/main/ledger/worker/look-worker.ts',
      'src/main/files/read-thread.ts',
      'src/main/files/read-worker.ts',
    ],
    mustUse: true,
  },
  // Nobody starts programs.
  { modules: ['node:child_process'], within: 'src', files: [] },
]

/**
 * The rooms of the way of money, each with those that it may know. MONEY: what proves an outcome
 * depends on nothing that could send.
 */
const wayOfMoney = {
  status: [],
  cards: [],
  plan: ['status'],
  review: ['status', 'cards', 'plan'],
  send: ['status', 'cards', 'plan'],
  watch: ['status', 'send'],
}

const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const isOurs = (place) => /^(src|test|resources)\//.test(place)
/** How the tool names what an import reaches: a path from the top, or a package's folder. */
const pathOf = (place) => {
  const name = quoted(place.replace('node:', ''))
  if (place.startsWith('node:')) return `^(node:)?${name}$`
  return isOurs(place) ? `^${name}(/|$)` : `(^|/)node_modules/(@types/)?${name}/|^${name}(/|$)`
}
const pathsOf = (places) => places.map(pathOf)
const nameOf = (place) => place.replace(/^src\//, '').replaceAll('/', '-')

const roomRules = rooms.flatMap(({ folder, may = [], types = [] }) => {
  const inner = rooms.map((room) => room.folder).filter((one) => one.startsWith(`${folder}/`))
  const from = { path: `^${folder}/`, ...(inner.length > 0 ? { pathNot: pathsOf(inner) } : {}) }
  const allowed = pathsOf([folder, ...may.filter((place) => place !== 'node:*')])
  const core = may.includes('node:*') ? { dependencyTypesNot: ['core'] } : {}
  return [
    {
      name: `room-${nameOf(folder)}`,
      comment: 'This room may not import that.',
      severity: 'error',
      from,
      to: { pathNot: [...allowed, ...pathsOf(types)], ...core },
    },
    ...(types.length === 0
      ? []
      : [
          {
            name: `types-${nameOf(folder)}`,
            comment: 'This room may import only types of that.',
            severity: 'error',
            from,
            to: { path: pathsOf(types), pathNot: allowed, dependencyTypesNot: ['type-only'] },
          },
        ]),
  ]
})

const payments = 'src/main/desk/payments'
const wayRules = Object.entries(wayOfMoney).map(([room, known]) => ({
  name: 'way-of-money',
  comment: 'The way of money goes from status to plan, to review and send, to watch.',
  severity: 'error',
  from: { path: `^${payments}/${room}/` },
  to: {
    path: `^${payments}/`,
    pathNot: pathsOf([room, ...known].map((one) => `${payments}/${one}`)),
  },
}))

const ownerRules = owners.map(({ modules, within, files: homes }) => ({
  name: `owner-${modules[0].replace('node:', '')}`,
  comment: `Belongs to ${homes.join(', ') || 'nobody'}.`,
  severity: 'error',
  from: { path: `^${within}/`, ...(homes.length > 0 ? { pathNot: pathsOf(homes) } : {}) },
  to: { path: pathsOf(modules), dependencyTypesNot: ['type-only'] },
}))

const pairRules = folderPairs(process.cwd()).map(([from, to]) => ({
  name: 'folders-both-ways',
  comment: `${to} imports ${from} as well: what both need goes to one of them or below both.`,
  severity: 'error',
  from: { path: `^${quoted(from)}/[^/]+$` },
  to: { path: `^${quoted(to)}/[^/]+$` },
}))

const capital = (word) => word[0].toUpperCase() + word.slice(1)
/** A part of a path, or a word of one, that says nothing. */
const emptyPath = {
  path: [
    `[/._-](${emptyWords.join('|')})([/._-]|[A-Z]|$)`,
    `(${emptyWords.map(capital).join('|')})([^a-z]|$)`,
  ],
  pathNot: '(^|/)node_modules/|^test/|^[^./]+$',
}
const nameRules = [
  { from: emptyPath, to: {} },
  { from: {}, to: emptyPath },
].map((rule) => ({
  name: 'name-says-nothing',
  comment: 'Needing such a word means that the room is wrong.',
  severity: 'error',
  ...rule,
}))

const outside = { path: '^src/', pathNot: pathsOf(rooms.map(({ folder }) => folder)) }
const roomForAll = [
  { from: outside, to: {} },
  { from: {}, to: outside },
].map((rule) => ({
  name: 'room-for-all',
  comment: 'A file of src lies in no room of the table.',
  severity: 'error',
  ...rule,
}))

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'What both need belongs in a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports it and it imports nothing.',
      severity: 'error',
      // A declaration stands beside what it declares; the compiler finds it without an import.
      from: { orphan: true, pathNot: '\\.d\\.m?ts$' },
      to: {},
    },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...roomForAll,
    {
      name: 'door-to-shared',
      comment: 'The way to shared is #shared/…',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/shared/' },
      to: { path: '^src/shared/', dependencyTypesNot: ['aliased-subpath-import'] },
    },
    {
      name: 'door-to-messages',
      comment: 'The way to the catalogue is #messages/…',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/messages/' },
      to: { path: '^src/messages/', dependencyTypesNot: ['aliased-subpath-import'] },
    },
    {
      name: 'door-to-wording',
      comment: 'The way to the sentences is #wording/…',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/wording/' },
      to: { path: '^src/wording/', dependencyTypesNot: ['aliased-subpath-import'] },
    },
    {
      name: 'screen-past-its-store',
      comment: 'A screen asks its store, and the store asks the bridge.',
      severity: 'error',
      from: { path: '^src/renderer/.*\\.vue$' },
      to: { path: '^src/renderer/api/bridge\\.ts$' },
    },
    ...pairRules,
    ...nameRules,
    ...roomRules,
    ...wayRules,
    ...ownerRules,
  ],
  required: owners
    .filter(({ mustUse }) => mustUse)
    .flatMap(({ modules, files: homes }) =>
      homes.map((home) => ({
        name: `owner-of-${modules[0].replace('node:', '')}`,
        comment: 'The owner no longer imports what it owns: the table is out of date.',
        severity: 'error',
        module: { path: pathOf(home) },
        to: { path: pathsOf(modules) },
      })),
    ),
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    // Type imports count: a circle of types is a circle.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: join(__dirname, 'tsconfig.base.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.mts', '.mjs', '.js', '.cjs', '.vue', '.json'],
    },
  },
}
