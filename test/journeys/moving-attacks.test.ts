// What somebody may do around a desk that moves: say no, ask while a box is open, use the same file
// or a forged one, and act while the system asks. One computer sends, and the keychain keeps what
// is not of the records.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect } from '../../src/main/ledger/db/open.ts'
import { schemaFormat } from '../../src/main/ledger/schema/schema.ts'
import { writeDeskFile } from '../../src/main/vault/desk-file.ts'
import {
  type Computer,
  eachComputer,
  entriesOf,
  paidIn,
  passphrase,
  refundOn,
  stateOf,
  stopsOf,
} from './computers.ts'
import { addShop, faultOf, must, type OpenDesk } from './story.ts'
import { eachPerson, eachWorld } from './world.ts'

const world = eachWorld(20)
const person = eachPerson()
const all = eachComputer(world, person)
const { computer, start, saved, openFile, movedTo } = all
const refund = (desk: OpenDesk, connectionId: string) =>
  refundOn(world, desk, connectionId, paidIn(world))
const movedTold = 'moved to “the new one”'

/**
 * A file as somebody makes it who has the records of a retired computer that is closed, and chose
 * the rest.
 */
async function forgedFile(
  of: Computer,
  secrets: Readonly<Record<string, string>>,
  more: { ledger?: (sql: (text: string) => void) => void } = {},
): Promise<string> {
  const file = join(world.newFolder(), 'ledger.db')
  const db = connect(join(of.folder, 'ledger.sqlite'), { readonly: true })
  db.exec(`VACUUM INTO '${file}'`)
  const one = (sql: string): string => String(db.prepare<[], string>(sql).pluck().get())
  const moved = "FROM audit_entry WHERE kind = 'desk:moved' LIMIT 1"
  const move = one(`SELECT body ->> '$.details.move' ${moved}`)
  const log = one("SELECT value FROM meta WHERE key = 'audit.log-id'")
  const known = one("SELECT fingerprint FROM secret WHERE slot = 'audit/signing-key'")
  db.close()
  if (more.ledger !== undefined) {
    const copy = connect(file)
    copy.pragma('foreign_keys = off')
    more.ledger((text) => copy.exec(text))
    copy.pragma('journal_mode = delete')
    copy.close()
  }
  const bytes = statSync(file).size
  const secret = Buffer.from(
    JSON.stringify({
      ...{ v: 1, log, move, from: 'x', by: 'y', logKey: known, secrets },
      files: [{ name: 'moved-in.db', bytes }],
    }),
  )
  const pieces = async function* () {
    yield await Promise.resolve(readFileSync(file))
  }
  all.chosen = join(world.newFolder(), 'forged')
  await writeDeskFile(all.chosen, passphrase, { secret, bytes, pieces }, { N: 2, r: 8, p: 1 })
  return all.chosen
}
/** All that goes along. */
const secretsOf = ({ keychain }: Computer): Record<string, string> =>
  Object.fromEntries([...keychain.kept].filter(([slot]) => !/sandbox|high-water/.test(slot)))
const changed = 'changed or damaged'
const openedOn = async (on: Computer): Promise<string> => {
  const desk = await start(on)
  const { message } = faultOf(await desk.desk['move:open']({ passphrase }))
  await desk.close()
  return message
}

