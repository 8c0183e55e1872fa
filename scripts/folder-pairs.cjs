// Which folders of src import each other. The import checker knows circles of files and none of
// folders, so the ways of this project (`./…`, `#shared/…`, `#messages/…`) are read from the text.
// Read by .dependency-cruiser.cjs, which makes a rule of each pair.
const { readdirSync, readFileSync } = require('node:fs')
const { dirname, join, relative } = require('node:path')

const source = /(?:\bfrom|\bimport\(?)\s*'((?:\.{1,2}|#shared|#messages)\/[^']+)'/g

/** The folder that an import of this file reaches, from the top. */
const folderOf = (file, way) =>
  dirname(way.startsWith('#') ? join('src', way.slice(1)) : join(dirname(file), way))

/** Each as [importer, imported], both ways: the rule names the import that a person can move. */
module.exports = (top) => {
  const files = readdirSync(join(top, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|vue)$/.test(entry.name))
    .map((entry) => relative(top, join(entry.parentPath, entry.name)))
  const reached = new Map()
  for (const file of files)
    for (const [, way] of readFileSync(join(top, file), 'utf8').matchAll(source)) {
      const folder = dirname(file)
      reached.set(folder, (reached.get(folder) ?? new Set()).add(folderOf(file, way)))
    }
  return [...reached].flatMap(([from, tos]) =>
    [...tos].filter((to) => to !== from && reached.get(to)?.has(from)).map((to) => [from, to]),
  )
}
