// Attacks on approvals, on a whole desk: each by the calls that a script in the page could make, by
// what colleagues could try, or by who writes the ledger's file. The sandbox's books say what
// moved.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrderView, Review } from '#shared/bridge/views.ts'
import type { Input } from '#shared/contract/bridge.ts'
import type { Result } from '#shared/fault.ts'
import type { Role } from '#shared/people/roles.ts'
import { formatMessage } from '#wording/format-messages.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { digestOfRequest } from '../../src/main/desk/approvals/approval-text.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { paidOrders, until } from '../journeys/runs/run-story.ts'
import { handleOf, openDesk, type OpenDesk, type ShownQuestion } from '../journeys/story.ts'

const passphrases = {
  Ada: 'correct horse battery',
  Bo: 'staple of another kind',
  Cy: 'nobody guesses this at all',
  Di: 'four unrelated nouns here',
  Eve: 'she would like some money',
} as const
type Name = keyof typeof passphrases
let [folder, sandbox, opened] = ['', null as unknown as Sandbox, null as unknown as OpenDesk]
let [vault, now, order] = [null as unknown as Vault, 0, null as unknown as OrderView]
let ids: Readonly<Record<string, string>> = {}
const folders: string[] = []

beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 20 })
})
afterAll(() => sandbox.close())

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(formatMessage(result.fault.message))
  return result.value
}
const said = (result: Result<unknown>): string =>
  result.ok ? 'done' : formatMessage(result.fault.message)
/** What the system's box asked, and how it is answered. */
let [boxes, answer] = [[] as ShownQuestion[], true]
async function open(): Promise<void> {
  const ask = async (question: ShownQuestion): Promise<boolean> => {
    boxes.push(question)
    return answer
  }
  opened = await openDesk({ folder, vault, sandbox: handleOf(sandbox), clock: () => now, ask })
}
const signIn = async (name: Name): Promise<void> => {
  const personId = ids[name] ?? ''
  must(await opened.desk['people:sign-in']({ personId, passphrase: passphrases[name] }))
}
const limit = (
  amount: string | null,
  more: Partial<Input<'people:set-limit'>> = {},
): Promise<Result<unknown>> =>
  opened.desk['people:set-limit']({
    ...{
      role: 'payments',
      group: 'refunds',
      currency: 'EUR',
      amount,
      approvals: 1,
      own: passphrases.Ada,
    },
    ...more,
  } as Input<'people:set-limit'> & { approvals: 1 | 2 })

/** Ada administers, Bo asks, Cy and Di approve, Eve may refund and approve nothing. */
async function team(): Promise<void> {
  const { desk } = opened
  must(await desk['people:switch-on']({ name: 'Ada', passphrase: passphrases.Ada }))
  const add = async (name: Name, roles: Role[]): Promise<void> => {
    const list = await desk['people:add']({
      name,
      roles,
      passphrase: passphrases[name],
      own: passphrases.Ada,
    })
    ids = Object.fromEntries(must(list).map((one) => [one.name, one.id]))
  }
  await add('Bo', ['payments'])
  await add('Cy', ['payments', 'approver'])
  await add('Di', ['payments', 'approver'])
  await add('Eve', ['payments'])
  must(await limit('10.00'))
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'approvals-'))
  folders.push(folder)
  vault = { ...createMemoryVault(), kind: 'keychain' }
  now = Date.now()
  answer = true
  await open()
  await team()
  order = await paid()
})
afterEach(async () => {
  await opened.close()
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true })
})

/** A paid order that nobody refunded. */
async function paid(about = /paid sale of 120\.00 EUR/): Promise<OrderView> {
  const [value = ''] = paidOrders(sandbox, 1, about)
  await signIn('Bo')
  return must(await opened.desk['order:look-up']({ connectionId: 'sandbox', by: 'orderid', value }))
}
const refunds = (orderid = order.orderid): number =>
  sandbox.effects().filter((one) => one.orderid === orderid).length
