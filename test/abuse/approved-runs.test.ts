// Attacks on approvals of runs, on a whole desk: by the calls that a script in the page could make,
// by what colleagues could try, or by who writes the ledger's file. The sandbox's books say what
// moved.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RunReview, RunView } from '#shared/runs/run-methods.ts'
import type { Result } from '#shared/fault.ts'
import type { Role } from '#shared/people/roles.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { publicKeyText } from '../../src/main/desk/people/public-key.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { checked, confirm, paidOrders, until } from '../journeys/runs/run-story.ts'
import { handleOf, must, openDesk, type OpenDesk, type ShownQuestion } from '../journeys/story.ts'

const own = 'correct horse battery'
const reason = 'The parcels arrived whole'
const hour = 3_600_000
let [folder, sandbox, opened] = ['', null as unknown as Sandbox, null as unknown as OpenDesk]
let [vault, now] = [null as unknown as Vault, 0]
let ids: Readonly<Record<string, string>> = {}
let orders: string[] = []
const folders: string[] = []
let [boxes, answer] = [[] as ShownQuestion[], true]

beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0 })
})
afterAll(() => sandbox.close())

const said = (result: Result<unknown>): string =>
  result.ok ? 'done' : formatMessage(result.fault.message)
async function open(): Promise<void> {
  const ask = async (question: ShownQuestion): Promise<boolean> => {
    boxes.push(question)
    return answer
  }
  opened = await openDesk({
    folder,
    vault,
    sandbox: handleOf(sandbox),
    clock: () => now,
    ask,
  })
}
const signIn = async (name: string): Promise<void> => {
  must(await opened.desk['people:sign-in']({ personId: ids[name] ?? '', passphrase: own }))
}
const as = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
  await signIn(name)
  return act()
}
const limit = (amount: string | null, approvals: 1 | 2 = 1) =>
  as('Ada', () =>
    opened.desk['people:set-limit']({
      ...{ role: 'payments', group: 'refunds', currency: 'EUR', amount, approvals, own },
    }),
  )
const mayBeUndone = async (): Promise<void> => {
  const money = { undoMs: 30_000 }
  const set = () => opened.desk['connection:set-money']({ connectionId: 'sandbox', money })
  must(await as('Ada', set))
}
const rolesOf = (name: string, roles: Role[]) =>
  as('Ada', () => opened.desk['people:set-roles']({ personId: ids[name] ?? '', roles, own }))

/** Ada administers, Bo asks, Cy and Di may approve, Eve may refund and approve nothing. */
async function team(): Promise<void> {
  must(await opened.desk['people:switch-on']({ name: 'Ada', passphrase: own }))
  const all: [string, Role[]][] = [
    ...([
      ['Bo', ['payments']],
      ['Eve', ['payments']],
    ] as [string, Role[]][]),
    ...([
      ['Cy', ['payments', 'approver']],
      ['Di', ['payments', 'approver']],
    ] as [string, Role[]][]),
  ]
  for (const [name, roles] of all) {
    const list = must(await opened.desk['people:add']({ name, roles, passphrase: own, own }))
    ids = Object.fromEntries(list.map((one) => [one.name, one.id]))
  }
  must(await limit('300.00'))
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'approved-runs-'))
  folders.push(folder)
  vault = { ...createMemoryVault(), kind: 'keychain' }
  ;[now, answer, boxes] = [Date.now(), true, []]
  await open()
  await team()
})
afterEach(async () => {
  await opened.close()
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true })
})

const get = async (runId: string): Promise<RunView> =>
  must(await opened.desk['run:show']({ runId }))
const refunds = (): number =>
  sandbox.effects().filter(({ orderid }) => orders.includes(orderid)).length
const review = (runId: string) => opened.desk['run:review']({ runId, reason: '' })
/** A checked run of paid orders, 120.00 EUR each. */
async function made(name = 'Bo', count = 3): Promise<RunView> {
  await signIn(name)
  orders = paidOrders(sandbox, count)
  return checked(opened, orders)
}
const ask = ({ runId, token }: RunReview) =>
  opened.desk['run:ask']({ runId, token, typedRows: null })
