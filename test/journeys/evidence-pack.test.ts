// The evidence pack as its reader gets it: opened with another program, every digest and seal
// checked, both verifiers asked.
import { spawnSync } from 'node:child_process'
import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EvidenceReport } from '#shared/bridge/evidence.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { faultOf, must, openStory, type Story, trainingOrder } from './story.ts'
import { openVerifiers } from '../campaigns/tamper/verifiers.ts'
import { checkSums, unzip } from './unzip.ts'

const connectionId = 'sandbox'
let story: Story
let order: OrderView
let report: EvidenceReport
let folder: string
const make = (orderid: string) => story.desk.desk['order:evidence']({ connectionId, orderid })
const text = (name: string): string => readFileSync(join(folder, name), 'utf8')
const json = (name: string): unknown => JSON.parse(text(name))
const partials = (): string[] =>
  readdirSync(story.desk.folder).filter((name) => name.includes('.partial-'))
const reported = async () =>
  must(
    await story.desk.desk['audit:list']({ filter: { kind: 'order:evidence' }, limit: 20 }),
  ).rows.map((row) => row.outcome)

/** As somebody without the key changes an unpacked pack; the sums are made anew each time. */
const forgeries: { name: string; message: string; run: (pack: string) => void }[] = [
  {
    name: 'a pack whose order, notes and page were changed',
    message: 'README.txt was changed',
    run: (pack) => {
      for (const name of ['order.json', 'notes.json', 'timeline.pdf', 'README.txt'])
        appendFileSync(join(pack, name), ' ')
      sumsAnew(pack)
    },
  },
  {
    name: 'a pack with a file more',
    message: 'answers/002-capture.json is not of the pack',
    run: (pack) => {
      writeFileSync(join(pack, 'answers/002-capture.json'), '{}')
      sumsAnew(pack)
    },
  },
  {
    name: 'a pack with a file less',
    message: 'notes.json is missing',
    run: (pack) => {
      rmSync(join(pack, 'notes.json'))
      sumsAnew(pack)
    },
  },
  {
    name: 'a pack whose sums alone were changed',
    message: 'SHA256SUMS was changed',
    run: (pack) => appendFileSync(join(pack, 'SHA256SUMS'), `${'0'.repeat(64)}  more.json\n`),
  },
  {
    name: 'a pack whose list was changed',
    message: 'the signature of manifest.json is wrong',
    run: (pack) => {
      const place = join(pack, 'manifest.json')
      writeFileSync(place, readFileSync(place, 'utf8').replace('"bytes": ', '"bytes":  '))
      sumsAnew(pack)
    },
  },
  {
    name: 'a pack that was signed anew with another key',
    message: 'the pack is signed with another key than the one you wrote down',
    run: (pack) => {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519')
      const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
      const place = join(pack, 'manifest.json')
      const manifest = JSON.parse(readFileSync(place, 'utf8')) as Record<string, unknown>
      const fingerprint = createHash('sha256').update(raw).digest('hex')
      const bytes = JSON.stringify({ ...manifest, publicKey: raw.toString('base64'), fingerprint })
      writeFileSync(place, bytes)
      const signature = sign(null, Buffer.from(bytes), privateKey).toString('base64')
      writeFileSync(join(pack, 'manifest.sig'), `${signature}\n`)
      sumsAnew(pack)
    },
  },
]

function sumsAnew(pack: string): void {
  const names = readdirSync(pack, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name !== 'SHA256SUMS' && statSync(join(pack, name)).isFile(),
  )
  const sums = names.map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(pack, name)))
      .digest('hex')
    return `${digest}  ${name}\n`
  })
  writeFileSync(join(pack, 'SHA256SUMS'), sums.join(''))
}

/** What both verifiers say, which is the same. */
async function verified(pack: string, args: string[]) {
  const verifiers = await openVerifiers()
  const { node, python } = await verifiers.ask([pack, ...args])
  verifiers.close()
  expect(python).toEqual(node)
  return node
}

