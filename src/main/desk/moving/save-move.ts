// All records are saved to go on at another computer: asked, signed by whoever is signed in,
// retired by an entry, and only then written. MONEY: what ends between the entry and the file
// leaves a computer that sends nothing, and can save the file again.
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { MoveOutput } from '#shared/moving/move-methods.ts'
import type { Parsed } from '#shared/contract/bridge.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import { askOutside } from '../base/ask-outside.ts'
import { moneyStopped, notPossible, signInFirst } from '../base/faults.ts'
import { meOf } from '../people/stating.ts'
import type { Gathered, MoveParts } from './move-parts.ts'

type DeskKind = 'desk:moved' | 'desk:moved-here' | 'desk:stayed'

export const deskEntry = (
  { ports }: Pick<MoveParts, 'ports'>,
  kind: DeskKind,
  details: AuditDraft['details'],
): AuditDraft => ({
  ...{ actor: ports.actor(), kind, outcome: 'ok', origin: 'operator' },
  ...{ subject: 'desk', details },
})

/** What an administrator signs: which log moves, and where to. */
const signedText = (log: string, move: string, to: string): Buffer =>
  Buffer.from(`paydesk move 1\n${JSON.stringify({ log, move, to })}`, 'utf8')

/** Faults: input, denied, vault. */
export async function saveMove(
  parts: MoveParts,
  { to, passphrase, own }: Parsed<'move:save'>,
): Promise<Result<MoveOutput['move:save']>> {
  const { people, ports } = parts
  const before = people.session.number()
  const checked = ports.checked()
  if (checked !== null) await checked
  const fault = saveFault(parts)
  if (fault !== null) return fault
  const again = parts.moved()
  const move = again?.moveId ?? Buffer.from(people.randomBytes(16)).toString('hex')
  const proved = await proveOwn(parts, own ?? '', signedText(ports.audit.logId, move, to))
  if (!proved.ok) return proved
  const asked = await askOutside(people.outside, 'move', {
    message: say('moving.move-to', { to: quoted(to) }),
    detail: [say('moving.this-one-stops'), say('moving.whoever-opens'), say('moving.keep-it-safe')],
    action: say('moving.save-and-stop'),
  })
  if (!asked.ok) return asked
  const chosen = await parts.shell.chooseFile({
    title: say('moving.save-title'),
    suggestedName: 'paydesk-move.pdmove',
  })
  if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
  // Before anything stops: a keychain that is locked by now stops nothing.
  const gathered = await parts.gather()
  if (!gathered.ok) return gathered
  if (people.session.number() !== before) return fail(signInFirst)
  const signature = proved.value?.toString('base64') ?? null
  const retired = parts.append(deskEntry(parts, 'desk:moved', { move, to, signature }), () =>
    saveFault(parts),
  )
  if (!retired.ok) return retired
  tell(parts)
  return finish(
    parts,
    { path: chosen.value, passphrase, isAgain: again !== null },
    {
      ...gathered.value,
      ...{ move, by: ports.actor() },
    },
  )
}

/** The window shuts what is not possible any more, or opens it again. */
function tell({ ports, people }: MoveParts): void {
  ports.onChange({ topic: 'app' })
  people.onChange()
}

/** Faults: input on `file`. */
async function finish(
  parts: MoveParts,
  { path, passphrase, isAgain }: { path: string; passphrase: string; isAgain: boolean },
  what: Gathered & { move: string; by: string },
): Promise<Result<MoveOutput['move:save']>> {
  const written = await parts.write(path, passphrase, what)
  const isGone = 'failed' in written && written.isGone && !isAgain
  if (!isGone) parts.stop()
  if ('file' in written) return ok(written)
  const why = written.failed
  // MONEY: a file that may be there all the same may be opened: then this computer stays retired.
  if (!isGone) return fail(inputFault('file', say('moving.file-not-finished', { why })))
  const stayed = parts.append(deskEntry(parts, 'desk:stayed', { move: what.move, why }))
  tell(parts)
  return stayed.ok ? fail(inputFault('file', say('moving.stays-here', { why }))) : stayed
}

/** Why it can't be saved now, or null. Faults: denied. */
function saveFault({ people, ports, moved, isInTeam }: MoveParts): Result<never> | null {
  if (!people.hasKeychain()) return fail(notPossible(say('moving.needs-a-keychain')))
  // What stops a desk that moved is that it moved.
  if (moved() !== null) return null
  if (isInTeam()) return fail(notPossible(say('team.leave-before-moving')))
  const stop = ports.moneyStop(undefined)
  if (stop !== null) return fail(moneyStopped(stop))
  const isCounting = ports.journal.count(['APPROVED', 'SENDING']) > 0
  const isRunning = ports.runs.inRunStates(['CHECKING', 'CONFIRMED', 'RUNNING']).length > 0
  if (isCounting) return fail(notPossible(say('moving.request-under-way')))
  return isRunning ? fail(notPossible(say('moving.run-under-way'))) : null
}

/** Null where sign-in is off. Faults: input on `own`, denied, vault. */
async function proveOwn(
  { people }: MoveParts,
  own: string,
  text: Buffer,
): Promise<Result<Buffer | null>> {
  if (!people.roll.isOn()) return ok(null)
  const me = meOf(people)
  if (me === null) return fail(signInFirst)
  if (own === '') return fail(inputFault('own', say('people.enter-passphrase')))
  return people.session.sign(me, 'own', { passphrase: own, text })
}