/** Checked, reviewed and asked for. */
async function asked(name = 'Bo', count = 3): Promise<{ runId: string; approvalId: string }> {
  const { id } = await made(name, count)
  const run = must(await ask(must(await review(id))))
  return { runId: id, approvalId: run.approval!.id }
}
const show = (approvalId: string) => opened.desk['approval:show']({ approvalId })
async function approve(approvalId: string, name: string): Promise<Result<unknown>> {
  await signIn(name)
  const shown = await show(approvalId)
  if (!shown.ok) return shown
  const { seen, digest } = shown.value
  return opened.desk['approval:approve']({ approvalId, seen, digest, own })
}
async function approved(): Promise<{ runId: string; approvalId: string }> {
  const one = await asked()
  must(await approve(one.approvalId, 'Cy'))
  return one
}
/** Reviews and confirms it, and says what comes of it. */
async function send(runId: string, name = 'Bo'): Promise<string> {
  await signIn(name)
  const made = await review(runId)
  return made.ok ? said(await confirm(opened, made.value)) : said(made)
}
async function inFile(change: (db: Database.Database) => void): Promise<void> {
  const db = new Database(join(folder, 'ledger.sqlite'))
  change(db)
  db.close()
}
const kindsOf = async (runId: string): Promise<string[]> =>
  must(await opened.desk['audit:list']({ filter: {}, limit: 200 }))
    .rows.filter(({ subject }) => subject === `run/${runId}`)
    .map(({ kind, actor }) => `${actor} ${kind}`)

const missing = /still missing/
const begun = /nobody can approve a run that has begun/
const above = /360\.00.EUR, which is above a limit/

describe('an honest team', () => {
  it('asks, approves and sends: each row once, and the approval is used up', async () => {
    const { runId, approvalId } = await asked()
    expect(await get(runId)).toMatchObject({
      state: 'PENDING_APPROVAL',
      approval: { needs: 1, isApproved: false, mayBy: ['Cy', 'Di'], author: 'Bo' },
    })
    expect(await send(runId)).toMatch(missing)
    const shown = must(await as('Cy', () => show(approvalId)))
    expect(shown.run).toMatchObject({
      ...{ runId, rows: 3, sums: [{ sum: { amount: '360.00', currency: 'EUR' }, rows: 3 }] },
    })
    expect(shown.digest).toBe((await get(runId)).digest)
    must(await approve(approvalId, 'Cy'))
    expect(await get(runId)).toMatchObject({ approval: { isApproved: true, approvedBy: ['Cy'] } })
    expect(refunds()).toBe(0)
    expect(await send(runId)).toBe('done')
    await until(opened, runId, 'DONE')
    expect(refunds()).toBe(3)
    const { waiting, ended } = must(await opened.desk['approval:list']({}))
    expect([waiting, ended.map(({ state }) => state)]).toEqual([[], ['SPENT']])
    expect(await kindsOf(runId)).toEqual(
      expect.arrayContaining(['Bo approval:asked', 'Cy approval:signed', 'Bo run:confirmed']),
    )
  })

  it('needs nobody up to the limit', async () => {
    const { id } = await made('Bo', 2)
    expect(must(await review(id)).approval).toBe(null)
    expect(await send(id)).toBe('done')
    await until(opened, id, 'DONE')
    expect(refunds()).toBe(2)
  })

  it('is asked by the system with the sums before it signs', async () => {
    const { approvalId, runId } = await asked()
    const money = { confirmOutside: true }
    await as('Ada', () => opened.desk['connection:set-money']({ connectionId: 'sandbox', money }))
    ;[boxes, answer] = [[], false]
    expect((await approve(approvalId, 'Cy')).ok).toBe(false)
    expect(boxes[0]?.detail).toMatch(/360\.00/)
    answer = true
    expect(await send(runId)).toMatch(missing)
  })

  it('needs two where the limit says so, and not one person twice', async () => {
    must(await limit('300.00', 2))
    const { runId, approvalId } = await asked()
    must(await approve(approvalId, 'Cy'))
    expect(said(await approve(approvalId, 'Cy'))).toMatch(/already/)
    expect(await send(runId)).toMatch(missing)
    must(await approve(approvalId, 'Di'))
    expect(await send(runId)).toBe('done')
    await until(opened, runId, 'DONE')
    expect(refunds()).toBe(3)
  })
})