beforeAll(async () => {
  story = await openStory(0)
  const { desk } = story.desk
  order = await story.lookUp(trainingOrder(story.sandbox, /120\.00 EUR/))
  // Another order, whose entries must not be told.
  await story.lookUp(trainingOrder(story.sandbox, /80\.00 GBP/))
  const review = must(
    await story.review('return', order, { amount: '20.00', currency: 'EUR', comment: 'torn box' }),
  )
  const sent = must(await story.confirm(review))
  await story.until(order, sent.id, 'SUCCEEDED')
  const place = { connectionId, orderid: order.orderid }
  must(await desk['order:note']({ ...place, text: 'فاطمة <b>called</b> & כתבה' }))
  must(await desk['order:tag']({ ...place, tag: 'bank' }))
  report = must(await make(order.orderid))!
  folder = unzip(report.file)
}, 180_000)
afterAll(() => story.close())

describe('an evidence pack', () => {
  it('holds what is known of the order, each file with its digest', () => {
    const sums = checkSums(folder)
    expect(sums.filter(([, isRight]) => !isRight)).toEqual([])
    expect([...sums.map(([name]) => name), 'SHA256SUMS'].sort()).toEqual([...report.files].sort())
    expect(report.files).toEqual(
      expect.arrayContaining([
        'README.txt',
        'timeline.pdf',
        'answers/status.json',
        'answers/001-return.json',
        'bank-numbers.json',
        'attempts.json',
        'audit/audit.jsonl',
        'audit/verify_audit.py',
      ]),
    )
    expect(json('order.json')).toMatchObject({
      orderid: order.orderid,
      phase: 'partly-returned',
      returnable: { amount: '100.00', currency: 'EUR' },
    })
    expect(json('attempts.json')).toMatchObject([
      { operation: 'return', state: 'SUCCEEDED', comment: 'torn box' },
    ])
    expect(json('answers/status.json')).toMatchObject({ 'paynet-order-id': order.orderid })
    expect(json('notes.json')).toMatchObject({ tags: ['bank'], notes: [{ actor: 'anna' }] })
  })

  it('tells the same on the page that is printed, every text as text', () => {
    const page = text('timeline.pdf')
    for (const message of [
      'Order ' + order.orderid,
      'torn box',
      '20.00',
      'partly refunded',
      'فاطمة',
    ])
      expect(page).toContain(message)
    expect(page).toContain('&#60;b&#62;called&#60;/b&#62; &#38; כתבה')
    expect(page).not.toContain('<script')
  })

  it('has the bank’s numbers of the sale, though a refund has come since', () => {
    const reported = json('bank-numbers.json') as {
      kind: string
      rrn: string
      approvalCode: string
    }[]
    const sale = reported.find(({ kind }) => kind === 'sale')
    expect(sale?.rrn).toMatch(/^\d{12}$/)
    expect(sale?.approvalCode).toMatch(/^\d{6}$/)
    expect(reported.map(({ rrn }) => rrn)).toContain(order.answer['processor-rrn'])
    const refund = reported.find(({ kind }) => kind === 'reversal')
    expect(refund?.rrn).toMatch(/^(?!$)/)
    expect(refund?.rrn).not.toBe(sale?.rrn)
  })

  it('has audit entries about this order alone, which both verifiers accept', () => {
    const lines = text('audit/audit.jsonl').trimEnd().split('\n')
    const full = lines
      .map((line) => JSON.parse(line) as { body?: string })
      .flatMap(({ body }) => (body === undefined ? [] : [Buffer.from(body, 'base64').toString()]))
      .map((body) => JSON.parse(body) as { subject: string; kind: string })
    expect(full.length).toBe(report.entries)
    expect(report.stubs).toBeGreaterThan(0)
    expect(new Set(full.map(({ subject }) => subject)).size).toBe(1)
    expect(full.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['attempt:sending', 'order:noted', 'order:tagged', 'order:evidence']),
    )
    const { fingerprint } = json('manifest.json') as { fingerprint: string }
    for (const [program, file] of [
      [process.execPath, 'verify-audit.mjs'],
      ['python3', 'verify_audit.py'],
    ] as const) {
      const audit = join(folder, 'audit')
      const said = spawnSync(program, [join(audit, file), audit, '--fingerprint', fingerprint], {
        encoding: 'utf8',
      })
      expect([said.status, said.stdout.split(':')[0]]).toEqual([0, 'intact'])
    }
  })

  it('is signed by the key of the audit log, and its own digest stands in that log', async () => {
    const { publicKey } = json('manifest.json') as { publicKey: string }
    const key = createPublicKey({
      key: Buffer.concat([
        Buffer.from('302a300506032b6570032100', 'hex'),
        Buffer.from(publicKey, 'base64'),
      ]),
      format: 'der',
      type: 'spki',
    })
    const manifest = readFileSync(join(folder, 'manifest.json'))
    const signature = Buffer.from(text('manifest.sig'), 'base64')
    expect(verify(null, manifest, key, signature)).toBe(true)
    expect(verify(null, Buffer.concat([manifest, Buffer.from(' ')]), key, signature)).toBe(false)
    const page = must(
      await story.desk.desk['audit:list']({ filter: { kind: 'order:evidence' }, limit: 1 }),
    )
    expect(page.rows[0]).toMatchObject({ outcome: 'ok', details: { sha256: report.sha256 } })
    expect(partials()).toEqual([])
  })

  it('is checked whole by one command, with the fingerprint that was written down', async () => {
    const { fingerprint } = json('manifest.json') as { fingerprint: string }
    const said = await verified(folder, ['--fingerprint', fingerprint])
    expect(said.code).toBe(0)
    expect(said.text).toContain(`evidence pack: ${report.files.length - 3} files, none beyond them`)
    expect(text('README.txt')).toContain('node verify-audit.mjs <this folder> --fingerprint')
  })

  it.each(forgeries)('$name is tampered with, for both verifiers', async ({ run, message }) => {
    const forged = mkdtempSync(join(tmpdir(), 'paydesk-forged-'))
    cpSync(folder, forged, { recursive: true })
    const { fingerprint } = json('manifest.json') as { fingerprint: string }
    run(forged)
    const said = await verified(forged, ['--fingerprint', fingerprint])
    rmSync(forged, { recursive: true })
    expect([said.code, said.text.split('\n')[0]]).toEqual([2, `tampered: ${message}`])
  })

  it('is checked alone', async () => {
    const said = await verified(folder, [folder])
    expect([said.code, said.text]).toEqual([4, 'uncheckable: an evidence pack is checked alone\n'])
  })

  it('shows a change in any of its files', () => {
    writeFileSync(join(folder, 'attempts.json'), text('attempts.json').replace('20.00', '10.00'))
    expect(checkSums(folder)).toContainEqual(['attempts.json', false])
  })
})

