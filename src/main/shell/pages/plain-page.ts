// A page of main's own: no script, no file beside it, and words as text, whatever they hold. It
// stands in for the window's page when that can't be shown. Pure.
import type { Asset } from './protocol.ts'

export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)

const style = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:15vh auto;padding:0 2rem;color:#15202b;background:#eef1f3}
h1{font-size:1.4rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;padding:1rem;border-radius:6px}
.muted{color:#55626f;font-size:.875rem}code{font:.9rem ui-monospace,monospace}
.button{display:inline-block;margin:.75rem 0;padding:.5rem 1.25rem;border-radius:6px;background:#0b6b75;color:#fff;font-weight:600;text-decoration:none}
.button:focus-visible{outline:3px solid #0b6b75;outline-offset:3px}
@media(prefers-color-scheme:dark){body{color:#e8edf1;background:#0b1014}pre{background:#1d272f}.muted{color:#a9b6c1}
.button{background:#4cc2cb;color:#06272a}.button:focus-visible{outline-color:#4cc2cb}}`

/** `body` is markup: what is not ours in it has been through `escape`. */
export function plainPage(title: string, body: string): Asset {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>
<style>${style}</style></head><body><main role="alert"><h1>${escape(title)}</h1>
${body}
</main></body></html>`
  return { body: new TextEncoder().encode(html), type: 'text/html; charset=utf-8' }
}