/** Until nothing of the order is open any more. */
async function settle(): Promise<void> {
  const { orderid } = order
  await expect
    .poll(async () => {
      await opened.desk['order:check']({ connectionId: 'sandbox', orderid })
      const open = must(await opened.desk['attempt:list']({ isOpen: true }))
      return open.filter((one) => one.orderid === orderid).length
    })
    .toBe(0)
}

const review = async (amount: string, comment = 'Damaged parcel'): Promise<Review> =>
  must(await reviewed(amount, comment))
const reviewed = (amount: string, comment = 'Damaged parcel', of = order) =>
  opened.desk['attempt:review']({
    ...{ connectionId: 'sandbox', operation: 'return' },
    request: {
      ...{ orderid: of.orderid, client_orderid: of.clientOrderid },
      ...{ amount, currency: 'EUR', comment },
    },
  })
const confirm = ({ attemptId, token }: Review) =>
  opened.desk['attempt:confirm']({ attemptId, token })
/** Reviews and asks; the id of what waits. */
async function asked(amount = '25.00', name: Name = 'Bo'): Promise<string> {
  await signIn(name)
  const { attemptId, token } = await review(amount)
  return must(await opened.desk['approval:ask']({ attemptId, token })).id
}
const show = (approvalId: string) => opened.desk['approval:show']({ approvalId })
async function approve(approvalId: string, name: Name): Promise<Result<unknown>> {
  await signIn(name)
  const { seen, digest } = must(await show(approvalId))
  return opened.desk['approval:approve']({ approvalId, seen, digest, own: passphrases[name] })
}
async function send(amount = '25.00', name: Name = 'Bo'): Promise<string> {
  await signIn(name)
  const done = await reviewed(amount)
  return done.ok ? said(await confirm(done.value)) : said(done)
}
async function inFile(change: (db: Database.Database) => void): Promise<void> {
  await opened.close()
  const db = new Database(join(folder, 'ledger.sqlite'))
  change(db)
  db.close()
  await open()
}

const alone = /somebody else has to approve it/i
const missing = /still missing/

describe('an honest pair', () => {
  it('asks, approves, sends: once, and the approval is used up', async () => {
    const id = await asked()
    expect(await send()).toMatch(missing)
    expect(said(await approve(id, 'Cy'))).toBe('done')
    expect(await send()).toBe('done')
    await settle()
    expect(await send()).toMatch(alone)
    expect(refunds()).toBe(1)
    const log = must(await opened.desk['audit:list']({ filter: {}, limit: 100 })).rows
    expect(
      log
        .filter(({ kind }) => kind.startsWith('approval:'))
        .map(({ kind, actor }) => `${actor} ${kind}`),
    ).toEqual([...['Bo approval:spent', 'Cy approval:signed', 'Bo approval:asked']])
  })

  it('needs nobody up to the limit, and nobody at all while there is none', async () => {
    expect(await send('10.00')).toBe('done')
    await settle()
    await signIn('Ada')
    must(await limit(null))
    expect(await send('25.00')).toBe('done')
  })
})