describe('a retired computer', () => {
  it('stays retired when a question about moving is declined, or is not asked', async () => {
    const first = world.open
    const connectionId = await addShop(first, world.sandbox)
    await saved(first)
    const { openId } = await openFile(first)
    person.answer = false
    expect((await first.desk['move:save']({ to: 'x', passphrase })).ok).toBe(false)
    expect((await first.desk['move:take']({ openId })).ok).toBe(false)
    person.answer = true
    expect(await entriesOf(first, 'confirmation:declined')).toHaveLength(2)
    expect((await stateOf(first)).moved).toContain(movedTold)
    // A script asks while a box of the system is open: it is refused, and the log says so.
    const isRefused = async () => (await entriesOf(first, 'confirmation:not-asked')).length > 0
    for (let turns = 0; turns < 60 && !(await isRefused()); turns += 1) {
      const forged = first.desk['move:save']({ to: 'x', passphrase })
      for (let turn = 0; turn < turns; turn += 1) await null
      await Promise.all([forged, first.desk['audit:export']({ filter: {} } as never)])
    }
    expect(await isRefused()).toBe(true)
    await first.close()
    const again = await start(all.old)
    expect((await stateOf(again)).moved).toContain(movedTold)
    const asked = { connectionId, by: 'orderid', value: paidIn(world) } as const
    expect(faultOf(await again.desk['order:look-up'](asked)).message).toContain(movedTold)
    expect(world.refunds(paidIn(world))).toBe(0)
  })

  it('puts no copy back that somebody was asked about before', async () => {
    await world.open.close()
    const backupTiming = { firstAfterMs: 1, lookEveryMs: 60_000 }
    const desk = await start(all.old, { backupTiming })
    await addShop(desk, world.sandbox)
    const copies = async () => must(await desk.desk['copy:list']({})).copies
    await expect.poll(async () => (await copies()).length).toBe(1)
    const { name } = (await copies())[0]!
    let restoring: ReturnType<(typeof desk.desk)['copy:restore']> | null = null
    person.asked = []
    // Behind the question about the move, and before its entry.
    all.old.keychain.reading = () => {
      if (!person.asked.some(({ message }) => message.startsWith('Move this'))) return
      person.whileAsked = () =>
        expect.poll(async () => (await stateOf(desk)).moved !== null).toBe(true)
      restoring ??= desk.desk['copy:restore']({ name })
    }
    await saved(desk)
    expect(faultOf(await restoring!).message).toContain(movedTold)
    expect(await stateOf(desk)).toMatchObject({ restoreAsked: null })
  })

  it('makes no copies in the second folder, and the new one has a place of its own there', async () => {
    const drive = world.newFolder()
    let day = 0
    const on = {
      ...{ clock: () => Date.now() + day * 86_460_000, folderToUse: () => drive },
      backupTiming: { firstAfterMs: 1, lookEveryMs: 10 },
    }
    await world.open.close()
    const first = await start(all.old, on)
    await addShop(first, world.sandbox)
    const { second } = must(await first.desk['copy:choose-second-folder']({}))
    await saved(first)
    await first.close()
    const to = computer()
    const there = await movedTo(to, on)
    // The place of the old computer is there, and is not this one's.
    const report = async (desk: OpenDesk) => must(await desk.desk['copy:list']({}))
    expect((await report(there)).second).toMatchObject({ copies: [], fault: expect.any(String) })
    const own = must(await there.desk['copy:choose-second-folder']({})).second
    expect(own).toMatchObject({ fault: null, copies: [{ name: expect.any(String) as string }] })
    expect(own!.folder).not.toBe(second!.folder)
    await there.close()
    day = 1
    const retired = await start(all.old, on)
    await expect.poll(async () => (await report(retired)).copies.length).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(readdirSync(second!.folder)).toHaveLength(1)
    expect(readdirSync(own!.folder)).toHaveLength(1)
    expect((await stateOf(retired)).secondFolderFault).toBeNull()
    await retired.close()
    const again = await start(to, on)
    await expect.poll(() => readdirSync(own!.folder).length).toBe(2)
    expect((await report(again)).second?.folder).toBe(own!.folder)
  })
})

