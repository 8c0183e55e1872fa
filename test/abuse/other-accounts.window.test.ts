// Another account of this computer looks for what it may read. The real program writes all that it
// writes, under the umask and into the folder that most computers have: readable by everyone.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Input, Method, Output } from '#shared/contract/bridge.ts'
import type { Result } from '#shared/fault.ts'
import type {} from '../../src/renderer/api/bridge.ts'
import { launchPaydesk } from '../../scripts/launch.ts'
import { modeOf, pathsBelow } from '../files-below.ts'
import { unzipModes } from '../journeys/unzip.ts'

const place = mkdtempSync(join(tmpdir(), 'paydesk-accounts-'))
const before = process.umask(0o022)
afterAll(() => {
  process.umask(before)
  rmSync(place, { recursive: true, force: true })
})

/** Everything below a folder, itself included, that somebody else may read, write or enter. */
const openTo = (folder: string): string[] =>
  [folder, ...pathsBelow(folder)].flatMap((path) => {
    const mode = modeOf(path) ?? 0
    return (mode & 0o077) === 0 ? [] : [`${relative(place, path)} ${mode.toString(8)}`]
  })

it('no file and no folder of Paydesk is open to another account', async () => {
  const [userData, saved] = [join(place, 'desk'), join(place, 'saved')]
  mkdirSync(saved)
  // As a test's launcher makes the folder, so a person or an older program may have: for everybody.
  const paydesk = await launchPaydesk({
    userData,
    keychainDir: join(place, 'keychain'),
    env: { PAYDESK_HOST_SAVE_DIR: saved },
  })
  const call = async <M extends Method>(method: M, input: Input<M>): Promise<Output[M]> => {
    const answer = (await paydesk.page.evaluate(
      ([asked, given]) =>
        (window.paydesk as { call: (...all: unknown[]) => unknown }).call(asked, given),
      [method, input] as const,
    )) as Result<Output[M]>
    if (!answer.ok) throw new Error(answer.fault.message)
    return answer.value
  }
  const { connections } = await call('app:state', {})
  const { id: connectionId = '', trainingOrders = [] } = connections[0] ?? {}
  const { orderid = '' } = trainingOrders[0] ?? {}
  await call('order:look-up', { connectionId, by: 'orderid', value: orderid })
  await call('look-ups:start', { connectionIds: [connectionId], text: orderid, as: null })
  await expect.poll(async () => (await call('look-ups:state', {}))?.state).toBe('done')
  const list = await call('look-ups:save', {})
  const exported = await call('audit:export', { filter: {} })
  const pack = await call('order:evidence', { connectionId, orderid })
  expect(openTo(userData)).toEqual([])
  for (const path of [list?.file, exported?.folder, pack?.file]) {
    expect(path).toBeDefined()
    const isFolder = statSync(path!).isDirectory()
    expect(isFolder ? openTo(path!) : statSync(path!).mode & 0o777).toEqual(isFolder ? [] : 0o600)
  }
  expect(unzipModes(pack!.file).filter((mode) => mode !== 0o600)).toEqual([])
  await paydesk.close()
  expect(openTo(userData)).toEqual([])
  expect(readdirSync(userData)).toEqual(expect.arrayContaining(['ledger.sqlite', 'search.sqlite']))
})