describe('whoever asks', () => {
  it.each(['Bo', 'Cy'] as const)('%s approves it alone: refused', async (name) => {
    const id = await asked('25.00', name)
    const tried = await opened.desk['approval:approve']({
      approvalId: id,
      ...{ seen: '', digest: '0'.repeat(64) },
      own: passphrases[name],
    })
    expect(said(tried)).toMatch(/you need|yourself/)
    expect(await send('25.00', name)).toMatch(missing)
    expect(refunds()).toBe(0)
  })

  it('confirms without asking, by a direct call: refused before anything is sent', async () => {
    await signIn('Bo')
    expect(said(await confirm(await review('25.00')))).toMatch(alone)
    expect(refunds()).toBe(0)
  })

  it.each([
    ['another amount', '26.00', 'Damaged parcel'],
    ['a smaller amount', '24.99', 'Damaged parcel'],
    ['another reason', '25.00', 'Something else'],
  ] as const)('sends %s than was approved: refused', async (_what, amount, comment) => {
    must(await approve(await asked(), 'Cy'))
    await signIn('Bo')
    expect(said(await confirm(await review(amount, comment)))).toMatch(alone)
    expect(refunds()).toBe(0)
  })

  it('sends it for another order: refused', async () => {
    must(await approve(await asked(), 'Cy'))
    const other = await paid()
    const { value } = (await reviewed('25.00', 'Damaged parcel', other)) as { value: Review }
    expect(said(await confirm(value))).toMatch(alone)
    expect(refunds(other.orderid)).toBe(0)
  })

  it('sends what a colleague was given an approval for: refused', async () => {
    must(await approve(await asked(), 'Cy'))
    expect(await send('25.00', 'Eve')).toMatch(alone)
    expect(refunds()).toBe(0)
  })

  it('makes one large refund of many small ones: the third takes an approval', async () => {
    const ends: string[] = []
    for (const amount of ['5.00', '5.00', '0.01']) {
      ends.push(await send(amount))
      await settle()
    }
    expect(ends.slice(0, 2)).toEqual(['done', 'done'])
    expect(ends[2]).toMatch(alone)
    expect(refunds()).toBe(2)
  })

  it('makes one of many with a colleague: the order counts, not the person', async () => {
    expect(await send('9.00', 'Bo')).toBe('done')
    await settle()
    expect(await send('9.00', 'Eve')).toMatch(alone)
    expect(refunds()).toBe(1)
  })

  it('asks twice for one order: one request waits', async () => {
    await asked()
    const { attemptId, token } = await review('30.00')
    expect(said(await opened.desk['approval:ask']({ attemptId, token }))).toMatch(
      /waits for approval here/,
    )
  })

  it('asks with the token of another review, or twice with one: refused', async () => {
    await signIn('Bo')
    const [one, two] = [await review('25.00'), await review('26.00')]
    const ask = (attemptId: string, token: string) =>
      opened.desk['approval:ask']({ attemptId, token })
    expect(said(await ask(one.attemptId, two.token))).toMatch(/review/i)
    must(await ask(one.attemptId, one.token))
    expect(said(await ask(one.attemptId, one.token))).toMatch(/over|waits/)
  })

  it('confirms the review that an approval was asked of: it is over', async () => {
    await signIn('Bo')
    const first = await review('25.00')
    const { id } = must(await opened.desk['approval:ask'](first))
    must(await approve(id, 'Cy'))
    await signIn('Bo')
    expect((await confirm(first)).ok).toBe(false)
    expect(refunds()).toBe(0)
  })

  it('puts it into a run: that takes an approval as well', async () => {
    await signIn('Bo')
    const rows = [{ orderid: order.orderid }]
    const of = { connectionId: 'sandbox', operation: 'return', depth: 'gateway' } as const
    const run = must(await opened.desk['run:create']({ ...of, rows, reason: 'sent in error' }))
    await until(opened, run.id, 'CHECKED')
    const { token, approval } = must(await opened.desk['run:review']({ runId: run.id, reason: '' }))
    expect(approval).toMatchObject({ needs: 1, isApproved: false })
    const sent = await opened.desk['run:confirm']({ runId: run.id, token, typedRows: null })
    expect(said(sent)).toMatch(/120\.00.EUR, which is above a limit/)
    expect(refunds()).toBe(0)
  })

  it('withdraws it and sends: refused; nobody else withdraws it', async () => {
    const id = await asked()
    must(await approve(id, 'Cy'))
    await signIn('Eve')
    expect(said(await opened.desk['approval:withdraw']({ approvalId: id }))).toMatch(
      /Only the person/,
    )
    await signIn('Bo')
    must(await opened.desk['approval:withdraw']({ approvalId: id }))
    expect(await send()).toMatch(alone)
    expect(said(await opened.desk['approval:withdraw']({ approvalId: id }))).toMatch(/any more/)
  })

  it('sends it twice at once: one leaves', async () => {
    must(await approve(await asked(), 'Cy'))
    await signIn('Bo')
    const [one, two] = [await review('25.00'), await review('25.00')]
    await Promise.all([confirm(one), confirm(two)])
    await settle()
    expect(refunds()).toBe(1)
  })

  it('sends again what ended unknown: the approval is spent', async () => {
    must(await approve(await asked(), 'Cy'))
    await signIn('Bo')
    const { attemptId, token } = await review('25.00')
    sandbox.setFault({ operation: 'return', kind: 'reset-after-effect', times: 1 })
    const first = await opened.desk['attempt:confirm']({ attemptId, token })
    expect(first).toMatchObject({ ok: false, fault: { kind: 'outcome-unknown' } })
    const { waiting, ended } = must(await opened.desk['approval:list']({}))
    expect([waiting, ended.map(({ state }) => state)]).toEqual([[], ['SPENT']])
    expect(await send()).not.toBe('done')
    expect(refunds()).toBe(1)
  })
})

