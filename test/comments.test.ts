// A comment sends its reader to other files: each file that one names is there.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const top = join(import.meta.dirname, '..')
const list = ['ls-files', '--cached', '--others', '--exclude-standard']
const paths = execFileSync('git', list, { cwd: top, encoding: 'utf8' }).split('\n')
const ending = /\.(?:ts|mts|cts|mjs|cjs|vue|css|sh|md)$/
const written = paths.filter((path) => /^(src|test|scripts|hosts|bench)\//.test(path))

const comment = /(?<=^|\s)(?:\/\/.*$|\/\*[^]*?\*\/)|<!--[^]*?-->/gm
const name = /(?<![\w./…*$`'-])[\w./-]*\w\.(?:ts|mts|cts|mjs|cjs|vue)\b(?![\w(./-])/g

const isThere = (named: string): boolean =>
  paths.some((path) => path === named || path.endsWith(`/${named.replace(/^(\.{1,2}\/)+/, '')}`))

/** Files of others that a comment may name. */
const foreign = ['electron.d.ts']

describe('a file that a comment names', () => {
  it.each(['src', 'test', 'scripts', 'hosts', 'bench'])('is there: %s', (folder) => {
    const dead = written
      .filter((path) => path.startsWith(`${folder}/`) && ending.test(path))
      .flatMap((path) =>
        (readFileSync(join(top, path), 'utf8').match(comment) ?? [])
          .flatMap((text) => text.match(name) ?? [])
          .filter((named) => !isThere(named) && !foreign.includes(named))
          .map((named) => `${path}: ${named}`),
      )
    expect(dead).toEqual([])
  })
})
