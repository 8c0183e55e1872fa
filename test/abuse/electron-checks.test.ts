// The checklist of Electron's security guide, a row each: what the program sets is looked at as
// Electron would take it, and the same look finds a mistake that is planted in the source. `heldBy`
// names the tests that attack the running window; each layer of the network is tried alone in
// page-network.window.
import { EventEmitter } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, describe, it } from 'vitest'
import type * as Address from '../../src/main/shell/pages/address.ts'
import type * as Ipc from '../../src/main/shell/ipc.ts'
import type * as Lockdown from '../../src/main/shell/lockdown.ts'
import type * as Protocol from '../../src/main/shell/pages/protocol.ts'
import type * as RootUser from '../../src/main/shell/root-user.ts'
import type * as Window from '../../src/main/shell/window.ts'
import { exposed, loadSource, mutated, sourceOf } from './mutated-source.ts'

const top = join(import.meta.dirname, '../..')
/** What is wrong, by name; empty when nothing is. */
type Look = (module: never, text: string) => string[] | Promise<string[]>
interface Row {
  check: number
  name: string
  file: string
  plants: [find: string, replace: string][]
  look: Look
  heldBy: string[]
}

const wrong = (faults: Record<string, boolean>): string[] =>
  Object.keys(faults).filter((name) => faults[name] === true)

const lockdown = 'src/main/shell/lockdown.ts'
const protocol = 'src/main/shell/pages/protocol.ts'
const windowFile = 'src/main/shell/window.ts'

const preferences: Look = (module: typeof Window) => {
  const options = { preload: '/p.cjs', session: {} as never, mayInspect: false }
  const set = module.webPreferences(options) as Record<string, unknown>
  const must = {
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    devTools: false,
  }
  const features = ['enableBlinkFeatures', 'disableBlinkFeatures', 'additionalArguments']
  return [
    ...Object.entries(must).flatMap(([name, value]) => (set[name] === value ? [] : [name])),
    ...features.filter((name) => name in set),
  ]
}

/** Asks a locked session as Electron would. */
const session: Look = async (module: typeof Lockdown) => {
  const set: Record<string, (...given: unknown[]) => unknown> = {}
  const keep = (name: string) => (given: unknown) => void (set[name] = given as never)
  const fake = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
    setDisplayMediaRequestHandler: keep('display'),
    setSpellCheckerEnabled: keep('spelling'),
    webRequest: { onBeforeRequest: keep('load') },
    setProxy: keep('proxy'),
  })
  await module.lockSession(fake as never, false)
  const granted: unknown[] = []
  set['request']?.({}, 'media', (isGranted: unknown) => granted.push(isGranted), {})
  const loads = (url: string): boolean => {
    let isCancelled: unknown
    set['load']?.({ url }, (answer: { cancel: boolean }) => (isCancelled = answer.cancel))
    return isCancelled !== true
  }
  return wrong({
    'a permission is granted': granted[0] !== false,
    'a permission is held for granted': set['check']?.({}, 'geolocation') !== false,
    'a device is granted': set['device']?.({}) !== false,
    'the screen is given': (set['display'] as unknown) !== null,
    'https is loaded': loads('https://gate.example/'),
    'http is loaded': loads('http://127.0.0.1/'),
    'a file is loaded': loads('file:///etc/passwd'),
  })
}

/** Asks locked contents as Electron would. */
const contents: Look = (module: typeof Lockdown) => {
  let open: ((details: object) => { action: string }) | undefined
  const fake = Object.assign(new EventEmitter(), {
    setWebRTCIPHandlingPolicy: () => undefined,
    setWindowOpenHandler: (next: typeof open) => void (open = next),
  })
  module.lockContents(fake as never)
  const names = ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']
  const prevented: string[] = []
  for (const name of names) fake.emit(name, { preventDefault: () => prevented.push(name) })
  const happening = names.filter((name) => !prevented.includes(name))
  return open?.({ url: 'https://x/' }).action === 'deny'
    ? happening
    : [...happening, 'a window opens']
}

const policy: Look = (module: typeof Protocol) => {
  const rules = new Map(
    module.contentPolicy.split('; ').map((rule) => {
      const [name = '', ...values] = rule.split(' ')
      return [name, values.join(' ')]
    }),
  )
  const none = ['default-src', 'connect-src', 'frame-src', 'object-src', 'worker-src', 'base-uri']
  const faults = [...none, 'form-action', 'frame-ancestors'].filter(
    (name) => rules.get(name) !== "'none'",
  )
  if (rules.get('script-src') !== "'self'") faults.push('script-src')
  if (rules.get('require-trusted-types-for') !== "'script'") faults.push('trusted types')
  const pages = new Map([['/index.html', { body: new Uint8Array(), type: 'text/html' }]])
  const answer = module.answerAsset(pages, { url: 'app://paydesk/index.html', method: 'GET' })
  if (answer.headers.get('content-security-policy') !== module.contentPolicy)
    faults.push('no policy is sent')
  return faults
}