describe('whoever asks for a run', () => {
  it('confirms it without asking, by a direct call: refused', async () => {
    const { id } = await made()
    expect(await send(id)).toMatch(above)
    expect((await get(id)).state).toBe('CHECKED')
    expect(refunds()).toBe(0)
  })

  it.each(['Bo', 'Cy'])('%s approves it alone: refused', async (name) => {
    const { runId, approvalId } = await asked(name)
    expect((await approve(approvalId, name)).ok).toBe(false)
    expect(await send(runId, name)).toMatch(missing)
    expect(refunds()).toBe(0)
  })

  it('takes a row in or out while it waits: refused', async () => {
    const { runId, approvalId } = await asked()
    const chosen = await opened.desk['run:choose']({ runId, rows: [0], isIn: false })
    expect(said(chosen)).toMatch(/waits for approval: its rows stay/)
    must(await approve(approvalId, 'Cy'))
    await signIn('Bo')
    expect((await opened.desk['run:choose']({ runId, rows: [0], isIn: false })).ok).toBe(false)
    expect((await get(runId)).sums[0]?.rows).toBe(3)
  })

  it('withdraws it, changes a row and sends it: refused', async () => {
    const { runId, approvalId } = await approved()
    await signIn('Bo')
    must(await opened.desk['approval:withdraw']({ approvalId }))
    expect((await get(runId)).state).toBe('CHECKED')
    must(await opened.desk['run:choose']({ runId, rows: [0], isIn: false }))
    must(await opened.desk['run:choose']({ runId, rows: [0], isIn: true }))
    expect(await send(runId)).toMatch(above)
    expect(refunds()).toBe(0)
  })

  it('asks twice, with one token or for one run: one request waits', async () => {
    const { id } = await made()
    const first = must(await review(id))
    must(await ask(first))
    expect((await ask(first)).ok).toBe(false)
    expect((await ask(must(await review(id)))).ok).toBe(false)
    expect(must(await opened.desk['approval:list']({})).waiting.length).toBe(1)
  })

  it('discards it: what was asked for ends with it', async () => {
    const { runId, approvalId } = await approved()
    await signIn('Bo')
    must(await opened.desk['run:discard']({ runId }))
    expect((await approve(approvalId, 'Di')).ok).toBe(false)
    expect(must(await opened.desk['approval:list']({})).ended[0]?.state).toBe('WITHDRAWN')
    expect(await send(runId)).not.toBe('done')
  })

  it('discards it when it had waited too long: it was over, and nobody withdrew it', async () => {
    const { runId } = await approved()
    now += 25 * hour
    await signIn('Eve')
    must(await opened.desk['run:discard']({ runId }))
    expect(must(await opened.desk['approval:list']({})).ended[0]?.state).toBe('EXPIRED')
    expect((await get(runId)).state).toBe('DROPPED')
  })

  it('asks for the same list once more: whoever approves reads how many rows repeat it', async () => {
    await signIn('Bo')
    orders = paidOrders(sandbox, 2)
    const amount = { amount: '10.00', currency: 'EUR' }
    const create = async () => {
      const run = must(
        await opened.desk['run:create']({
          ...{ connectionId: 'sandbox', operation: 'return', depth: 'gateway' },
          ...{ rows: orders.map((orderid) => ({ orderid, amount })), reason: 'sent in error' },
        }),
      )
      return until(opened, run.id, 'CHECKED')
    }
    const first = await create()
    expect(await send(first.id)).toBe('done')
    await until(opened, first.id, 'DONE')
    now += 60_000
    must(await limit('15.00'))
    await signIn('Bo')
    const { id } = await create()
    must(await opened.desk['run:choose']({ runId: id, rows: [0, 1], isIn: true }))
    const reviewed = must(await opened.desk['run:review']({ runId: id, reason: 'Both came twice' }))
    const run = must(await ask(reviewed))
    const shown = must(await as('Cy', () => show(run.approval!.id)))
    expect(shown.run).toMatchObject({ rows: 2, repeats: 2, reason: 'Both came twice' })
  })

  it('sends the same list again under the approval of the one before: refused', async () => {
    const { runId } = await approved()
    expect(await send(runId)).toBe('done')
    await until(opened, runId, 'DONE')
    const { id } = await made()
    expect(await send(id)).toMatch(above)
    expect(refunds()).toBe(0)
  })

  it('confirms it twice at once: it starts once', async () => {
    const { runId } = await approved()
    await signIn('Bo')
    const reviewed = must(await review(runId))
    await Promise.all([confirm(opened, reviewed), confirm(opened, reviewed)])
    await until(opened, runId, 'DONE')
    expect(refunds()).toBe(3)
  })

  it('takes it back and confirms it again: the same approval, and it starts once', async () => {
    await mayBeUndone()
    const { runId } = await approved()
    expect(await send(runId)).toBe('done')
    must(await opened.desk['run:undo']({ runId }))
    expect(await get(runId)).toMatchObject({
      state: 'PENDING_APPROVAL',
      approval: { isApproved: true },
    })
    expect(await send(runId)).toBe('done')
    must(await opened.desk['run:send-now']({ runId }))
    await until(opened, runId, 'DONE')
    expect(refunds()).toBe(3)
  })
})

