// Cells as programs put them on the clipboard: with tabs from a spreadsheet or a mail's table,
// with bars or with wide gaps from plain text. Made one form; lines keep their numbers. Pure.

/** The same lines, with tabs between the cells where bars or gaps stand. */
export function tabbed(text: string): string {
  if (text.includes('\t')) return text
  const lines = text.split(/\r\n?|\n/)
  const filled = lines.filter((line) => line.trim() !== '')
  const most = (test: RegExp): boolean => {
    const count = filled.filter((line) => test.test(line)).length
    return count > 1 && count * 2 > filled.length
  }
  if (most(/^\s*\|.*\|\s*$/))
    return lines
      .map((line) =>
        // The line under the head of such a table.
        /^[\s|:+-]*$/.test(line)
          ? ''
          : line.replace(/^\s*\|\s*|\s*\|\s*$/g, '').replace(/\s*\|\s*/g, '\t'),
      )
      .join('\n')
  if (most(/\S {2,}\S/)) return lines.map((line) => line.trim().replace(/ {2,}/g, '\t')).join('\n')
  return text
}
