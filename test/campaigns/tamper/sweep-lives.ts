// Whole lives of a ledger, started and ended as the program does it, and what somebody without the
// keychain does in between: rows and schema, entries after a close, a tail cut off after a kill, an
// old copy that is to be exported, a clock that is set back, archives that are deleted. Then lives
// nobody touched: none of them may stop money.
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { archiveProblem } from '../../../src/main/ledger/archive/archives-there.ts'
import { exportAudit } from '../../../src/main/ledger/export/export.ts'
import { inTransaction } from '../../../src/main/ledger/db/open.ts'
import { type Change, nextNumber, put } from '../../../src/main/ledger/projections/changes.ts'
import { must } from '../faults/must.ts'
import { archive } from './archived.ts'
import { newKey, openLog, resourcesDir } from './log.ts'
import { type Keychain, type Life, newKeychain, openLife } from './life.ts'
import { appendTo, copyLedger, tamperWith } from './table-attack.ts'
import { fillTables } from './tables.ts'
import { alarm, filled, type Place, stopsAt, sweepTables } from './sweep-tables.ts'
import { openVerifiers } from './verifiers.ts'

/** How many lives go by between two words of how far it has come. */
const LIVES_A_WORD = 100

export interface LifeCounts {
  tableAttacks: number
  lifeAttacks: number
  honestLives: number
}

export async function sweepLives(
  place: Place & { onPart: (name: string) => void },
  honest: number,
): Promise<LifeCounts> {
  const tableAttacks = await sweepTables(place)
  const lifeAttacks =
    (await sweepAppended(place)) +
    (await sweepCut(place)) +
    (await rolledBack(place)) +
    (await clockSetBack(place)) +
    (await archivesDeleted(place))
  for (let n = 0; n < honest; n += 1) {
    if (n % LIVES_A_WORD === 0) place.onPart(`honest lives, ${n} of ${honest}`)
    await honestLife(place, n)
  }
  return { tableAttacks, lifeAttacks, honestLives: honest }
}

/** Whether no export is signed at the next start, nor the log by a checkpoint. */
async function isUnsigned(file: string, vault: Keychain): Promise<boolean> {
  const life = await openLife(file, newKeychain(vault))
  const { size } = life.audit.head()
  const newest = life.db.prepare('SELECT max(size) FROM checkpoint').pluck().get()
  const isRefused = !(await life.seal.toSign()).ok
  life.kill()
  return isRefused && Number(newest ?? 0) < size
}

/** One to five entries, chained as anybody can, behind an orderly close and behind a kill. */
async function sweepAppended(place: Place): Promise<number> {
  const { tally, newPath } = place
  let attacks = 0
  for (const end of ['close', 'kill'] as const)
    for (let more = 1; more <= 5; more += 1) {
      const { file, vault } = await filled(place)
      const life = await openLife(file, vault)
      life.note('step')
      if (end === 'close') await life.close()
      else life.kill()
      tamperWith(file, { name: 'append', run: (tool) => appendTo(tool, life.audit.logId, more) })
      attacks += 2
      const name = `${more} entries appended after a ${end}`
      const copy = newPath()
      copyLedger(file, copy)
      tally.note(`${name}, an export of them`, await isUnsigned(copy, vault))
      tally.note(name, (await stopsAt(file, vault)).length > 0)
      rmSync(file, { force: true })
    }
  return attacks
}

/** After a kill the newest entries go, one by one, with every checkpoint and row behind them. */
async function sweepCut(place: Place): Promise<number> {
  const { tally, newPath } = place
  const [file, vault] = [newPath(), newKeychain()]
  const life = await openLife(file, vault)
  fillTables(life)
  for (let n = 0; n < 8; n += 1) life.note('step')
  life.seal.maybe('sending')
  const unwitnessed = await life.seal.witness(true)
  if (unwitnessed !== null) throw new Error(unwitnessed)
  const { size } = life.audit.head()
  life.kill()
  const copy = newPath()
  let attacks = 0
  for (let left = 1; left < size; left += 1) {
    copyLedger(file, copy)
    tamperWith(copy, {
      name: 'cut',
      run: (tool) => {
        for (const [table, column] of [
          ['audit_entry', 'seq'],
          ['entry_rows', 'seq'],
          ['checkpoint', 'size'],
        ] as const)
          tool.prepare(`DELETE FROM ${table} WHERE ${column} > ?`).run(left)
      },
    })
    attacks += 2
    const again = newPath()
    copyLedger(copy, again)
    tally.note(`cut after entry ${left}, an export of it`, await isUnsigned(again, vault))
    tally.note(`cut after entry ${left}`, (await stopsAt(copy, vault)).length > 0)
  }
  return attacks
}

