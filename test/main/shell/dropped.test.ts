import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { fail, inputFault, ok } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { createDroppedFiles } from '../../../src/main/shell/dropped.ts'
import { newFolder } from '../ledger/ledger-rig.ts'

let [folder, list, other] = ['', '', '']
beforeEach(() => {
  folder = realpathSync(newFolder())
  list = join(folder, 'list.csv')
  other = join(folder, 'other.csv')
  for (const path of [list, other]) writeFileSync(path, '')
})
const taken = (place: unknown) => {
  const dropped = createDroppedFiles()
  return dropped.take(dropped.keep(place))
}
const refused = (message: string) => fail(inputFault('file', message))

it('opens the newest dropped file once, and nothing by a name that is guessed', async () => {
  const dropped = createDroppedFiles()
  const first = dropped.keep(list)
  const second = dropped.keep(other)
  for (const name of [first, '', other]) expect(await dropped.take(name)).toEqual(ok(null))
  expect(await dropped.take(second)).toEqual(ok(other))
  expect(await dropped.take(second)).toEqual(ok(null))
})

it('knows no place for what lies nowhere on this computer', async () => {
  const dropped = createDroppedFiles()
  for (const place of ['', 'list.csv', '../list.csv', null, { path: '/a' }, 7]) {
    dropped.keep(list)
    expect(await dropped.take(dropped.keep(place)), String(place)).toEqual(ok(null))
  }
})

it('tells the place itself: no link, no step back and no place that leads nowhere', async () => {
  const [link, inner] = [join(folder, 'june.csv'), join(folder, 'inner')]
  symlinkSync(list, link)
  mkdirSync(inner)
  for (const place of [link, `${inner}/../list.csv`, `${folder}//./list.csv`])
    expect(await taken(place), place).toEqual(ok(list))
  for (const place of [`${list}/`, join(folder, 'gone.csv'), '/a\0b'])
    expect(await taken(place), place).toEqual(refused(say('files.not-opened')))
})

it('refuses a place that is longer than a box shows', async () => {
  const long = `${folder}/${'./'.repeat(500)}list.csv`
  expect(await taken(long)).toEqual(refused(say('files.drop-too-long')))
})