describe('a colleague', () => {
  it('sends what was approved for somebody else: refused', async () => {
    const { runId } = await approved()
    for (const name of ['Eve', 'Cy']) expect(await send(runId, name)).toMatch(/for somebody else/)
    expect(refunds()).toBe(0)
  })

  it('withdraws it, or approves it without the right: refused', async () => {
    const { runId, approvalId } = await asked()
    await signIn('Eve')
    expect((await opened.desk['approval:withdraw']({ approvalId })).ok).toBe(false)
    expect((await approve(approvalId, 'Eve')).ok).toBe(false)
    expect((await get(runId)).state).toBe('PENDING_APPROVAL')
  })

  it('has the key on another computer: is not named, and is not enough to ask', async () => {
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
    const publicKey = publicKeyText(Buffer.from(x, 'base64url').toString('base64'))
    const elsewhere = { name: 'Zoe', roles: ['payments', 'approver'] as Role[], publicKey, own }
    must(await as('Ada', () => opened.desk['people:add-elsewhere'](elsewhere)))
    const { runId, approvalId } = await asked()
    expect((await get(runId)).approval?.mayBy).toEqual(['Cy', 'Di'])
    must(await opened.desk['approval:withdraw']({ approvalId }))
    for (const name of ['Cy', 'Di']) must(await rolesOf(name, ['payments']))
    await signIn('Bo')
    expect(said(await ask(must(await review(runId))))).toMatch(/too few people here may approve/)
    expect((await get(runId)).state).toBe('CHECKED')
    must(await rolesOf('Di', ['payments', 'approver']))
    await signIn('Bo')
    must(await ask(must(await review(runId))))
  })

  it.each(['Eve', 'Cy'])('%s discards it: refused, and it waits as before', async (name) => {
    const { runId } = await approved()
    await signIn(name)
    const tried = await opened.desk['run:discard']({ runId })
    expect(said(tried)).toMatch(/Only the person who asked/)
    expect(await get(runId)).toMatchObject({
      state: 'PENDING_APPROVAL',
      approval: { isApproved: true },
    })
    await signIn('Bo')
    must(await opened.desk['run:discard']({ runId }))
  })

  it('refuses it: it goes back with the reason, and nobody approves it any more', async () => {
    const { runId, approvalId } = await approved()
    await signIn('Di')
    must(await opened.desk['approval:refuse']({ approvalId, reason }))
    expect((await approve(approvalId, 'Cy')).ok).toBe(false)
    const run = await get(runId)
    expect([run.state, formatMessage(run.why ?? '')]).toEqual([
      ...['CHECKED', `Di refused to approve this run: ${reason}`],
    ])
    expect(await send(runId)).toMatch(above)
  })

  it('signs another digest than was shown: refused', async () => {
    const { runId, approvalId } = await asked()
    await signIn('Cy')
    const input = { approvalId, seen: '', digest: 'a'.repeat(64), own }
    expect(said(await opened.desk['approval:approve'](input))).toMatch(/not what was asked for/)
    expect(await send(runId)).toMatch(missing)
  })
})

