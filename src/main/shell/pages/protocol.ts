// Serves the page: app://paydesk/<file> from a map of the build's files read once at start, matched
// exactly. No request ever becomes a file path, so there is nothing to traverse; every answer
// carries the content policy.
import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { isOurUrl } from './address.ts'

export interface Asset {
  body: Uint8Array<ArrayBuffer>
  type: string
}
/** Keys are URL paths as the page asks for them: "/index.html", "/assets/index-1a2b.js". */
export type Assets = ReadonlyMap<string, Asset>

/**
 * naive-ui writes style elements and takes no nonce: the one place where 'unsafe-inline' stands.
 */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "worker-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // Text becomes markup only through Vue's own policy, and script through none.
  "require-trusted-types-for 'script'",
  'trusted-types vue',
].join('; ')

/** Features that no page of ours uses. The session denies permissions as well. */
const permissionsPolicy = [
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

const headers = (type: string): Record<string, string> => ({
  'content-type': type,
  'content-security-policy': contentPolicy,
  'permissions-policy': permissionsPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
})

/**
 * Reads every file of a folder. A file of a type not named above is a mistake of the build and
 * throws.
 */
export function readAssets(folder: string): Assets {
  const assets = new Map<string, Asset>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const type = types[extname(entry.name)]
    if (type === undefined) throw new Error(`The build holds a file of unknown type: ${entry.name}`)
    const key = `/${relative(folder, path).split(sep).join('/')}`
    assets.set(key, { body: new Uint8Array(readFileSync(path)), type })
  }
  return assets
}

const refuse = (status: number, message: string): Response =>
  new Response(message, { status, headers: headers('text/plain; charset=utf-8') })

/**
 * Answers one request for a page of ours: 200 with the file, or a refusal that names nothing of the
 * disk.
 */
export function answerAsset(assets: Assets, request: { url: string; method: string }): Response {
  if (request.method !== 'GET') return refuse(405, 'Only GET is answered here.')
  const url = URL.parse(request.url)
  if (url === null || !isOurUrl(request.url)) return refuse(404, 'Not a page of Paydesk.')
  const asset = url.search === '' ? assets.get(url.pathname) : undefined
  if (asset === undefined) return refuse(404, 'Not a page of Paydesk.')
  return new Response(asset.body, { status: 200, headers: headers(asset.type) })
}
