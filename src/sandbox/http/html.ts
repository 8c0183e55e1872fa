// The few HTML pieces the console and the hosted pages share. Whatever comes from a request is
// escaped by whoever calls these.

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** `rows` are finished rows; `empty` is said instead of a table without any. */
export const table = (heads: readonly string[], rows: readonly string[], empty: string): string =>
  rows.length === 0
    ? `<p>${escapeHtml(empty)}</p>`
    : `<div class="scroll"><table><thead><tr>${heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`

export const cells = (...texts: string[]): string =>
  `<tr>${texts.map((text) => `<td dir="auto">${text}</td>`).join('')}</tr>`

export const code = (text: string): string => `<code>${escapeHtml(text)}</code>`