describe('what is said of it', () => {
  const waits = async () => must(await opened.desk['approval:list']({})).waiting[0]
  it('is approved by nobody where a limit was taken away meanwhile, and waits for its author', async () => {
    await asked()
    expect(await waits()).toMatchObject({ needs: 1, isApproved: false })
    await signIn('Ada')
    must(await limit(null))
    await signIn('Bo')
    expect(await waits()).toMatchObject({ needs: 0, isApproved: false, approvedBy: [] })
    expect(await send()).toBe('done')
  })

  it('is approved no more once the order moved, in the list and in the review', async () => {
    must(await approve(await asked(), 'Cy'))
    await signIn('Bo')
    expect((await review('25.00')).approval).toMatchObject({ isApproved: true })
    expect(await waits()).toMatchObject({ isApproved: true, approvedBy: ['Cy'] })
    expect(await send('5.00', 'Eve')).toBe('done')
    await settle()
    await signIn('Bo')
    expect((await review('25.00')).approval).toMatchObject({ isApproved: false })
    expect(await waits()).toMatchObject({ isApproved: false, approvedBy: [] })
    expect(await send()).not.toBe('done')
  })
})

describe('whoever approves', () => {
  it('has no right to approve, or none for this: refused', async () => {
    const id = await asked()
    await signIn('Eve')
    expect((await show(id)).ok).toBe(false)
    const input = { approvalId: id, seen: '', digest: '0'.repeat(64), own: passphrases.Eve }
    expect((await opened.desk['approval:approve'](input)).ok).toBe(false)
    await signIn('Ada')
    expect((await opened.desk['approval:approve']({ ...input, own: passphrases.Ada })).ok).toBe(
      false,
    )
  })

  it('types a wrong passphrase, or that of somebody else: refused, and counted', async () => {
    const id = await asked()
    await signIn('Cy')
    const { seen, digest } = must(await show(id))
    const by = (own: string) =>
      opened.desk['approval:approve']({ approvalId: id, seen, digest, own })
    expect(said(await by('wrong'))).toMatch(/9 tries/)
    expect(said(await by(passphrases.Di))).toMatch(/8 tries/)
    expect(await send()).toMatch(missing)
  })

  it('is asked by the system where the connection says so, and signs nothing before', async () => {
    const id = await asked()
    await signIn('Ada')
    const money = { confirmOutside: true }
    must(await opened.desk['connection:set-money']({ connectionId: 'sandbox', money }))
    boxes = []
    answer = false
    expect((await approve(id, 'Cy')).ok).toBe(false)
    expect(boxes.map(({ message }) => message)).toEqual(['Approve this refund?'])
    expect(boxes[0]?.detail).toMatch(/25\.00/)
    expect(boxes[0]?.detail).toContain(order.orderid)
    answer = true
    expect(await send()).toMatch(missing)
    must(await approve(id, 'Cy'))
    expect(await send()).toBe('done')
  })

  it('is one person where two are needed, twice: refused', async () => {
    await signIn('Ada')
    must(await limit('10.00', { approvals: 2 }))
    const id = await asked()
    must(await approve(id, 'Cy'))
    expect(said(await approve(id, 'Cy'))).toMatch(/already/)
    expect(await send()).toMatch(missing)
    must(await approve(id, 'Di'))
    expect(await send()).toBe('done')
  })

  it('signs an order that they did not look at: refused', async () => {
    const id = await asked()
    await signIn('Cy')
    const { digest } = must(await show(id))
    const own = passphrases.Cy
    for (const seen of ['', '["approved"]', 'x'])
      expect(
        (await opened.desk['approval:approve']({ approvalId: id, seen, digest, own })).ok,
      ).toBe(false)
  })

  it('signs another request than was shown: refused', async () => {
    const id = await asked()
    await signIn('Cy')
    const { seen } = must(await show(id))
    const input = { approvalId: id, seen, digest: 'a'.repeat(64), own: passphrases.Cy }
    expect(said(await opened.desk['approval:approve'](input))).toMatch(/not what was asked for/)
    expect(await send()).toMatch(missing)
  })

  it('reads who paid, and with which card', async () => {
    const id = await asked()
    await signIn('Cy')
    const { order: now } = must(await show(id))
    expect(now?.customer).not.toBe('')
    expect(now?.card).toMatch(/\d{4}$/)
  })

  it.each([
    ['is removed', 'people:remove', {}],
    ['gets a new key', 'people:new-key', { passphrase: 'another good phrase' }],
    ['may approve no more', 'people:set-roles', { roles: ['payments'] }],
    ['may do it no more themselves', 'people:set-roles', { roles: ['approver'] }],
  ] as const)('%s before it is sent: it counts no more', async (_what, method, more) => {
    must(await approve(await asked(), 'Cy'))
    await signIn('Ada')
    const input = { personId: ids['Cy'] ?? '', own: passphrases.Ada, ...more }
    must(await (opened.desk[method] as (one: unknown) => Promise<Result<unknown>>)(input))
    expect(await send()).toMatch(missing)
    expect(refunds()).toBe(0)
  })

  it('refuses it: nobody approves it any more, and the reason stays', async () => {
    const id = await asked()
    await signIn('Cy')
    const reason = 'The parcel arrived whole'
    must(await opened.desk['approval:refuse']({ approvalId: id, reason }))
    await signIn('Di')
    expect((await show(id)).ok).toBe(false)
    expect(await send()).toMatch(alone)
    const { ended } = must(await opened.desk['approval:list']({}))
    expect(ended[0]).toMatchObject({ state: 'REFUSED', endedBy: 'Cy', reason })
  })

  it('leaves while the key is opened: nothing is signed', async () => {
    const id = await asked()
    await signIn('Cy')
    const { seen, digest } = must(await show(id))
    const input = { approvalId: id, seen, digest, own: passphrases.Cy }
    const signing = opened.desk['approval:approve'](input)
    must(await opened.desk['people:sign-out']({}))
    expect((await signing).ok).toBe(false)
    expect(await send()).toMatch(missing)
  })
})

