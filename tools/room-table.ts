// The house's rules as data: who may import what, which file owns what is native, how long a file may be, which words name nothing.
// An exception changes this table in the same commit and says why here.

export interface Reach {
  /** A folder or file of this project, a package, or 'node:*'. */
  to: string
  typesOnly?: true
}

export interface Room {
  name: string
  folder: string
  mayImport: Reach[]
}

const to = (...places: string[]): Reach[] => places.map((place) => ({ to: place }))
const typesOf = (...places: string[]): Reach[] =>
  places.map((place) => ({ to: place, typesOnly: true }))

const files = ['node:fs', 'node:fs/promises', 'node:path']

export const rooms: Room[] = [
  { name: 'shared', folder: 'src/shared', mayImport: to('zod') },
  {
    name: 'main/gateway',
    folder: 'src/main/gateway',
    // The socket's modules are here too: owners keeps them to transport.ts.
    mayImport: to('src/shared', 'node:crypto', 'node:net', 'node:tls', 'node:http', 'node:stream'),
  },
  {
    name: 'main/vault',
    folder: 'src/main/vault',
    // Files and cryptography: an RSA key is too long for some keychains and lies sealed beside the ledger (key-ring.ts).
    mayImport: to('src/shared', 'keytar', 'node:crypto', 'node:util', ...files),
  },
  {
    name: 'main/ledger',
    folder: 'src/main/ledger',
    // Compression is for .xlsx, zip and streams for the evidence pack; threads are for the reader, whose owners are named below;
    // node:url turns the path of the shipped verifier into what import() takes.
    mayImport: [
      ...to('src/shared', 'better-sqlite3', 'zod', 'node:crypto', 'node:zlib', ...files),
      ...to('node:worker_threads', 'node:url', 'yazl', 'node:stream', 'node:stream/promises'),
    ],
  },
  {
    name: 'main/desk',
    folder: 'src/main/desk',
    mayImport: [
      ...to('src/shared', 'node:crypto'),
      ...typesOf('src/main/gateway', 'src/main/vault', 'src/main/ledger'),
    ],
  },
  {
    name: 'main/shell',
    folder: 'src/main/shell',
    mayImport: [...to('src/shared', 'electron', ...files), ...typesOf('src/main/desk', 'zod')],
  },
  {
    name: 'main',
    folder: 'src/main',
    // The composition root and what it is made of: wiring, and the thread the sandbox runs in.
    mayImport: [
      ...to('src/shared', 'src/main', 'node:crypto', 'node:os', 'node:timers/promises'),
      ...to('node:worker_threads', ...files),
      // The collector of memory, which forget.ts calls.
      ...to('node:v8', 'node:vm'),
      ...typesOf('src/sandbox'),
    ],
  },
  {
    name: 'preload',
    folder: 'src/preload',
    mayImport: [...to('electron'), ...typesOf('src/shared')],
  },
  {
    name: 'renderer/screens',
    folder: 'src/renderer/screens',
    mayImport: to(
      'src/shared',
      'src/renderer/stores',
      'src/renderer/components',
      'src/renderer/text',
      'src/renderer/theme',
      'vue',
      'vue-router',
      'naive-ui',
    ),
  },
  {
    name: 'renderer/stores',
    folder: 'src/renderer/stores',
    mayImport: to('src/shared', 'src/renderer/bridge.ts', 'src/renderer/text', 'vue', 'pinia'),
  },
  {
    name: 'renderer/components',
    folder: 'src/renderer/components',
    mayImport: to(
      'src/shared',
      'src/renderer/text',
      'src/renderer/theme',
      'vue',
      'vue-router',
      'naive-ui',
      // QR codes, drawn in the page.
      'uqr',
      // The mark of the program, which is its icon as well.
      'resources/mark.svg',
      // Icons; GlyphIcon.vue names each one that is bundled.
      '@lucide/vue',
    ),
  },
  {
    name: 'renderer/text',
    folder: 'src/renderer/text',
    mayImport: [...to('src/shared'), ...typesOf('src/renderer/theme')],
  },
  { name: 'renderer/theme', folder: 'src/renderer/theme', mayImport: to('naive-ui') },
  {
    name: 'renderer/bridge',
    folder: 'src/renderer/bridge.ts',
    mayImport: to('src/shared'),
  },
  {
    name: 'renderer',
    folder: 'src/renderer',
    mayImport: [
      ...to('src/shared', 'src/renderer', 'vue', 'vue-router', 'pinia', 'naive-ui'),
      // The faces of all text, which main.ts bundles.
      ...to('@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'),
    ],
  },
  {
    name: 'tools/faults/oracle',
    folder: 'tools/faults/oracle',
    // A judge that asks the product what is right would call every mistake of the product right.
    mayImport: to('node:crypto', 'node:sqlite'),
  },
  {
    name: 'tools/model/judge',
    folder: 'tools/model/judge',
    // As the campaigns' judge; the model hands it all that it judges by.
    mayImport: typesOf('src/shared', 'src/main'),
  },
  {
    name: 'sandbox',
    folder: 'src/sandbox',
    // Paths and field names only: client and service must not be wrong together.
    mayImport: to('src/shared/gateway', 'node:*'),
  },
]

/** Modules with one importing file (or folder); the rest of `within` receives what they give as arguments. */
export const owners: { modules: string[]; within: string; files: string[] }[] = [
  { modules: ['electron'], within: 'src/', files: ['src/main/shell/', 'src/preload/index.ts'] },
  { modules: ['keytar'], within: 'src/', files: ['src/main/vault/keychain.ts'] },
  // database.ts names its type only, for what open.ts imports itself.
  {
    modules: ['better-sqlite3'],
    within: 'src/',
    files: ['src/main/ledger/open.ts', 'src/main/ledger/database.ts'],
  },
  { modules: ['node:sqlite'], within: 'src/', files: ['src/sandbox/store.ts'] },
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
    within: 'src/main/',
    files: ['src/main/gateway/transport.ts'],
  },
  {
    modules: ['node:worker_threads'],
    within: 'src/',
    files: [
      'src/main/sandbox-thread.ts',
      'src/sandbox/worker.ts',
      'src/main/ledger/reader.ts',
      'src/main/ledger/reader-worker.ts',
    ],
  },
  // Nobody starts programs.
  { modules: ['node:child_process'], within: 'src/', files: [] },
]

export const textBans: { pattern: RegExp; within: string; but: string[]; why: string }[] = [
  {
    pattern: /(?<![.\w])fetch\(|\bXMLHttpRequest\b|\bnew WebSocket\b|\bnet\.request\b/,
    within: 'src/',
    but: ['src/sandbox/'],
    why: 'only transport.ts talks to a network',
  },
  {
    pattern: /\.findCredentials\(/,
    within: 'src/',
    but: [],
    why: 'findCredentials kills the process when a keyring is locked',
  },
  {
    pattern: /\bv-html\b|\.innerHTML\b/,
    within: 'src/renderer/',
    but: [],
    why: "the service's words are text, never markup",
  },
  {
    pattern: /\bshell\.openExternal\b/,
    within: 'src/',
    but: [],
    why: 'no address is ever opened in a browser: links are copied',
  },
]

export const lineCap = 400

/** Tables and text catalogues may be as long as they are complete. */
export const exempt = ['src/shared/gateway/operations/', 'src/renderer/text/', 'test/vectors/']

export const bannedWords = [
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'manager',
  'service',
  'handler',
  'data',
  'info',
]

/** Electron's own word for the folder of a person's records: another word for it would have to be learnt. */
export const allowedNames = ['userData']
