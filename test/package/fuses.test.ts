// Fuses over a file with a real fuse wire, as Electron's program has one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { FuseV1Options } from '@electron/fuses'
import { afterAll, describe, expect, it } from 'vitest'
import { differingFuses, fuses, setFuses } from '../../scripts/package/fuses.ts'
import { fuseWire } from '../../scripts/package/stand-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-fuses-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const delivered = '101100011'
const wanted = '010011001'

function program(states: string): string {
  const file = join(folder, `program-${Math.random().toString(36).slice(2)}`)
  const around = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3, 255, 0])
  writeFileSync(file, Buffer.concat([around, Buffer.from(fuseWire(states), 'latin1'), around]))
  return file
}
const statesOf = (file: string): string => {
  const text = readFileSync(file, 'latin1')
  return text.slice(text.indexOf('dL7pKGdn') + 34).slice(0, 9)
}

describe('Electron’s fuses', () => {
  it('are named in the table, every one', () => {
    const known = Object.keys(FuseV1Options).filter((name) => !/^\d+$/.test(name))
    expect(Object.keys(fuses).sort()).toEqual(known.sort())
    expect(known).toHaveLength(9)
  })

  it('are set as the table says, and read back', async () => {
    const file = program(delivered)
    expect(await differingFuses(file)).not.toEqual([])
    await setFuses(file)
    expect(statesOf(file)).toBe(wanted)
    expect(await differingFuses(file)).toEqual([])
  })

  it.each(Object.keys(fuses).map((name, at) => [name, at] as const))(
    '%s set otherwise is told of',
    async (name, at) => {
      const other = wanted[at] === '1' ? '0' : '1'
      for (const state of [other, 'r']) {
        const file = program(wanted.slice(0, at) + state + wanted.slice(at + 1))
        const differing = await differingFuses(file)
        expect(differing).toHaveLength(1)
        expect(differing[0]).toContain(`${name} is ${state === 'r' ? 'removed' : ''}`)
      }
    },
  )

  it('that the table does not know are refused', async () => {
    const file = program(`${delivered}0`)
    await expect(setFuses(file)).rejects.toThrow()
    expect(await differingFuses(program(`${wanted}1`))).toEqual(['fuse 9 is not in the table'])
  })

  it('that are missing are told of', async () => {
    expect(await differingFuses(program(wanted.slice(0, 8)))).toEqual([
      'WasmTrapHandlers is missing and has to be on',
    ])
  })

  it('are read back by a command, which fails when one differs', () => {
    const command = (file: string) =>
      spawnSync(process.execPath, ['scripts/package/read-fuses.ts', file], { encoding: 'utf8' })
    expect(command(program(wanted))).toMatchObject({ status: 0 })
    const refused = command(program(delivered))
    expect(refused.status).toBe(1)
    expect(refused.stdout).toContain('RunAsNode is on and has to be off')
  })
})