describe('a limit of a day', () => {
  it('is met by many small refunds of many orders, in one window or two at once', async () => {
    await signIn('Ada')
    must(await limit(null))
    must(await limit('20.00', { per: 'day' }))
    const orders = [order, await paid(), await paid()]
    const reviews = await Promise.all(
      orders.map(async (one) => must(await reviewed('9.00', 'Damaged parcel', one))),
    )
    const ends = await Promise.all(reviews.map(async (one) => said(await confirm(one))))
    const refused = ends.filter((one) => one !== 'done')
    expect(refused).toEqual([expect.stringMatching(/confirmed 18\.00.EUR.*2\.00.EUR is left/)])
    await expect
      .poll(() => orders.reduce((count, { orderid }) => count + refunds(orderid), 0))
      .toBe(2)
  })

  it('counts an unknown outcome, and is the same after a restart', async () => {
    await signIn('Ada')
    must(await limit(null))
    must(await limit('20.00', { per: 'day' }))
    await signIn('Bo')
    sandbox.setFault({ operation: 'return', kind: 'reset-after-effect', times: 1 })
    expect(await send('15.00')).not.toMatch(/today/)
    const other = await paid()
    await opened.close()
    await open()
    await signIn('Bo')
    const next = must(await reviewed('5.01', 'Damaged parcel', other))
    expect(next.approval).toMatchObject({ needs: 1, inDay: { left: { amount: '5.00' } } })
    expect(said(await confirm(next))).toMatch(/confirmed 15\.00.EUR/)
  })

  it('takes an approval above it, by which it leaves once', async () => {
    await signIn('Ada')
    must(await limit(null))
    must(await limit('20.00', { per: 'day' }))
    expect(await send('25.00')).toMatch(/so 20\.00.EUR is left/)
    must(await approve(await asked('25.00'), 'Cy'))
    expect(await send('25.00')).toBe('done')
    expect(refunds()).toBe(1)
  })
})

