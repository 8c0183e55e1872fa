// Somebody with the file and a database tool, and without the keychain, points a connection at a
// server of his own while Paydesk is closed or open. Not one request may reach that server, and a
// person must be told.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectionRecord } from '#shared/connections/connection.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { inTransaction } from '../../src/main/ledger/db/open.ts'
import { openNotes } from '../../src/main/ledger/orders/notes.ts'
import { openLife } from '../campaigns/tamper/life.ts'
import { misplaceIndex, tamperWith } from '../campaigns/tamper/table-attack.ts'
import {
  effectsOf,
  faultOf,
  handleOf,
  must,
  type OpenDesk,
  openDesk,
  trainingOrder,
} from './story.ts'
import { tampered } from '../fakes/ledger-check.ts'

beforeEach(() => tampered('another program writes to the ledger'))

let folder: string
let sandbox: Sandbox
let open: OpenDesk
let vault: Vault
let other: Server
let caught: string[]
let id: string

const start = async (): Promise<void> => {
  open = await openDesk({ folder, sandbox: handleOf(sandbox), vault })
}
const otherUrl = (): string => `http://127.0.0.1:${(other.address() as AddressInfo).port}/paynet`
const record = (more: Record<string, unknown> = {}) => {
  const {
    id: _id,
    isEmbedded: _isEmbedded,
    ...rest
  } = connectionRecord.parse({
    id: 'x',
    isEmbedded: false,
    name: 'Shop',
    environment: 'test',
    baseUrl: sandbox.baseUrl,
    endpointId: sandbox.identity.endpointId,
    login: sandbox.identity.login,
    settings: { statusAmount: 'latest', money: { undoMs: 0 } },
    ...more,
  })
  return rest
}
const lookUp = () =>
  open.desk['order:look-up']({
    connectionId: id,
    by: 'orderid',
    value: trainingOrder(sandbox, /paid sale of 120\.00 EUR/),
  })
const steer = (): void => {
  const tool = new BetterSqlite3(join(folder, 'ledger.sqlite'))
  const moved = tool
    .prepare(`UPDATE connection SET record = json_set(record, '$.baseUrl', ?) WHERE id = ?`)
    .run(otherUrl(), id)
  tool.close()
  expect(moved.changes).toBe(1)
}
const stops = async (): Promise<string> =>
  must(await open.desk['app:state']({}))
    .moneyStops.map(({ message }) => message)
    .join('\n')

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-steered-'))
  caught = []
  other = createServer((request, response) => {
    caught.push(request.url ?? '')
    response.end('type=error')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  sandbox = await startSandbox({ processingMs: 50 })
  vault = { ...createMemoryVault(), kind: 'keychain' }
  await start()
  ;({ id } = must(await open.desk['connection:save'](record())))
  const key = sandbox.identity.merchantControlKey
  must(await open.desk['key:set-control']({ connectionId: id, key }))
  must(await lookUp())
})
afterEach(async () => {
  await open.close()
  await sandbox.close()
  other.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a connection that was pointed at another host behind Paydesk’s back', () => {
  const changed = (): string => `connection ${id} was changed (record)`

  it('is put right from the log, and stops money naming the connection, until a person has read it', async () => {
    await open.close()
    steer()
    await start()
    await expect.poll(stops).toContain(changed())
    must(await lookUp())
    const stopIds = must(await open.desk['app:state']({})).moneyStops.map((stop) => stop.id)
    must(await open.desk['money:resume']({ stopIds, reason: 'it was our own tool' }))
    expect(await stops()).toBe('')
    must(await lookUp())
    expect(caught).toEqual([])
  })

  it('sends nothing there at once after the start, not even a question', async () => {
    await open.close()
    steer()
    await start()
    // Whether the check or the question comes first: the key is bound to the place.
    await lookUp()
    expect(caught).toEqual([])
  })

  it('sends nothing there when it was pointed there while Paydesk was open', async () => {
    const order = must(await lookUp())
    steer()
    const review = () =>
      open.desk['attempt:review']({
        connectionId: id,
        operation: 'return',
        request: {
          ...{ client_orderid: order.clientOrderid, orderid: order.orderid },
          ...{ amount: '5.00', currency: 'EUR', comment: 'damaged' },
        },
      })
    await review()
    await expect.poll(stops).toContain(changed())
    expect((await review()).ok).toBe(false)
    expect(caught).toEqual([])
  })
})

