// The preload is the door of the page: it is held to its size, its two channels and its two
// functions, in source and as built.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callChannel, changeChannel } from '../../src/main/shell/ipc.ts'

const top = join(import.meta.dirname, '../..')
const source = readFileSync(join(top, 'src/preload/index.ts'), 'utf8')

describe('the preload', () => {
  it('stays under 40 lines', () => {
    expect(source.split('\n').length).toBeLessThan(40)
  })

  it('speaks on the channels main listens on, and on no other', () => {
    const channels = new Set([...source.matchAll(/'(paydesk:[a-z]+)'/g)].map(([, name]) => name))
    expect([...channels].sort()).toEqual([callChannel, changeChannel].sort())
  })

  it('exposes one thing, and never ipcRenderer or an event', () => {
    expect([...source.matchAll(/exposeInMainWorld\(([^)]*)\)/g)].map(([, given]) => given)).toEqual(
      ["'paydesk', bridge"],
    )
    expect(source).not.toMatch(/ipcRenderer[,})\s]*\)|listener\(_?event|\.\.\.ipcRenderer/)
  })

  it('is built as one CommonJS file that asks for electron and nothing else', () => {
    const built = join(top, 'out/app/preload/index.cjs')
    expect(existsSync(built)).toBe(true)
    const text = readFileSync(built, 'utf8')
    expect([...text.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name)).toEqual([
      'electron',
    ])
    expect(text).not.toMatch(/^import /m)
    expect(text).not.toContain(top)
  })
})