describe('meanwhile', () => {
  it('the order changed after it was approved: refused', async () => {
    must(await approve(await asked(), 'Cy'))
    expect(await send('3.00', 'Eve')).toBe('done')
    await settle()
    expect(await send()).toMatch(/changed after this was approved/)
    expect(refunds()).toBe(1)
  })

  it('a limit needs two by now: one is not enough', async () => {
    must(await approve(await asked(), 'Cy'))
    await signIn('Ada')
    must(await limit('10.00', { approvals: 2 }))
    expect(await send()).toMatch(missing)
  })

  it('a day passed: it is over, and a clock that is set back brings nothing back', async () => {
    const id = await asked()
    must(await approve(id, 'Cy'))
    now += 25 * 3_600_000
    expect(await send()).toMatch(alone)
    now -= 25 * 3_600_000
    expect(await send()).toMatch(alone)
    await opened.close()
    await open()
    expect(await send()).toMatch(alone)
    expect(refunds()).toBe(0)
  })

  it('a limit of one currency leaves another one without: it takes an approval', async () => {
    await signIn('Ada')
    must(await limit(null))
    must(await limit('10.00', { currency: 'USD' }))
    expect(await send('1.00')).toMatch(alone)
  })

  it('another role with no limit, given to whoever has one: changes nothing', async () => {
    await signIn('Ada')
    const input = {
      personId: ids['Bo'] ?? '',
      roles: ['payments', 'payouts'] as Role[],
      own: passphrases.Ada,
    }
    must(await opened.desk['people:set-roles'](input))
    expect(await send()).toMatch(alone)
  })
})

describe('limits', () => {
  it('are changed by nobody but an administrator, with their own passphrase', async () => {
    for (const name of ['Bo', 'Cy'] as const) {
      await signIn(name)
      expect((await limit(null, { own: passphrases[name] })).ok).toBe(false)
    }
    await signIn('Ada')
    expect((await limit(null, { own: passphrases.Bo })).ok).toBe(false)
    expect(await send()).toMatch(alone)
  })
})

