// Approval files that must not count, and honest ones: npm run -s approvals -- --files N --seed S
// [--asked K]. Each is brought to a desk by the program's own functions; one of K is shown to both
// verifiers. One JSON line last; exits 1 when a file counts that must not, when an honest one does
// not, or when the verifiers differ.
import { approvalFileText } from '#shared/approvals/approval-file.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { readSealed } from '../../src/main/desk/approvals/sealed-file.ts'
import { attackNames, attackOf, isOfTheFile } from './approvals/attacks.ts'
import {
  deskOf,
  hands,
  now,
  rolls,
  type Signature,
  signedBy,
  waitingOf,
  type Waiting,
} from './approvals/desk.ts'
import { openVerifiers } from './approvals/verifiers.ts'
import { makeRandom, type Random } from './faults/random.ts'
import { campaign } from './runner/campaign.ts'

const met = { roll: rolls.asSaved, at: now }

/** The files of Cy and Di, apart and together, in a drawn order; what went wrong, or null. */
function honestOnes(of: Waiting, random: Random): string | null {
  const [cy, di] = [signedBy(hands.Cy, of.file), signedBy(hands.Di, of.file)]
  const files = [[cy], [di], [cy, di]].toSorted(() => random.below(3) - 1)
  const desk = deskOf(of, met)
  for (const signatures of files) {
    const why = desk.bring(Buffer.from(approvalFileText({ ...of.file, signatures })))
    if (why !== null && why !== 'known') return formatMessage(why)
  }
  const approvers = desk.approvers().toSorted().join()
  return approvers === 'Cy,Di' ? null : `approved by ${approvers}`
}

/** What the ledger would keep, had something else put it there: the transaction that sends asks. */
function signaturesIn(bytes: Buffer): Signature[] {
  try {
    const { signatures } = JSON.parse(bytes.toString()) as { signatures?: unknown }
    const list: unknown[] = Array.isArray(signatures) ? signatures : []
    return list.filter(
      (one): one is Signature =>
        typeof one === 'object' && one !== null && 'body' in one && 'signature' in one,
    )
  } catch {
    // No JSON any more: nothing could be kept of it.
    return []
  }
}

export interface ApprovalSummary {
  files: number
  attacks: number
  accepted: number
  honest: number
  honestRefused: number
  compared: number
  differ: number
  /** Attacks of which no file was made. */
  untried: number
  reasons: number
}

await campaign({
  options: { files: 100_000, seed: 1, asked: 100 },
  run: async ({ files, seed, asked, say }): Promise<ApprovalSummary> => {
    const random = makeRandom(seed)
    const waiting = Array.from({ length: 40 }, (_, number) => waitingOf(random, number))
    const tries = new Map<string, number>()
    const reasons = new Set<string>()
    const verifiers = await openVerifiers()
    let [accepted, honest, honestRefused, compared, differ] = [0, 0, 0, 0, 0]
    for (let number = 0; number < files; number += 1) {
      const of = random.pick(waiting)
      if (number % 20 === 0) {
        honest += 1
        const wrong = honestOnes(of, random)
        if (wrong === null) continue
        honestRefused += 1
        say(`file ${number}: honest ones don’t count: ${wrong}`)
        continue
      }
      const other = waiting[(waiting.indexOf(of) + 1 + random.below(38)) % waiting.length]!
      const name = attackNames[number % attackNames.length]!
      const { bytes, met: changed } = attackOf(name)({ of, other, random })
      const desk = deskOf(of, { ...met, ...changed })
      const why = desk.bring(bytes)
      tries.set(name, (tries.get(name) ?? 0) + 1)
      if (why === null || desk.approvers().length > 0) {
        accepted += 1
        say(`file ${number}: counts, though ${name}`)
      } else if (!isOfTheFile(name) && signaturesIn(bytes).some((one) => desk.isWorth(one))) {
        accepted += 1
        say(`file ${number}: its signature counts by itself, though ${name}`)
      } else reasons.add(`${name}: ${why.startsWith('{') ? formatMessage(why) : why}`)
      if (random.below(asked) > 0) continue
      compared += 1
      const said = await verifiers.ask(bytes)
      const holds = said.node.startsWith('holds')
      if (said.node !== said.python || holds !== readSealed(bytes).ok) {
        differ += 1
        say(`file ${number}: ${name}: node “${said.node}”, python “${said.python}”`)
      }
    }
    verifiers.close()
    for (const one of [...reasons].toSorted()) say(one)
    const untried = attackNames.filter((name) => !tries.has(name)).length
    const counts = { files, attacks: attackNames.length, accepted, honest, honestRefused }
    return { ...counts, compared, differ, untried, reasons: reasons.size }
  },
  isGood: ({ accepted, honestRefused, differ, untried, honest, compared }) =>
    accepted + honestRefused + differ + untried === 0 && honest > 0 && compared > 0,
})
