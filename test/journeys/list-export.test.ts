// A person takes the list of orders out of the program: the file is whole, for them alone, and the
// log says who took what, before the file is there.
import { execFileSync } from 'node:child_process'
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

const sheetOf =
  'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read("xl/worksheets/sheet1.xml").decode())'
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

it('has the requests that are named, in their order, and notes how many', async () => {
  const order = await story.lookUp(trainingOrder(story.sandbox, /paid sale/i))
  const sent: string[] = []
  for (const amount of ['1.00', '2.00']) {
    const more = { amount, currency: 'EUR', comment: 'A lamp' }
    const review = must(await story.review('return', order, more))
    must(await story.confirm(review))
    await story.until(order, review.attemptId, 'SUCCEEDED')
    sent.push(review.attemptId)
  }
  const of = { attempts: sent.toReversed() }
  const report = must(await story.desk.desk['register:export']({ as: 'csv', of }))
  const lines = readFileSync(report?.file ?? '', 'utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1)
  expect(lines.map((line) => of.attempts.findIndex((id) => line.includes(id)))).toEqual([0, 1])
  expect((await noted())[0]).toMatchObject({ details: { of: { attempts: 2 }, rows: 2 } })
})

it.each(['csv', 'xlsx'] as const)('has what the page shows as %s, and says so', async (as) => {
  const columns = [
    { name: 'name', kind: 'text' as const },
    { name: 'amount', kind: 'money' as const },
    { name: 'line', kind: 'number' as const },
  ]
  const rows = [
    ['=Zoë', '12.50', '7'],
    ['Bo 4111 1111 1111 1111', '', '8'],
  ]
  const asked = { as, list: 'recipients', columns, rows }
  const report = must(await story.desk.desk['list:save'](asked))
  const file = report?.file ?? ''
  if (as === 'csv')
    expect(readFileSync(file, 'utf8')).toBe(
      '\ufeff"name","amount","line"\r\n"\'=Zoë","12.50","7"\r\n"Bo 4111 11•• •••• 1111","","8"\r\n',
    )
  else
    expect(
      execFileSync('python3', ['-c', sheetOf, file])
        .toString()
        .match(/<v>[^<]+/g),
    ).toEqual(['<v>12.50', '<v>7', '<v>8'])
  expect((await noted())[0]).toMatchObject({
    subject: 'recipients',
    details: {
      as,
      rows: 2,
      source: 'screen',
      columns: ['name', 'amount', 'line'],
      sha256: report?.sha256,
    },
  })
  const short = await story.desk.desk['list:save']({ ...asked, rows: [['Bo']] })
  expect(faultOf(short)).toMatchObject({ kind: 'input', field: 'rows' })
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
