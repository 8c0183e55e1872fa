// The bridge's methods about moving all records to another computer: saved in one sealed file,
// which retires this computer, and opened where work goes on. MONEY: the entry that retires it is
// written before the file is finished, so that no moment has two computers that send.
import { keySlots } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { MoveOutput, MoveView } from '#shared/moving/move-methods.ts'
import type { Desk } from '../base/desk.ts'
import { moneyStopped, notPossible, signInFirst, underWay } from '../base/faults.ts'
import { newId } from '../people/stating.ts'
import { rollOf } from '../people/statements.ts'
import type { MoveParts, Unpacked } from './move-parts.ts'
import { deskEntry, saveMove } from './save-move.ts'
import { askToGoOn } from './move-question.ts'

export function createMoveMethods(parts: MoveParts): Pick<Desk, keyof MoveOutput> {
  const { people, shell } = parts
  const turn = (): number => people.session.number()
  /** What is open, for whoever opened it. */
  let held: { id: string; what: Unpacked; turn: number } | null = null
  let isBusy = false
  const alone = async <T>(run: () => Promise<Result<T>>): Promise<Result<T>> => {
    if (isBusy) return fail(underWay)
    isBusy = true
    return run().finally(() => {
      isBusy = false
    })
  }

  return {
    'move:save': (input) => alone(() => saveMove(parts, input).finally(parts.forget)),
    'move:open': ({ passphrase }) =>
      alone(async () => {
        const before = turn()
        const usable = placeFault(parts)
        if (usable !== null) return usable
        const chosen = await shell.chooseToOpen({ title: say('moving.open-title') })
        if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
        held = null
        const read = await parts.unpack(chosen.value, passphrase)
        if (!read.ok) return read
        const fault = turn() === before ? takeFault(parts, read.value) : fail(signInFirst)
        if (fault !== null) {
          await parts.drop()
          return fault
        }
        const id = newId(people).replace('p-', 'mv-')
        held = { id, what: read.value, turn: before }
        return ok(viewOf(parts, id, read.value))
      }),
    'move:take': ({ openId }) =>
      alone(async () => {
        const open = held
        if (open === null || open.id !== openId || open.turn !== turn())
          return fail(notPossible(say('set-up.gone')))
        const fault = anyFault(parts, open.what)
        if (fault !== null) return fault
        const asked = await askToGoOn(people.outside, open.what, isBack(parts, open.what))
        if (!asked.ok) return asked
        const late = open.turn === turn() ? anyFault(parts, open.what) : fail(signInFirst)
        if (late !== null) return late
        const taken = await goOn(parts, open.what)
        if (!taken.ok) return taken
        held = null
        shell.restart()
        return ok(null)
      }),
  }
}

/** This very computer saved the file, and did not go on since. */
const isBack = ({ moved }: MoveParts, { move }: Unpacked): boolean => moved()?.moveId === move

/** Why no file can be taken in here, whatever is in it, or null. */
function placeFault(parts: MoveParts): Result<never> | null {
  const { people, moved, isUnused, restoreAsked, ports } = parts
  if (!people.hasKeychain()) return fail(notPossible(say('moving.needs-a-keychain')))
  // MONEY: two openings would leave the files of one under the wish for the other.
  const asked = restoreAsked()
  if (asked !== null) return fail(notPossible(asked))
  if (moved() !== null) return null
  const stop = ports.moneyStop(undefined)
  if (stop !== null) return fail(moneyStopped(stop))
  return isUnused() ? null : fail(notPossible(say('moving.desk-in-use')))
}

/** Why this file can't go on here, or null. */
function takeFault(parts: MoveParts, what: Unpacked): Result<never> | null {
  const refused = (message: string): Result<never> => fail(inputFault('file', message))
  if (parts.taken().includes(what.move)) return refused(say('moving.taken-here'))
  const retired = parts.retiredAt()
  if (retired === null) return null
  // What moved away may come back, as it is by now, from wherever it went on meanwhile.
  if (what.log !== parts.ports.audit.logId) return refused(say('moving.of-another-log'))
  // MONEY: a log without the entry that retired this one does not know what was sent from here.
  return what.shared?.chain === retired.chain ? null : refused(say('moving.does-not-go-on'))
}

/** MONEY: asked again behind the question, and when nothing is between the answer and the deed. */
const anyFault = (parts: MoveParts, what: Unpacked): Result<never> | null =>
  placeFault(parts) ?? takeFault(parts, what)

/** Faults: vault, input. */
async function goOn(parts: MoveParts, what: Unpacked): Promise<Result<null>> {
  if (!isBack(parts, what)) return parts.putAside(what, () => anyFault(parts, what))
  const kept = await parts.putBack(what)
  if (!kept.ok) return kept
  await parts.drop()
  return parts.append(deskEntry(parts, 'desk:moved-here', { move: what.move, isBack: true }), () =>
    takeFault(parts, what),
  )
}

function viewOf(parts: MoveParts, openId: string, what: Unpacked): MoveView {
  const { people } = rollOf(what.log, what.statements)
  return {
    ...{ openId, isBack: isBack(parts, what), from: what.from, by: what.by },
    ...{ movedAt: what.movedAt, entries: what.entries, lastAt: what.lastAt },
    connections: what.connections.map(({ id, name, environment, baseUrl, login }) => ({
      ...{ name, environment, baseUrl, login },
      keys: what.slots.filter((slot) => keySlots(id).includes(slot)).length,
    })),
    people: [...people.values()]
      .filter(({ isRemoved }) => !isRemoved)
      .map(({ name, roles }) => ({ name, roles })),
    openRequests: what.openRequests,
    pausedRuns: what.pausedRuns,
  }
}
