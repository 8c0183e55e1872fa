// Prints one page of ours to PDF, out of sight: no script, no preload, no request but the page
// itself, fonts inside it. Nothing of the visible window takes part, and the hidden one is gone
// afterwards.
import { readFileSync } from 'node:fs'
import { BrowserWindow, session, type WebPreferences } from 'electron'
import { origin, scheme } from './pages/address.ts'
import { lockSession } from './lockdown.ts'

const pageUrl = `${origin}/print.html`

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'",
  'cache-control': 'no-store',
}

/** A page that is only printed may load and run nothing. */
export const printPreferences = (): WebPreferences => ({
  javascript: false,
  devTools: false,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  plugins: false,
})

let count = 0

/**
 * `fontsFile` is style with the fonts in it as data: a page of a hidden window is printed before
 * anything else could be loaded.
 */
export async function printPage(html: string, fontsFile: string): Promise<Uint8Array> {
  const fonts = readFileSync(fontsFile, 'utf8')
  const page = html.replace('</head>', () => `<style>${fonts}</style></head>`)
  count += 1
  const ours = session.fromPartition(`paydesk-print-${count}`, { cache: false })
  await lockSession(ours, false)
  ours.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: details.url !== pageUrl && !details.url.startsWith('data:font/') }),
  )
  ours.protocol.handle(scheme, (request) =>
    request.url === pageUrl
      ? new Response(page, { status: 200, headers })
      : new Response('', { status: 404 }),
  )
  const window = new BrowserWindow({
    show: false,
    webPreferences: { ...printPreferences(), session: ours },
  })
  try {
    await window.loadURL(pageUrl)
    return await window.webContents.printToPDF({
      preferCSSPageSize: true,
      printBackground: true,
      generateTaggedPDF: true,
    })
  } finally {
    window.destroy()
  }
}