describe('a trigger that another program puts into the ledger while Paydesk is open', () => {
  const change = (text: string): void => {
    const tool = new BetterSqlite3(join(folder, 'ledger.sqlite'))
    tool.exec(text)
    tool.close()
  }
  const refund = async (comment: string) => {
    const order = must(await lookUp())
    return open.desk['attempt:review']({
      connectionId: id,
      operation: 'return',
      request: {
        ...{ client_orderid: order.clientOrderid, orderid: order.orderid },
        ...{ amount: '5.00', currency: 'EUR', comment },
      },
    })
  }

  const resume = async (): Promise<void> => {
    const stopIds = must(await open.desk['app:state']({})).moneyStops.map((stop) => stop.id)
    must(await open.desk['money:resume']({ stopIds, reason: 'it was our own tool' }))
  }

  it('is taken out at once, and stops money until a person has read it', async () => {
    change(`CREATE TRIGGER mine AFTER UPDATE ON attempt WHEN NEW.state = 'UNKNOWN'
      BEGIN UPDATE attempt SET state = 'NOT_SENT' WHERE id = NEW.id; END`)
    expect((await refund('damaged')).ok).toBe(false)
    expect(await stops()).toContain('the trigger “mine” was added')
    await resume()
    expect((await refund('damaged')).ok).toBe(true)
    expect(await stops()).toBe('')
  })

  it('gets nothing that steers money into its hands', async () => {
    change(`CREATE TRIGGER mine AFTER UPDATE ON connection
      BEGIN UPDATE connection SET record = json_set(NEW.record, '$.baseUrl', '${otherUrl()}')
        WHERE id = NEW.id; END`)
    const save = () =>
      open.desk['connection:save']({ ...record({ name: 'Shop 2' }), connectionId: id })
    const key = sandbox.identity.merchantControlKey
    const enterKey = () => open.desk['key:set-control']({ connectionId: id, key })
    const keepRecipient = () =>
      open.desk['recipient:save']({
        ...{ connectionId: id, name: 'Zoë', way: 'wallet', fields: { account_number: 'W-1' } },
      })
    for (const act of [save, enterKey, keepRecipient]) {
      const refused = faultOf(await act())
      expect(refused).toMatchObject({ kind: 'denied', reason: 'money-stopped' })
      expect(refused.message).toContain('the trigger “mine” was added')
    }
    const shown = must(await open.desk['connection:show']({ connectionId: id }))
    expect(shown).toMatchObject({ name: 'Shop', baseUrl: sandbox.baseUrl })
    await resume()
    expect(must(await save())).toMatchObject({ name: 'Shop 2', baseUrl: sandbox.baseUrl })
    must(await enterKey())
    must(await keepRecipient())
  })

  it('leaves nothing behind, also when it is gone again before anybody looks', async () => {
    const sumOf = async () => must(await lookUp()).actions
    const before = await sumOf()
    change(`CREATE TRIGGER mine AFTER INSERT ON meta
      BEGIN UPDATE status_snapshot SET transaction_type = 'capture'; END;
      INSERT OR REPLACE INTO meta SELECT * FROM meta;
      DROP TRIGGER mine`)
    await refund('damaged')
    await expect.poll(stops).toMatch(/answer of the gateway \d+ was changed/)
    expect(await sumOf()).toEqual(before)
  })
})