describe('a file', () => {
  it('that does not go on from here is refused: its log knows not what left this computer', async () => {
    const connectionId = await addShop(world.open, world.sandbox)
    const firstFile = await saved()
    await world.open.close()
    const there = await movedTo(computer())
    const forked = await saved(there)
    await there.close()
    // Opened on both computers, against all advice.
    all.chosen = firstFile
    const back = await movedTo(all.old)
    must(await refund(back, connectionId))
    await saved(back)
    all.chosen = forked
    const refused = faultOf(await back.desk['move:open']({ passphrase }))
    expect(refused.message).toContain('do not go on from where this computer stopped')
    await back.close()
    const again = await start(all.old)
    expect((await stateOf(again)).moved).toContain(movedTold)
    expect(must(await again.desk['attempt:list']({ isOpen: false }))).toHaveLength(1)
  })

  it('that was opened here is refused when an archive took the entry of that', async () => {
    const ago = () => Date.now() - 400 * 86_400_000
    await world.open.close()
    const old = computer()
    const first = await start(old, { clock: ago })
    const connectionId = await addShop(first, world.sandbox)
    const firstFile = await saved(first)
    await first.close()
    const to = computer()
    await (await movedTo(to, { clock: ago })).close()
    const there = await start(to)
    must(await refund(there, connectionId))
    must(await there.desk['archive:make']({ months: 12 }))
    expect(await entriesOf(there, 'desk:moved-here')).toEqual([])
    await saved(there)
    all.chosen = firstFile
    const refused = faultOf(await there.desk['move:open']({ passphrase }))
    expect(refused.message).toContain('do not go on from where this computer stopped')
  })

  it('takes no place where work began while the system asked', async () => {
    await addShop(world.open, world.sandbox)
    await saved()
    await world.open.close()
    const to = computer()
    const fresh = await start(to)
    const { openId } = await openFile(fresh)
    person.whileAsked = async () => {
      person.whileAsked = () => Promise.resolve()
      must(await refund(fresh, await addShop(fresh, world.sandbox, { name: 'Own' })))
    }
    const refused = faultOf(await fresh.desk['move:take']({ openId }))
    expect(refused.message).toContain('connections, people or requests of its own')
    await fresh.close()
    const after = await start(to)
    expect(must(await after.desk['attempt:list']({ isOpen: false }))).toHaveLength(1)
    expect(await stopsOf(after)).toEqual([])
  })

  it('takes no place where work began while its secrets were put aside', async () => {
    await addShop(world.open, world.sandbox)
    await saved()
    await world.open.close()
    const to = computer()
    const keychain = to.keychain.vault()
    const write: typeof keychain.write = async (slot, secret) => {
      if (slot === 'move/opener') await addShop(fresh, world.sandbox, { name: 'Own' })
      return keychain.write(slot, secret)
    }
    const fresh = await start(to, { vault: { ...keychain, write } })
    const { openId } = await openFile(fresh)
    const refused = faultOf(await fresh.desk['move:take']({ openId }))
    expect(refused.message).toContain('connections, people or requests of its own')
    expect(await stateOf(fresh)).toMatchObject({ restoreAsked: null })
  })

  it('waits for the next start once one was taken in', async () => {
    await addShop(world.open, world.sandbox)
    await saved()
    await world.open.close()
    const there = await movedTo(computer())
    await saved(there)
    await there.close()
    const back = await start(all.old)
    must(await back.desk['move:take']({ openId: (await openFile(back)).openId }))
    expect(faultOf(await back.desk['move:open']({ passphrase }))).toMatchObject({
      reason: 'not-possible',
    })
    await back.close()
    const gone = await start(all.old)
    expect(await stateOf(gone)).toMatchObject({ moved: null, moneyStops: [] })
  })
})

