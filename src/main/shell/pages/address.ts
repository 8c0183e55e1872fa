// Where the window's page lives and what is ours: one scheme, one host, compared exactly. Pure.

export const scheme = 'app'
export const host = 'paydesk'
export const origin = `${scheme}://${host}`
export const startUrl = `${origin}/index.html`
export const stopUrl = `${origin}/stopped.html`
export const crashUrl = `${origin}/crashed.html`

/** Whether a URL is a page of ours: exactly this origin, no user, no port, however it is spelt. */
export function isOurUrl(url: string): boolean {
  const parsed = URL.parse(url)
  return (
    parsed !== null &&
    parsed.protocol === `${scheme}:` &&
    parsed.host === host &&
    parsed.username === '' &&
    parsed.password === ''
  )
}
