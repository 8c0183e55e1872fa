// The Chromium behind the windows: one browser for the program, a throw-away profile, no traffic of
// its own. Under a display it is a window without tabs; otherwise it runs without one.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

export interface Opened {
  context: BrowserContext
  page: Page
  /** Where a test connects, when it was asked for. */
  debugUrl: string | undefined
}

let opened: { context: BrowserContext; profile: string } | undefined

export const hasDisplay = (): boolean =>
  process.env['PAYDESK_HOST_HEADLESS'] !== '1' &&
  (process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'] ?? '') !== ''

const colorSchemes = ['light', 'dark', 'no-preference'] as const

const plainFlags: string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  // Some builds write copies of a crashed page's memory despite this switch; see openBrowser().
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--no-first-run',
  '--no-default-browser-check',
  // Else Chromium puts a bar above the page that calls the program's own switches unsupported.
  '--test-type',
  // Chromium's own sandbox refuses to run for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** A question is no page of the program: the stand-in keeps it off the network by itself. */
const nameless = ['--host-resolver-rules=MAP * ~NOTFOUND']

/** Where Chromium writes its network use down, for tests. */
const netLog = process.env['PAYDESK_HOST_NET_LOG']

const flags = (size: { width: number; height: number }): string[] => [
  ...plainFlags,
  ...(netLog === undefined ? [] : [`--log-net-log=${netLog}`]),
  `--window-size=${size.width},${size.height}`,
  ...(hasDisplay() ? ['--app=data:text/html,<title>Paydesk</title>'] : []),
  ...(process.env['PAYDESK_HOST_CDP'] === '1' ? ['--remote-debugging-port=0'] : []),
]

/** `locks`: the flags that the program itself asked for. */
export async function openBrowser(
  wanted: { width: number; height: number },
  locks: string[],
): Promise<Opened> {
  if (opened !== undefined) throw new Error('This stand-in shows one window at a time.')
  const profile =
    process.env['PAYDESK_HOST_PROFILE_DIR'] ?? mkdtempSync(join(tmpdir(), 'paydesk-host-'))
  const [width, height] = (process.env['PAYDESK_HOST_VIEWPORT'] ?? '').split('x').map(Number)
  const size = width !== undefined && height !== undefined && width > 0 ? { width, height } : wanted
  const scheme = colorSchemes.find((name) => name === process.env['PAYDESK_HOST_COLOR_SCHEME'])
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium({ isWhole: hasDisplay() || netLog !== undefined }),
    // Copies of a crashed page's memory go into the profile, which is deleted, and not into a
    // folder of the person.
    env: { ...process.env, BREAKPAD_DUMP_LOCATION: join(profile, 'crashes') },
    headless: !hasDisplay(),
    viewport: hasDisplay() ? null : size,
    args: [...flags(size), ...locks],
    acceptDownloads: false,
    serviceWorkers: 'block',
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    colorScheme: scheme ?? null,
  })
  opened = { context, profile }
  const page = context.pages()[0] ?? (await context.newPage())
  return { context, page, debugUrl: debugUrlOf(profile) }
}

function debugUrlOf(profile: string): string | undefined {
  if (process.env['PAYDESK_HOST_CDP'] !== '1') return undefined
  const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
  return `http://127.0.0.1:${port}`
}

/** Whether a window is shown already: a second one is only ever printed, out of sight. */
export const isBrowserOpen = (): boolean => opened !== undefined

/**
 * A separate browser without a display. Chromium prints to PDF only without one, and nobody sees
 * the page.
 */
export async function openPrinter(
  options: { hasScripts: boolean },
  locks: string[],
): Promise<{ context: BrowserContext; page: Page; close: () => Promise<void> }> {
  const browser = await chromium.launch({
    executablePath: findChromium({ isWhole: false }),
    headless: true,
    args: [...plainFlags, ...locks],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  const context = await browser.newContext({
    javaScriptEnabled: options.hasScripts,
    acceptDownloads: false,
    serviceWorkers: 'block',
  })
  return { context, page: await context.newPage(), close: () => browser.close() }
}

/** A small window in a separate browser, which the program's page can neither see nor press. */
export async function openQuestion(): Promise<{ page: Page; close: () => Promise<void> }> {
  const browser = await chromium.launch({
    executablePath: findChromium({ isWhole: true }),
    headless: false,
    args: [
      ...plainFlags,
      ...nameless,
      '--window-size=520,320',
      '--app=data:text/html,<title>Paydesk</title>',
    ],
  })
  const context = browser.contexts()[0] ?? (await browser.newContext({ viewport: null }))
  const page = context.pages()[0] ?? (await context.newPage())
  return { page, close: () => browser.close() }
}

export async function closeBrowser(): Promise<void> {
  if (opened === undefined) return
  const { context, profile } = opened
  opened = undefined
  await context.close()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
}
