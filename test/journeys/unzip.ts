// Opens an evidence pack as an outsider would: with another program than the one that wrote it,
// into a folder of its own.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder in the zip. */
export function unzip(file: string): string {
  const into = join(dirname(file), `opened-${Date.now()}`)
  execFileSync('python3', ['-m', 'zipfile', '-e', file, into])
  const [folder, ...more] = readdirSync(into)
  if (folder === undefined || more.length > 0) throw new Error('a pack holds one folder')
  return join(into, folder)
}

/** The permissions that a zip asks for, file by file. */
export const unzipModes = (file: string): number[] => {
  const script =
    'import sys, zipfile\nfor one in zipfile.ZipFile(sys.argv[1]).infolist(): print((one.external_attr >> 16) & 0o777)'
  return execFileSync('python3', ['-c', script, file]).toString().trim().split('\n').map(Number)
}

/** Names of SHA256SUMS with whether the file has that digest. */
export function checkSums(folder: string): [string, boolean][] {
  return readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, sum = '', name = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
      const digest = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
      return [name, digest === sum]
    })
}