describe('a forged file', () => {
  it('writes no slot of the keychain that is not of its records, and none without their key', async () => {
    await addShop(world.open, world.sandbox)
    await saved()
    await world.open.close()
    const own = secretsOf(all.old)
    const isKey = /merchant_control_key$/
    const control = Object.keys(own).find((slot) => isKey.test(slot))!
    for (const secrets of [
      { ...own, 'any/slot/at/all': 'x' },
      { ...own, 'audit/high-water': '{"v":1}' },
      { ...own, [control.replace(/connection\/[^/]+/, 'connection/other')]: 'x' },
      // Whoever has the records alone has no key of theirs.
      { [control]: '00000000-0000-0000-0000-000000000000' },
      { [control]: 'x', 'audit/signing-key': 'AAAA' },
    ])
      for (const on of [all.old, computer()]) {
        await forgedFile(all.old, secrets)
        expect(await openedOn(on)).toContain(changed)
      }
    expect(secretsOf(all.old)).toEqual(own)
    // What is as it was saved is opened, and gives back only what this computer lost.
    all.old.keychain.kept.delete(control)
    await forgedFile(all.old, { ...own, 'ledger/entry-key': 'of somebody else' })
    const desk = await start(all.old)
    must(await desk.desk['move:take']({ openId: (await openFile(desk)).openId }))
    expect(secretsOf(all.old)).toEqual(own)
  })

  it('holds nobody up by a table that is a view without an end', async () => {
    await addShop(world.open, world.sandbox)
    await saved()
    await world.open.close()
    await forgedFile(all.old, secretsOf(all.old), {
      ledger: (sql) => {
        sql('ALTER TABLE run RENAME TO run_away')
        sql(
          `CREATE VIEW run AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
           SELECT x, 'PAUSED' AS state FROM n`,
        )
      },
    })
    expect(await openedOn(computer())).toContain(changed)
  })

  it.each([
    ['an older', -1],
    ['a newer', 1],
  ] as const)('of %s Paydesk is refused, and says which of the two to install', async (of, by) => {
    await addShop(world.open, world.sandbox)
    await saved()
    await world.open.close()
    await forgedFile(all.old, secretsOf(all.old), {
      ledger: (sql) => sql(`PRAGMA user_version = ${schemaFormat + by}`),
    })
    const place = by < 0 ? 'on the old computer' : 'on this computer'
    const refused = await openedOn(computer())
    expect(refused.toLowerCase()).toContain(`${of} paydesk saved this file`)
    expect(refused).toContain(`Install the newest version ${place}`)
  })

  it('replaces no keys of other records that the keychain holds', async () => {
    await addShop(world.open, world.sandbox)
    const file = await saved()
    await world.open.close()
    const used = computer()
    const own = await start(used)
    await addShop(own, world.sandbox, { name: 'Own' })
    await own.close()
    const before = new Map(used.keychain.kept)
    all.chosen = file
    const empty = computer(world.newFolder(), used.keychain)
    const fresh = await start(empty)
    expect((await fresh.desk['move:open']({ passphrase })).ok).toBe(false)
    const stopIds = (await stopsOf(fresh)).map(({ id }) => id)
    must(await fresh.desk['money:resume']({ stopIds, reason: 'an empty folder' }))
    const refused = faultOf(await fresh.desk['move:open']({ passphrase }))
    expect(refused.message).toContain('Sign in to the system with another account')
    await fresh.close()
    for (const [slot, secret] of before)
      if (slot !== 'audit/high-water') expect(used.keychain.kept.get(slot), slot).toBe(secret)
    // A retired computer, whose keychain somebody else uses by now.
    all.old.keychain.kept.set('audit/signing-key', before.get('audit/signing-key')!)
    expect(await openedOn(all.old)).toContain('keys of other records')
  })
})

it('goes on without a stop where an entry came between that of the move and its copy', async () => {
  const connectionId = await addShop(world.open, world.sandbox)
  await saved()
  must(await world.open.desk['audit:verify']({}))
  // As a crash leaves it: what came last is signed by nobody yet.
  const between = computer(world.copyOf(all.old.folder), all.old.keychain)
  await world.open.close()
  await forgedFile(between, secretsOf(all.old))
  const there = await movedTo(computer())
  expect(await stopsOf(there)).toEqual([])
  must(await refund(there, connectionId))
  expect(must(await there.desk['audit:verify']({}))).toMatchObject({ outcome: 'intact' })
})
