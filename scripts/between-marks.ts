// A part of a page of docs that a command writes stands between two marks: <!-- NAME: begin --> and
// <!-- NAME: end -->. Pure.

const placeIn = (page: string, name: string): { from: number; to: number } => {
  const begin = `<!-- ${name}: begin -->`
  const [from, to] = [page.indexOf(begin), page.indexOf(`<!-- ${name}: end -->`)]
  if (from === -1 || to < from) throw new Error(`The marks of ${name} are missing.`)
  return { from: from + begin.length, to }
}

export function textBetween(page: string, name: string): string {
  const { from, to } = placeIn(page, name)
  return page.slice(from, to).trim()
}

export function withTextBetween(page: string, name: string, text: string): string {
  const { from, to } = placeIn(page, name)
  return `${page.slice(0, from)}\n\n${text}\n\n${page.slice(to)}`
}