describe('a pack that is not made', () => {
  it('because a file of that name is there, leaves that one as it is', async () => {
    let { file } = report
    let before = readFileSync(file)
    let again = await make(order.orderid)
    // The name holds the minute: in a new minute the first try makes the file that is in the way.
    if (again.ok) {
      file = must(again)!.file
      before = readFileSync(file)
      again = await make(order.orderid)
    }
    expect(faultOf(again)).toMatchObject({ kind: 'input', field: 'folder' })
    expect(readFileSync(file).equals(before)).toBe(true)
    expect((await reported())[0]).toBe('failed')
    expect(partials()).toEqual([])
  })

  it('because the order is not here, asks for no place', async () => {
    const count = (await reported()).length
    expect(faultOf(await make('404'))).toMatchObject({ reason: 'not-found' })
    expect((await reported()).length).toBe(count)
  })

  it('because the person ended it, leaves nothing behind', async () => {
    const other = await story.lookUp(trainingOrder(story.sandbox, /45\.500 KWD/))
    const count = (await reported()).length
    const making = make(other.orderid)
    // A fast pack may be ready by the time the log is asked.
    await expect.poll(async () => (await reported()).length, { interval: 5 }).toBe(count + 1)
    must(await story.desk.desk['work:cancel']({ name: 'evidence' }))
    const made = await making
    // Ended or just too late: never half.
    if (made.ok && made.value === null) {
      expect((await reported())[0]).toBe('cancelled')
      const name = `paydesk-order-${other.orderid}`
      expect(readdirSync(story.desk.folder).filter((one) => one.startsWith(name))).toEqual([])
    } else expect(existsSync(must(made)!.file)).toBe(true)
    expect(partials()).toEqual([])
  })
})