const pages: Look = (module: typeof Protocol) => {
  const map = new Map([['/index.html', { body: new Uint8Array(), type: 'text/html' }]])
  const foreign = [
    'app://other/index.html',
    'https://paydesk/index.html',
    'file:///index.html',
    'app://paydesk/%69ndex.html',
    'app://paydesk/index.html?x',
  ]
  return foreign.filter((url) => module.answerAsset(map, { url, method: 'GET' }).status === 200)
}

const ours: Look = (module: typeof Address) =>
  [
    'file:///index.html',
    'file://paydesk/index.html',
    'http://paydesk/index.html',
    'app://evil/',
    'app://me@paydesk/',
  ].filter((url) => module.isOurUrl(url))

const senders: Look = (module: typeof Ipc) => {
  const frame = { url: 'app://paydesk/index.html', origin: 'app://paydesk', parent: null }
  const our = { mainFrame: frame }
  const isOurs = (sender: unknown, senderFrame: unknown): boolean =>
    module.isOurs({ sender, senderFrame } as never, our as never)
  const posing = (more: object) => {
    const mainFrame = { ...frame, ...more }
    const posed = { mainFrame }
    return module.isOurs({ sender: posed, senderFrame: mainFrame } as never, posed as never)
  }
  return wrong({
    'our own window is refused': !isOurs(our, frame),
    'another window is answered': isOurs({ mainFrame: frame }, frame),
    'a frame in our window is answered': isOurs(our, { ...frame }),
    'a closed frame is answered': isOurs(our, null),
    'another origin is answered': posing({ origin: 'https://evil.example' }),
    'another address is answered': posing({ url: 'https://evil.example/' }),
    'a page within a page is answered': posing({ parent: {} }),
  })
}

const root: Look = (module: typeof RootUser) =>
  wrong({
    'root is let in without a word': module.rootRefusal(0, undefined) === null,
    'another user is refused': module.rootRefusal(1000, undefined) !== null,
  })

