// What computers of a team said of requests that wait, as files: of each one that asks its newest
// file, with the signatures that others laid beside it. It says nothing of whether one counts.
import { type ApprovalFile, approvalFileText } from '#shared/approvals/approval-file.ts'
import { type AskedPlace, askedText } from '#shared/approvals/asked-place.ts'
import { statementIn } from '#shared/approvals/statement.ts'
import { readSealed, sealOf, signerOf } from '../sealed-file.ts'
import type { SaidInTeam } from './team-approvals.ts'

/** As read before: the same text is not read again. */
export type ReadFiles = Map<string, ApprovalFile | null>

export interface AskInTeam {
  place: AskedPlace
  /** As its computer asked, with each signature on it. */
  file: ApprovalFile
}

/** A file that lies in a place of its own; null for what is none, or lies in another's. */
export function fileAt({ place, text }: SaidInTeam, known: ReadFiles): ApprovalFile | null {
  if (text === null) return null
  const before = known.get(text)
  const file = before === undefined ? readText(text) : before
  known.set(text, file)
  const isOfPlace =
    file?.log === place.log && file.approval === place.approval && file.expiresAt === place.until
  return isOfPlace ? file : null
}

function readText(text: string): ApprovalFile | null {
  const read = readSealed(Buffer.from(text))
  return read.ok ? read.value : null
}

/** All that are open, in the order in which they were said. */
export function asksIn(said: readonly SaidInTeam[], known: ReadFiles): AskInTeam[] {
  const groups = Map.groupBy(said, ({ place }) => askedText(place))
  return [...groups.values()].flatMap((of) => {
    const own = of.find(({ place, by }) => by === place.desk)
    const asked = own === undefined ? null : fileAt(own, known)
    if (own === undefined || asked === null) return []
    const others = of.filter((one) => one !== own).map((one) => fileAt(one, known))
    return [{ place: own.place, file: withSignatures(asked, others) }]
  })
}

/** Of each that signs more often, so many; a file holds a hundred. */
const mostOfOne = 3
const mostAdded = 50

/** MONEY: only what was signed out of this very file. */
function withSignatures(
  asked: ApprovalFile,
  others: readonly (ApprovalFile | null)[],
): ApprovalFile {
  const seal = sealOf(asked)
  const known = new Set(asked.signatures.map(({ body }) => body))
  const bySigner = new Map<string, number>()
  const added = others
    .flatMap((one) => (one === null || sealOf(one) !== seal ? [] : one.signatures))
    .filter((one) => {
      const said = statementIn(one.body)
      if (said?.file !== seal || said.seen !== asked.seen || known.has(one.body)) return false
      if ('why' in signerOf(asked, one)) return false
      known.add(one.body)
      const count = (bySigner.get(said.by) ?? 0) + 1
      bySigner.set(said.by, count)
      return count <= mostOfOne
    })
  if (added.length === 0) return asked
  const signatures = [...asked.signatures, ...added.slice(0, mostAdded)]
  // In the order in which it is written, so that it is read as it is held.
  return readText(approvalFileText({ ...asked, signatures })) ?? asked
}