describe('meanwhile', () => {
  it.each([
    ['is removed', 'people:remove', {}],
    ['gets a new key', 'people:new-key', { passphrase: 'another good phrase' }],
    ['may approve no more', 'people:set-roles', { roles: ['payments'] }],
  ] as const)('an approver %s: it counts no more', async (_what, method, more) => {
    const { runId } = await approved()
    await signIn('Ada')
    const input = { personId: ids['Cy'] ?? '', own, ...more }
    must(await (opened.desk[method] as (one: unknown) => Promise<Result<unknown>>)(input))
    expect(await send(runId)).toMatch(missing)
    expect(refunds()).toBe(0)
  })

  it('an approver loses the right while it can be undone: it begins nothing', async () => {
    await mayBeUndone()
    const { runId } = await approved()
    expect(await send(runId)).toBe('done')
    must(await rolesOf('Cy', ['payments']))
    await signIn('Bo')
    must(await opened.desk['run:send-now']({ runId }))
    const run = await until(opened, runId, 'PENDING_APPROVAL')
    expect(formatMessage(run.why ?? '')).toMatch(missing)
    expect(refunds()).toBe(0)
  })

  it('a limit needs two by now: one is not enough', async () => {
    const { runId } = await approved()
    must(await limit('300.00', 2))
    expect(await send(runId)).toMatch(missing)
    expect(refunds()).toBe(0)
  })

  it('a day passed: it is over, and the run can be changed again', async () => {
    const { runId, approvalId } = await approved()
    now += 25 * hour
    expect((await approve(approvalId, 'Di')).ok).toBe(false)
    expect((await get(runId)).state).toBe('CHECKED')
    expect(await send(runId)).not.toBe('done')
    now -= 25 * hour
    expect(await send(runId)).toMatch(above)
    expect(refunds()).toBe(0)
  })

  it('Paydesk was closed: it goes on with its approval, for its sender alone', async () => {
    const { runId } = await approved()
    sandbox.setFault({ operation: 'return', kind: 'slow', times: 3 })
    expect(await send(runId)).toBe('done')
    await until(opened, runId, 'RUNNING')
    await expect.poll(refunds).toBeGreaterThan(0)
    await opened.close()
    await open()
    sandbox.clearFaults()
    await signIn('Eve')
    expect((await get(runId)).state).toBe('PAUSED')
    expect(said(await opened.desk['run:resume']({ runId }))).toMatch(/for somebody else/)
    must(await limit('300.00', 2))
    await signIn('Bo')
    expect(said(await opened.desk['run:resume']({ runId }))).toMatch(begun)
    must(await limit('300.00', 1))
    await signIn('Bo')
    must(await opened.desk['run:resume']({ runId }))
    await until(opened, runId, 'DONE')
    expect(refunds()).toBe(3)
  }, 180_000)
})

