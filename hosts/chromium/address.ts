// Playwright routes http only: app://paydesk/x is shown to Chromium as
// http://paydesk.app.localhost/x, a secure context of its own origin. Pure, both ways.

const suffix = 'localhost'

/** app://host/path -> http://host.app.localhost/path; other URLs unchanged. */
export function toShown(url: string): string {
  const match = /^([a-z][a-z0-9-]*):\/\/([a-z0-9-]+)(\/.*)?$/i.exec(url)
  if (match === null || /^(https?|file|data|devtools|ws|wss|ftp)$/i.test(match[1] ?? '')) return url
  return `http://${match[2]}.${match[1]}.${suffix}${match[3] ?? '/'}`
}

/** The program's URL for a URL Chromium names; other URLs unchanged. */
export function fromShown(url: string): string {
  const match = /^http:\/\/([a-z0-9-]+)\.([a-z0-9-]+)\.localhost(?=[/?#]|$)(.*)$/i.exec(url)
  return match === null ? url : `${match[2]}://${match[1]}${match[3] === '' ? '/' : match[3]}`
}

/**
 * The scheme and host of the program's URL, as Electron's frames tell their origin; "null" for the
 * opaque ones.
 */
export function originOf(url: string): string {
  const match = /^([a-z][a-z0-9-]*:\/\/[^/?#]+)/i.exec(url)
  return match?.[1] ?? 'null'
}