describe('an index that another program spoils', () => {
  const give = async () => {
    const { clientOrderid, orderid } = must(await lookUp())
    const money = { amount: '5.00', currency: 'EUR', comment: 'damaged' }
    const request = { client_orderid: clientOrderid, orderid, ...money }
    const review = await open.desk['attempt:review']({
      ...{ connectionId: id, operation: 'return', request },
    })
    if (!review.ok) return review
    const { attemptId, token } = review.value
    return open.desk['attempt:confirm']({ attemptId, token })
  }

  it.each([true, false])(
    'is made anew before a request leaves that what it hides would repeat (closed: %s)',
    async (isClosed) => {
      const { orderid } = must(await lookUp())
      if (isClosed) await open.close()
      misplaceIndex(join(folder, 'ledger.sqlite'), 'status_snapshot_order')
      if (isClosed) await start()
      expect(faultOf(await give())).toMatchObject({ reason: 'money-stopped', sent: 'no' })
      await expect.poll(stops).toContain('status_snapshot_order')
      expect(effectsOf(sandbox, orderid, 'return')).toBe(0)
      const stopIds = must(await open.desk['app:state']({})).moneyStops.map((stop) => stop.id)
      must(await open.desk['money:resume']({ stopIds, reason: 'compared with the back office' }))
      must(await give())
      expect(await stops()).toBe('')
      await expect.poll(() => effectsOf(sandbox, orderid, 'return')).toBe(1)
    },
  )
})

describe('a ledger with many rows', () => {
  const writeMany = async (orderid: string): Promise<void> => {
    const life = await openLife(join(folder, 'ledger.sqlite'), vault)
    const notes = openNotes(life.db, life.audit, Date.now)
    inTransaction(life.db, () => {
      for (let n = 0; n < 1_500; n += 1)
        notes.add({ connectionId: id, orderid }, 'ana', `note ${n}`)
    })
    await life.close()
  }
  /** Reviewed and confirmed, as far as it comes. */
  const giveBack = async (order: OrderView) => {
    const { clientOrderid, orderid } = order
    const money = { amount: '5.00', currency: 'EUR', comment: 'damaged' }
    const request = { client_orderid: clientOrderid, orderid, ...money }
    const review = await open.desk['attempt:review']({
      ...{ connectionId: id, operation: 'return', request },
    })
    if (!review.ok) return review
    const { attemptId, token } = review.value
    return open.desk['attempt:confirm']({ attemptId, token })
  }

  it('sends nothing before all were compared, though money is asked for right at the start', async () => {
    const { orderid } = must(await lookUp())
    await open.close()
    await writeMany(orderid)
    tamperWith(join(folder, 'ledger.sqlite'), {
      name: 'an old note',
      run: (tool) => void tool.exec(`UPDATE order_note SET text = 'paid in cash' WHERE seq = 40`),
    })
    await start()
    const order = must(await lookUp())
    const sent = await giveBack(order)
    expect(faultOf(sent)).toMatchObject({ kind: 'denied', reason: 'money-stopped', sent: 'no' })
    await expect.poll(stops).toContain('note 40 was changed (text)')
    expect(effectsOf(sandbox, orderid, 'return')).toBe(0)
  })

  it('sends right at the start where all rows are as they were written', async () => {
    const { orderid } = must(await lookUp())
    await open.close()
    await writeMany(orderid)
    await start()
    must(await giveBack(must(await lookUp())))
    expect(await stops()).toBe('')
    await expect.poll(() => effectsOf(sandbox, orderid, 'return')).toBe(1)
  })
})

describe('a connection that its operator points at another host', () => {
  it('loses its key, and asks for it again before anything is sent', async () => {
    const moved = { ...record({ baseUrl: otherUrl() }), connectionId: id }
    must(await open.desk['connection:save'](moved))
    const shown = must(await open.desk['connection:show']({ connectionId: id }))
    expect(shown).toMatchObject({ baseUrl: otherUrl(), control: { isSet: false } })
    expect(faultOf(await lookUp())).toMatchObject({ kind: 'vault', reason: 'lost' })
    expect(caught).toEqual([])
    must(await open.desk['key:set-control']({ connectionId: id, key: 'the-key-for-there' }))
    await lookUp()
    expect(caught.length).toBeGreaterThan(0)
    expect(await stops()).toBe('')
  })

  it('keeps its key when only the name or the path changes', async () => {
    must(await open.desk['connection:save']({ ...record({ name: 'Shop 2' }), connectionId: id }))
    const shown = must(await open.desk['connection:show']({ connectionId: id }))
    expect(shown.control.isSet).toBe(true)
    must(await lookUp())
  })
})