/** Every source of the program, but the one that is looked at as `text`. */
const otherSources = (file: string): string[] =>
  readdirSync(join(top, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter((name) => /\.(ts|vue)$/.test(name) && name !== file)
    .map(sourceOf)

const sources =
  (file: string, pattern: RegExp): Look =>
  (_module, text) =>
    [text, ...otherSources(file)].flatMap((one) => pattern.exec(one)?.[0] ?? [])

interface PackageFile {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

const release: Look = (_module, text) => {
  const { devDependencies, dependencies } = JSON.parse(text) as PackageFile
  const named = devDependencies['electron'] ?? ''
  const lock = JSON.parse(sourceOf('package-lock.json')) as {
    packages: Record<string, { version?: string; integrity?: string }>
  }
  const locked = lock.packages['node_modules/electron']
  return wrong({
    'electron is no exact version': !/^\d+\.\d+\.\d+$/.test(named),
    'electron is older than the line that was looked at': Number(named.split('.')[0]) < 45,
    'the lock names another version': locked?.version !== named,
    'the lock has no digest': locked?.integrity?.startsWith('sha512-') !== true,
    'electron is shipped twice': 'electron' in dependencies,
  })
}

/** As Electron's guide asks for, and stricter where the guide leaves a choice. */
const fuseLines = [
  'RunAsNode: false,',
  'EnableCookieEncryption: true,',
  'EnableNodeOptionsEnvironmentVariable: false,',
  'EnableNodeCliInspectArguments: false,',
  'EnableEmbeddedAsarIntegrityValidation: true,',
  'OnlyLoadAppFromAsar: true,',
  'LoadBrowserProcessSpecificV8Snapshot: false,',
  'GrantFileProtocolExtraPrivileges: false,',
  'WasmTrapHandlers: true,',
  'strictlyRequireAllFuses: true,',
]

const fuses: Look = (_module, text) => fuseLines.filter((line) => !text.includes(`  ${line}\n`))

const bridge: Look = () => {
  const reported = exposed.splice(0)
  const names = reported.map(([name]) => name)
  const parts = reported.flatMap(([, value]) => Object.keys(value as object))
  const isDoor = names.join() === 'paydesk' && parts.sort().join() === 'call,onChange'
  return isDoor ? [] : [...names, ...parts]
}

const without = (name: string): [string, string] => [
  `  contents.on('${name}', (event) => event.preventDefault())\n`,
  '',
]
const flipped = (name: string, to: boolean): [string, string] => [
  `  ${name}: ${String(!to)},\n`,
  `  ${name}: ${String(to)},\n`,
]

const rows: Row[] = [
  {
    check: 1,
    name: 'only pages of the build are loaded',
    file: protocol,
    plants: [
      ['url === null || !isOurUrl(request.url)', 'url === null'],
      ["url.search === '' ? assets.get(url.pathname) : undefined", 'assets.get(url.pathname)'],
    ],
    look: pages,
    heldBy: ['abuse/page-traversal', 'main/shell/protocol'],
  },
  {
    check: 2,
    name: 'no Node in the page',
    file: windowFile,
    plants: ['nodeIntegration', 'nodeIntegrationInWorker', 'nodeIntegrationInSubFrames'].map(
      (name) => flipped(name, true),
    ),
    look: preferences,
    heldBy: ['main/shell/window', 'abuse/page.window'],
  },
  {
    check: 3,
    name: 'the preload has a world of its own',
    file: windowFile,
    plants: [flipped('contextIsolation', false)],
    look: preferences,
    heldBy: ['main/shell/window'],
  },
  {
    check: 4,
    name: 'the page is sandboxed',
    file: windowFile,
    plants: [flipped('sandbox', false)],
    look: preferences,
    heldBy: ['main/shell/window', 'scripts/launch.window'],
  },
  {
    check: 4,
    name: 'nobody starts it where no sandbox can be',
    file: 'src/main/shell/root-user.ts',
    plants: [
      ["isRootUser(uid) && allowed !== '1'", 'false'],
      ["allowed !== '1'", "allowed === '1'"],
    ],
    look: root,
    heldBy: ['scripts/launch.window', 'scripts/setup'],
  },
  {
    check: 5,
    name: 'every permission is refused',
    file: lockdown,
    plants: [
      ['answer(false)', 'answer(true)'],
      ['setPermissionCheckHandler(() => false)', 'setPermissionCheckHandler(() => true)'],
      ['setDevicePermissionHandler(() => false)', 'setDevicePermissionHandler(() => true)'],
      ['session.setDisplayMediaRequestHandler(null)\n', ''],
    ],
    look: session,
    heldBy: ['main/shell/lockdown', 'abuse/page.window'],
  },
  {
    check: 6,
    name: 'the same-origin policy stands',
    file: windowFile,
    plants: [flipped('webSecurity', false)],
    look: preferences,
    heldBy: ['main/shell/window'],
  },
  {
    check: 7,
    name: 'the content policy',
    file: protocol,
    plants: [
      [`"script-src 'self'"`, `"script-src 'self' 'unsafe-eval'"`],
      [`"connect-src 'none'"`, `"connect-src 'self'"`],
      [`"worker-src 'none'"`, `"worker-src blob:"`],
      [`  "require-trusted-types-for 'script'",\n`, ''],
      [`  'content-security-policy': contentPolicy,\n`, ''],
    ],
    look: policy,
    heldBy: ['abuse/page.window', 'abuse/page-network.window', 'main/shell/protocol'],
  },
  {
    check: 8,
    name: 'nothing insecure is loaded',
    file: windowFile,
    plants: [flipped('allowRunningInsecureContent', true)],
    look: preferences,
    heldBy: ['main/shell/window'],
  },
  {
    check: 8,
    name: 'no request leaves for another scheme',
    file: lockdown,
    plants: [
      ["url.startsWith('data:image/')", "url.startsWith('http')"],
      ['cancel: !mayLoad(details.url, mayInspect)', 'cancel: false'],
    ],
    look: session,
    heldBy: ['main/shell/lockdown', 'abuse/page-network.window'],
  },
  {
    check: 9,
    name: 'no experimental feature',
    file: windowFile,
    plants: [flipped('experimentalFeatures', true)],
    look: preferences,
    heldBy: ['main/shell/window'],
  },
  {
    check: 10,
    name: 'no feature of Blink by name',
    file: windowFile,
    plants: [['  spellcheck: false,\n', "  spellcheck: false,\n  enableBlinkFeatures: 'x',\n"]],
    look: preferences,
    heldBy: ['main/shell/window'],
  },
  {
    check: 11,
    name: 'no popups are allowed',
    file: 'src/renderer/app/App.vue',
    plants: [['<RouterView v-else', '<webview allowpopups /><RouterView v-else']],
    look: sources('src/renderer/app/App.vue', /allowpopups/),
    heldBy: ['abuse/page.window'],
  },
  {
    check: 12,
    name: 'no webview',
    file: windowFile,
    plants: [flipped('webviewTag', true)],
    look: preferences,
    heldBy: ['main/shell/window'],
  },
  {
    check: 12,
    name: 'a webview that comes all the same is not attached',
    file: lockdown,
    plants: [without('will-attach-webview')],
    look: contents,
    heldBy: ['main/shell/lockdown'],
  },
  {
    check: 13,
    name: 'no navigation',
    file: lockdown,
    plants: ['will-navigate', 'will-frame-navigate', 'will-redirect'].map(without),
    look: contents,
    heldBy: ['main/shell/lockdown', 'abuse/page.window'],
  },
  {
    check: 14,
    name: 'no new window',
    file: lockdown,
    plants: [["({ action: 'deny' })", "({ action: 'allow' })"]],
    look: contents,
    heldBy: ['main/shell/lockdown', 'abuse/page.window', 'screens/window'],
  },
  {
    check: 15,
    name: 'nothing is opened outside',
    file: 'src/main/shell/system/menu.ts',
    plants: [["{ role: 'togglefullscreen' }", "{ click: () => shell.openExternal('https://x') }"]],
    // The folder of the records is opened, by its own path; nothing else is.
    look: sources(
      'src/main/shell/system/menu.ts',
      /\.openExternal\b|\bopenPath\((?!app\.getPath\('userData'\)\))/,
    ),
    heldBy: ['house'],
  },
  {
    check: 16,
    name: 'one exact and current Electron',
    file: 'package.json',
    plants: [
      ['"electron": "45.', '"electron": "^45.'],
      ['"electron": "45.', '"electron": "39.'],
    ],
    look: release,
    heldBy: ['abuse/electron-checks'],
  },
  {
    check: 17,
    name: 'only our own page is answered',
    file: 'src/main/shell/ipc.ts',
    plants: [
      ['    event.sender === ours &&\n', ''],
      ['    frame === ours.mainFrame &&\n', ''],
      ['    frame.parent === null &&\n', ''],
      ['    frame.origin === origin &&\n', ''],
      ['    isOurUrl(frame.url)\n', '    true\n'],
    ],
    look: senders,
    heldBy: ['abuse/forged-sender', 'main/shell/ipc'],
  },
  {
    check: 18,
    name: 'no file by address',
    file: 'src/main/shell/pages/address.ts',
    plants: [
      ['parsed.protocol === `${scheme}:`', 'parsed.protocol !== "https:"'],
      ['    parsed.host === host &&\n', ''],
      ["    parsed.username === '' &&\n", ''],
    ],
    look: ours,
    heldBy: ['abuse/page-traversal'],
  },
  {
    check: 19,
    name: 'each fuse of a package is set',
    file: 'scripts/package/fuses.ts',
    plants: fuseLines.map((line) => [
      `  ${line}\n`,
      `  ${line.replace(/true|false/, (state) => String(state !== 'true'))}\n`,
    ]),
    look: fuses,
    heldBy: ['package/fuses', 'package/configuration'],
  },
  {
    check: 20,
    name: 'the page gets two functions and nothing of Electron',
    file: 'src/preload/index.ts',
    plants: [
      [
        "contextBridge.exposeInMainWorld('paydesk', bridge)",
        "contextBridge.exposeInMainWorld('paydesk', { ...bridge, ipcRenderer })",
      ],
      [
        "contextBridge.exposeInMainWorld('paydesk', bridge)",
        "contextBridge.exposeInMainWorld('paydesk', bridge); contextBridge.exposeInMainWorld('electron', { ipcRenderer })",
      ],
    ],
    look: bridge,
    heldBy: ['preload/index', 'abuse/page.window'],
  },
]

/** Files that are no module are looked at as text alone. */
async function lookAt({ file, look }: Row, text: string): Promise<string[]> {
  const isModule = /^src\/(main\/shell|preload)\//.test(file) && !file.endsWith('menu.ts')
  const module = isModule ? await loadSource(file, text) : null
  return look(module as never, text)
}

describe('Electron’s security checks', () => {
  it.each(rows)('$check, $name: holds', async (row) => {
    expect(await lookAt(row, sourceOf(row.file))).toEqual([])
  })

  it.each(rows.flatMap((row) => row.plants.map(([find, replace]) => ({ ...row, find, replace }))))(
    '$check, $name: is seen to be broken by “$replace”',
    async ({ find, replace, ...row }) => {
      expect(await lookAt(row, mutated(row.file, find, replace))).not.toEqual([])
    },
  )

  it('are all twenty, and each is also held by a test that is there', () => {
    expect([...new Set(rows.map(({ check }) => check))]).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
    const missing = rows
      .flatMap(({ heldBy }) => heldBy)
      .filter((name) => !existsSync(join(top, 'test', `${name}.test.ts`)))
    expect(missing).toEqual([])
  })
})
