// A person takes the list of orders out of the program: the file is whole, for them alone, and the
// log says who took what, before the file is there.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultOf, must, openStory, type Story, trainingOrder } from './story.ts'

const connectionId = 'sandbox'
let story: Story
beforeAll(async () => {
  story = await openStory()
  for (const about of [/paid sale/i, /hold/i])
    await story.lookUp(trainingOrder(story.sandbox, about))
})
afterAll(() => story.close())

const save = (as: 'csv' | 'xlsx') =>
  story.desk.desk['order:export']({ connectionId, as, columns: ['orderid', 'original'] })
const noted = async () =>
  must(await story.desk.desk['audit:list']({ filter: { kind: 'list:exported' }, limit: 20 })).rows
const partials = (): string[] =>
  readdirSync(story.desk.folder).filter((name) => name.includes('.partial-'))

it.each(['csv', 'xlsx'] as const)('is saved as %s, and noted with its digest', async (as) => {
  const report = must(await save(as))
  if (report === null) throw new Error('nothing was saved')
  const { file, sha256, bytes, rows } = report
  expect({ rows, ending: file.split('.').at(-1) }).toEqual({ rows: 2, ending: as })
  expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(sha256)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const [entry] = await noted()
  expect(entry).toMatchObject({
    ...{ actor: 'anna', outcome: 'ok', subject: 'orders' },
    details: { file, as, rows: 2, sha256, bytes, columns: ['orderid', 'original'], connectionId },
  })
  expect(partials()).toEqual([])
  rmSync(file)
})

it('has the requests of a register, and notes whose', async () => {
  const of = { connectionId, operations: ['payout' as const] }
  const report = must(await story.desk.desk['register:export']({ as: 'csv', of }))
  expect(report?.rows).toBe(0)
  expect((await noted())[0]).toMatchObject({ subject: 'requests', details: { of, rows: 0 } })
})

it('is told when it could not be written, and leaves nothing behind', async () => {
  const report = must(await save('csv'))
  const file = report?.file ?? ''
  rmSync(file)
  // A folder stands in its place, in this minute and the next.
  const [start, minute] = [file.slice(0, -'0000Z.csv'.length), Date.now()]
  for (const at of [minute, minute + 60_000])
    mkdirSync(`${start}${new Date(at).toISOString().slice(11, 16).replace(':', '')}Z.csv`, {
      recursive: true,
    })
  expect(faultOf(await save('csv'))).toMatchObject({ kind: 'input', field: 'file' })
  expect((await noted())[0]).toMatchObject({ outcome: 'failed', origin: 'desk' })
  expect(partials()).toEqual([])
})