describe('whoever writes the ledger’s file', () => {
  const nobodySignsIn = async (): Promise<void> => {
    const tried = await opened.desk['people:sign-in']({
      personId: ids['Bo'] ?? '',
      passphrase: passphrases.Bo,
    })
    expect(tried.ok && (await send()) === 'done').toBe(false)
    expect(refunds()).toBe(0)
  }
  it('raises a limit in it: nobody signs in', async () => {
    await inFile((db) => {
      db.exec('DROP TRIGGER person_statement_no_update')
      db.exec(
        `UPDATE person_statement SET body = replace(body, '"above":"1000"', '"above":"999999"')`,
      )
    })
    await nobodySignsIn()
  })

  it('takes the limits out of it: nobody signs in', async () => {
    await inFile((db) => {
      db.exec('DROP TRIGGER person_statement_no_delete')
      db.exec('DELETE FROM person_statement WHERE seq = (SELECT max(seq) FROM person_statement)')
    })
    await nobodySignsIn()
  })

  it.each([
    ['writes an approval that nobody signed', `signatures = '[{"body":"{}","signature":"AAAA"}]'`],
    ['makes it another one’s', `author = 'p-0000000000000000'`],
    ['lets it last longer', `expires_at = expires_at + 99999999999`],
  ] as const)('%s: nothing is sent', async (_what, set) => {
    await asked()
    await inFile((db) => {
      db.exec('DROP TRIGGER approval_fixed')
      db.exec(`UPDATE approval SET ${set}`)
    })
    await nobodySignsIn()
  })

  it.each([
    ['a smaller amount', 'amount_minor = 100'],
    ['another reason', `request = json_set(request, '$.comment', 'nothing to see')`],
    ['another order', `request = json_set(request, '$.orderid', '1'), orderid = '1', seen = ''`],
    ['another operation', `operation = 'void'`],
    ['another account', `service = 'elsewhere'`],
    ['another endpoint', `endpoint_id = '2'`],
    ['what it replaces', `replaces = 'another', has_own_id = 1`],
  ] as const)(
    'shows an approver %s than they would sign, while Paydesk runs: nothing is shown',
    async (_what, set) => {
      const id = await asked()
      await signIn('Cy')
      const { seen, digest } = must(await show(id))
      const db = new Database(join(folder, 'ledger.sqlite'))
      db.exec('DROP TRIGGER approval_fixed')
      db.exec(`UPDATE approval SET ${set}`)
      db.close()
      expect((await show(id)).ok).toBe(false)
      const input = { approvalId: id, seen, digest, own: passphrases.Cy }
      expect((await opened.desk['approval:approve'](input)).ok).toBe(false)
      expect(await send()).not.toBe('done')
      expect(refunds()).toBe(0)
    },
  )

  it('changes all of it alike while Paydesk runs: the log is asked before it is signed', async () => {
    const id = await asked()
    await signIn('Cy')
    const db = new Database(join(folder, 'ledger.sqlite'))
    const cells = db.prepare('SELECT * FROM approval').get() as Record<string, string>
    const cell = (name: string): string => cells[name] ?? ''
    const request = JSON.parse(cell('request')) as Record<string, string>
    const digest = digestOfRequest(
      {
        ...{ service: cell('service'), connectionId: cell('connection_id') },
        ...{ endpointId: cell('endpoint_id'), operation: 'return', orderid: cell('orderid') },
        ...{ isFull: false, replaces: null, amount: { minor: 100n, currency: 'EUR', digits: 2 } },
        request: { ...request, amount: '1.00' },
      },
      false,
    )
    db.exec('DROP TRIGGER approval_fixed')
    db.prepare('UPDATE approval SET request = ?, amount_minor = 100, digest = ?').run(
      JSON.stringify({ ...request, amount: '1.00' }),
      digest,
    )
    db.close()
    const { seen } = must(await show(id))
    const input = { approvalId: id, seen, digest, own: passphrases.Cy }
    expect((await opened.desk['approval:approve'](input)).ok).toBe(false)
    const { waiting } = must(await opened.desk['approval:list']({}))
    expect(waiting.flatMap(({ approvedBy }) => approvedBy)).toEqual([])
  })

  it('takes a spent approval back: nothing is sent by it', async () => {
    must(await approve(await asked(), 'Cy'))
    expect(await send()).toBe('done')
    await settle()
    await inFile((db) => {
      db.exec('DROP TRIGGER approval_final_stays')
      db.exec("UPDATE approval SET state = 'WAITING'")
    })
    const before = refunds()
    const tried = await opened.desk['people:sign-in']({
      personId: ids['Bo'] ?? '',
      passphrase: passphrases.Bo,
    })
    if (tried.ok) expect(said(await reviewed('25.00'))).toMatch(/stopped/)
    expect(refunds()).toBe(before)
  })

  it('copies a signature of another ledger into it: it does not count', async () => {
    const id = await asked()
    must(await approve(id, 'Cy'))
    const elsewhere = { folder, vault, ids }
    await opened.close()
    const db = new Database(join(folder, 'ledger.sqlite'), { readonly: true })
    const signatures = db.prepare('SELECT signatures FROM approval').pluck().get() as string
    db.close()
    folder = mkdtempSync(join(tmpdir(), 'approvals-'))
    folders.push(folder)
    vault = { ...createMemoryVault(), kind: 'keychain' }
    await open()
    await team()
    order = await paid()
    await asked()
    await inFile((one) => {
      one.prepare('UPDATE approval SET signatures = ?').run(signatures)
    })
    expect(elsewhere.ids['Cy']).not.toBe(ids['Cy'])
    await nobodySignsIn()
  })
})