describe('a run that took nobody’s approval', () => {
  it('waits before its next row when a limit is set that it is above', async () => {
    must(await limit('1000.00'))
    const { id } = await made('Bo', 8)
    sandbox.setFault({ operation: 'return', kind: 'slow', times: 8 })
    expect(await send(id)).toBe('done')
    await expect.poll(refunds).toBeGreaterThan(0)
    must(await limit('300.00'))
    await until(opened, id, 'PAUSED')
    sandbox.clearFaults()
    expect(refunds()).toBeLessThan(8)
    await signIn('Bo')
    expect((await get(id)).why).toMatch(/above a limit/)
    expect(said(await opened.desk['run:resume']({ runId: id }))).toMatch(/above a limit/)
  }, 180_000)
})

describe('whoever writes the ledger’s file', () => {
  it.each([
    ['an amount', 'UPDATE run_row SET moves_minor = 1 WHERE at = 0'],
    ['an order', "UPDATE run_row SET known_orderid = '1' WHERE at = 0"],
    ['a row that is in', 'UPDATE run_row SET is_in = 0 WHERE at = 0'],
    ['that a row repeats another', 'UPDATE run_row SET was_made = 1 WHERE at = 0'],
    ['when a row was asked about', 'UPDATE run_row SET asked_at = asked_at + 1 WHERE at = 0'],
  ] as const)(
    'changes %s while it waits: nobody is shown it, nobody signs it',
    async (_what, sql) => {
      const { runId, approvalId } = await asked()
      await signIn('Cy')
      const { digest } = must(await show(approvalId))
      await inFile((db) => db.exec(sql))
      expect((await show(approvalId)).ok).toBe(false)
      const input = { approvalId, seen: '', digest, own }
      expect((await opened.desk['approval:approve'](input)).ok).toBe(false)
      expect((await get(runId)).approval?.approvedBy).toEqual([])
    },
  )

  it('changes a row after it was approved: nothing is sent', async () => {
    const { runId } = await approved()
    await inFile((db) => db.exec('UPDATE run_row SET moves_minor = 1 WHERE at = 0'))
    expect(await send(runId)).not.toBe('done')
    expect(refunds()).toBe(0)
  })

  it('changes a row while others are sent: it does not leave', async () => {
    const { runId, approvalId } = await asked('Bo', 6)
    must(await approve(approvalId, 'Cy'))
    sandbox.setFault({ operation: 'return', kind: 'slow', times: 3 })
    expect(await send(runId)).toBe('done')
    await expect.poll(refunds).toBeGreaterThan(0)
    await inFile((db) =>
      db.exec('UPDATE run_row SET moves_minor = 1, left_minor = 11999 WHERE at = 5'),
    )
    await until(opened, runId, 'PAUSED', 'DONE')
    sandbox.clearFaults()
    expect(sandbox.effects().filter(({ orderid }) => orderid === orders[5])).toEqual([])
  }, 180_000)

  it.each([
    ['writes a signature that nobody made', `signatures = '[{"body":"{}","signature":"AAAA"}]'`],
    ['makes it another one’s', `author = 'p-0000000000000000'`],
    ['lets it last longer', 'expires_at = expires_at + 99999999999'],
    ['says it was used up', `state = 'SPENT', ended_at = asked_at`],
    ['gives it to another run', `run_id = 'another'`],
  ] as const)('%s: nothing is sent', async (_what, set) => {
    const { runId } = await asked()
    await inFile((db) => {
      db.exec('DROP TRIGGER approval_fixed')
      db.exec(`UPDATE approval SET ${set}`)
    })
    expect(await send(runId)).not.toBe('done')
    expect(refunds()).toBe(0)
  })

  it('copies the signature for another run into it: it does not count', async () => {
    await approved()
    const { runId } = await asked()
    await inFile((db) =>
      db.exec(
        `UPDATE approval SET signatures = (SELECT signatures FROM approval WHERE run_id <> '${runId}')
         WHERE run_id = '${runId}'`,
      ),
    )
    expect((await get(runId)).approval?.approvedBy).toEqual([])
    expect(await send(runId)).not.toBe('done')
    expect(refunds()).toBe(0)
  })
})