/** No old copy gives a signed export while it is one. */
async function rolledBack(place: Place): Promise<number> {
  const { tally, newPath } = place
  const { file, vault } = await filled(place)
  const old = newPath()
  copyLedger(file, old)
  const life = await openLife(file, vault)
  life.note('step')
  life.seal.maybe('sending')
  await life.close()
  for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true })
  renameSync(old, file)
  const back = await openLife(file, vault)
  tally.note('an old copy in the place of the ledger', (await back.stops()).length > 0)
  tally.note('an export of an old copy', !(await back.seal.toSign()).ok)
  back.kill()
  return 2
}

async function clockSetBack(place: Place): Promise<number> {
  const { tally, newPath } = place
  let ahead = 0
  const [file, vault] = [newPath(), newKeychain()]
  const life = await openLife(file, vault, () => Date.now() + ahead)
  const days = [1, 30, 200]
  for (const day of days) {
    ahead -= day * 86_400_000
    life.note('step')
  }
  const folder = newPath()
  const { checkpointer, reached } = must(await life.seal.toSign())
  const { audit, db } = life
  const filter = { kind: 'nothing like it' }
  must(
    await exportAudit({
      ...{ audit, db, checkpointer, reached, filter, folder, resourcesDir },
      ...{ version: '0.0.0', clock: Date.now },
    }),
  )
  life.kill()
  const verifiers = await openVerifiers()
  const { node, python } = await verifiers.ask([folder])
  verifiers.close()
  for (const { text } of [node, python])
    tally.note(
      'a clock that was set back',
      text.match(/^clock went back: /gm)?.length === days.length,
    )
  return days.length
}

async function archivesDeleted(place: Place): Promise<number> {
  const { random, tally, newPath } = place
  const log = openLog({ file: ':memory:', random, key: newKey() })
  const folder = newPath()
  const made: string[] = []
  for (let n = 0; n < 2; n += 1) {
    for (let m = 0; m < 12; m += 1) log.append()
    log.checkpointer.now('entries')
    made.push((await archive(log, folder))!)
  }
  const problem = (): string[] => {
    const found = archiveProblem(log.db, folder)
    return found === null ? [] : [found.message]
  }
  alarm(place, 'archives that are all there', problem())
  for (const one of made) {
    renameSync(one, `${one}-away`)
    tally.note('a deleted archive', problem().length > 0)
    renameSync(`${one}-away`, one)
    for (const file of ['manifest.json', 'audit.jsonl']) {
      renameSync(join(one, file), join(one, 'away'))
      tally.note(`an archive without ${file}`, problem().length > 0)
      renameSync(join(one, 'away'), join(one, file))
    }
  }
  alarm(place, 'archives that are all there again', problem())
  log.ledger.close()
  return made.length * 3
}

/** Starts, changes, kills, closes and roll-backs of transactions, in any order. */
async function honestLife(place: Place, nth: number): Promise<void> {
  const { random, newPath } = place
  const [file, vault] = [newPath(), newKeychain()]
  let life: Life = await openLife(file, vault)
  fillTables(life)
  const facts: (() => Change[])[] = [
    () => [['set', 'attempt', { id: 'a-c-1-1', message: `w${random.below(99)}` }]],
    () => [['set', 'connection', { id: 'c-1', updated_at: random.below(1_000_000) }]],
    () => {
      const slot = 'connection/c-1/merchant_control_key'
      return [put(life.db, 'secret', { slot }, { fingerprint: 'cd', created_at: 2 })]
    },
    () => {
      const seq = nextNumber(life.db, 'order_note')
      const note = { connection_id: 'c-1', orderid: '7', at: 2, actor: 'bo', text: 'more' }
      return [['add', 'order_note', { seq, ...note }]]
    },
  ]
  const by = { actor: 'ana', outcome: 'ok', origin: 'desk', subject: 'log', details: {} } as const
  for (let n = 2 + random.below(12); n > 0; n -= 1) {
    const isTakenBack = random.chance(0.2)
    try {
      inTransaction(life.db, () => {
        life.audit.append({ ...by, kind: 'connection:changed' }, random.pick(facts)())
        life.db.exec('UPDATE attempt SET checks = checks + 1')
        if (isTakenBack) throw new Error('taken back')
      })
    } catch (error) {
      if (!isTakenBack) throw error
    }
    if (random.chance(0.3)) life.seal.maybe('sending')
    if (random.chance(0.2)) life.check.look()
    if (!random.chance(0.3)) continue
    if (random.chance(0.5)) life.kill()
    else await life.close()
    life = await openLife(file, vault)
  }
  alarm(place, `honest life ${nth}`, await life.stops())
  life.kill()
  for (const ending of ['', '-lock', '-wal', '-shm']) rmSync(file + ending, { force: true })
}
