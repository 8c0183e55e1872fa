import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { recover } from '../../../../../src/main/desk/payments/watch/recover.ts'
import { inTransaction } from '../../../../../src/main/ledger/db/open.ts'
import BetterSqlite3 from 'better-sqlite3'
import { connection, createTestDesk } from '../../../../fakes/desk.ts'
import { accepted } from '../../../../fakes/gateway.ts'

let folder: string
let desk: ReturnType<typeof createTestDesk>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-full-'))
  desk = createTestDesk({ file: join(folder, 'ledger.sqlite') })
})
afterEach(() => {
  desk.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * The file may grow no further, and what room its pages had left is used up: SQLite then answers as
 * on a full disk.
 */
function fillDisk(): void {
  const pages = Number(desk.db.pragma('page_count', { simple: true }))
  desk.db.pragma(`max_page_count = ${pages}`)
  for (const length of [3_000, 800, 200, 1])
    for (let isRoom = true; isRoom;)
      try {
        inTransaction(desk.db, () =>
          desk.ports.audit.append({
            actor: 'x',
            kind: 'order:noted',
            outcome: 'ok',
            origin: 'desk',
            subject: 'fill',
            details: { filler: 'x'.repeat(length) },
          }),
        )
      } catch (error) {
        expect(error).toMatchObject({ code: 'SQLITE_FULL' })
        isRoom = false
      }
}
const freeDisk = (): void => void desk.db.pragma('max_page_count = 1000000')
const review = () =>
  reviewRequest(desk.ports, {
    connectionId: 'test-1',
    operation: 'return',
    request: {
      client_orderid: 'inv-1',
      orderid: '7000001',
      amount: '10.00',
      currency: 'EUR',
      comment: 'damaged',
    },
  })
async function reviewed() {
  const made = await review()
  if (!made.ok) throw new Error(JSON.stringify(made.fault))
  return made.value
}
const stateOf = (id: string) => desk.ports.journal.get(id)?.state
const refused = { ok: false, fault: { kind: 'denied', sent: 'no', reason: 'money-stopped' } }

describe('a full disk', () => {
  it('refuses a review', async () => {
    fillDisk()
    expect(await review()).toMatchObject(refused)
    expect(desk.gateway.sent).toEqual([])
  })
  it('refuses before SENDING, says that nothing was sent and stops money', async () => {
    const made = await reviewed()
    fillDisk()
    expect(await confirm(desk.ports, made)).toMatchObject(refused)
    expect(desk.gateway.sent).toEqual([])
    expect(formatMessages(desk.ports.moneyStop(connection))).toContain('disk')
    freeDisk()
    recover(desk.ports)
    expect(['EXPIRED', 'UNDONE']).toContain(stateOf(made.attemptId))
  })
  it('refuses in the same words where the status can’t be read either', async () => {
    const made = await reviewed()
    const { read } = desk.gateway.client
    desk.gateway.client.read = (...asked) => {
      fillDisk()
      return read(...asked)
    }
    desk.gateway.statusFault = { kind: 'unreached', sent: 'no', message: 'No.', detail: '' }
    expect(await confirm(desk.ports, made)).toMatchObject(refused)
    expect(desk.ports.undo.confirmed.size).toBe(0)
    freeDisk()
    expect(recover(desk.ports).unsent).toEqual([made.attemptId])
  })
  it('as Paydesk ends: the next start names what was confirmed', async () => {
    const [made, again] = [await reviewed(), await reviewed()]
    desk.gateway.client.build = () => {
      desk.end()
      fillDisk()
      return Promise.reject(new Error('the keychain is gone'))
    }
    await expect(confirm(desk.ports, made)).rejects.toThrow('the keychain is gone')
    expect(await confirm(desk.ports, again)).toMatchObject({ fault: { sent: 'no' } })
    expect(desk.ports.undo.confirmed.size).toBe(0)
    freeDisk()
    expect(recover(desk.ports).unsent).toContain(made.attemptId)
  })
  it('keeps the outcome of a request that was sent and writes it when there is room', async () => {
    const made = await reviewed()
    desk.gateway.onSend = () => {
      fillDisk()
      return accepted('sn-77')
    }
    expect(await confirm(desk.ports, made)).toMatchObject({
      value: { state: 'ACCEPTED' },
    })
    expect(stateOf(made.attemptId)).toBe('SENDING')
    expect(formatMessages(desk.ports.moneyStop(connection))).toContain('disk')
    expect(desk.ports.outcomes.flush()).toBe(1)
    freeDisk()
    expect(desk.ports.outcomes.flush()).toBe(0)
    expect(desk.ports.journal.get(made.attemptId)).toMatchObject({
      state: 'ACCEPTED',
      serialNumber: 'sn-77',
    })
    expect(desk.gateway.sent).toHaveLength(1)
  })
  it('writes it at the end, when there is room by then', async () => {
    const made = await reviewed()
    desk.gateway.onSend = () => {
      fillDisk()
      return accepted()
    }
    await confirm(desk.ports, made)
    freeDisk()
    expect(desk.ports.outcomes.close()).toBe(0)
    expect(stateOf(made.attemptId)).toBe('ACCEPTED')
  })
  it('is UNKNOWN at the next start when there was no room until the end: nothing is guessed', async () => {
    const made = await reviewed()
    desk.gateway.onSend = () => {
      fillDisk()
      return accepted()
    }
    await confirm(desk.ports, made)
    expect(desk.ports.outcomes.close()).toBe(1)
    freeDisk()
    recover(desk.ports)
    expect(stateOf(made.attemptId)).toBe('UNKNOWN')
  })
})

describe('a ledger that another program holds for a moment', () => {
  /** As a backup tool that locks what it copies; the desk waits less than usual for it. */
  function hold(): () => void {
    desk.db.pragma('busy_timeout = 20')
    const tool = new BetterSqlite3(join(folder, 'ledger.sqlite'))
    tool.exec('BEGIN IMMEDIATE')
    return () => {
      tool.exec('ROLLBACK')
      tool.close()
    }
  }
  const inUse = {
    ok: false,
    fault: {
      sent: 'no',
      reason: 'ledger-busy',
      message: expect.stringMatching(/Another program.*Try again/) as unknown,
    },
  }

  it('is no full disk: a review and a confirmation say so and stop nothing', async () => {
    const made = await reviewed()
    const release = hold()
    expect(formatMessages(await review())).toMatchObject(inUse)
    expect(formatMessages(await confirm(desk.ports, made))).toMatchObject(inUse)
    release()
    expect(desk.ports.moneyStop(connection)).toBeNull()
    expect(desk.gateway.sent).toEqual([])
    expect(await confirm(desk.ports, made)).toMatchObject({ ok: true })
    expect(desk.gateway.sent).toHaveLength(1)
  })

  it('keeps an outcome until it is let go, and stops money in its own words when that takes longer', async () => {
    const made = await reviewed()
    let release = (): void => undefined
    desk.gateway.onSend = () => {
      release = hold()
      return accepted()
    }
    await confirm(desk.ports, made)
    expect(stateOf(made.attemptId)).toBe('SENDING')
    expect(desk.ports.moneyStop(connection)).toBeNull()
    expect(desk.ports.outcomes.flush()).toBe(1)
    expect(formatMessages(desk.ports.moneyStop(connection))).toMatch(
      /another program holds the ledger/,
    )
    expect(formatMessages(desk.ports.moneyStop(connection))).not.toMatch(/disk/)
    release()
    expect(desk.ports.outcomes.flush()).toBe(0)
    expect(stateOf(made.attemptId)).toBe('ACCEPTED')
  })
})
