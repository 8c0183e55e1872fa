// A connection may name any path as its file of authorities; whoever can change connections must
// not be able to hold Paydesk up by it, or make it reach for another computer.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readCaFile } from '../../../src/main/composition/ca-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-authorities-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string): string => join(folder, name)
writeFileSync(at('good.pem'), 'an authority')
writeFileSync(at('big.pem'), Buffer.alloc(1_000_001))
execFileSync('mkfifo', [at('pipe')])

it('a plain file of usual size is read', async () => {
  expect(await readCaFile(at('good.pem'))).toBe('an authority')
})

it.each([
  ['a pipe that nobody writes to', at('pipe'), /no file/],
  ['a device without end', '/dev/zero', /no file/],
  ['a folder', folder, /no file|EISDIR/],
  ['a file of more than a megabyte', at('big.pem'), /more than/],
  ['a share of Windows', '\\\\host\\share\\ca.pem', /another computer/],
  ['a share with slashes', '//host/share/ca.pem', /another computer/],
])('%s is refused at once', async (_name, path, message) => {
  await expect(readCaFile(path)).rejects.toThrow(message)
})
