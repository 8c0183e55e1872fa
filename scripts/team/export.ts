// The files of an export of a team, and the signed notes in it (docs/team.md, section 8). Pure.
import { createHash, type KeyObject, sign } from 'node:crypto'
import { canonicalText } from '../../src/shared/canonical.ts'
import { keyText, type StoredRecord } from '../../src/main/team/records/record.ts'
import type { TeamId } from '../../src/main/team/records/roster.ts'

export interface Exporter {
  id: TeamId
  desk: string
  key: KeyObject
}

/** By its path; `stored`: all records, those of each desk in the order of their numbers. */
export function exportFiles(
  { id, desk, key }: Exporter,
  stored: readonly StoredRecord[],
): ReadonlyMap<string, string> {
  const manifest = {
    ...{ format: 'paydesk-team-export', v: 1, team: id.team, by: desk, records: stored.length },
    ...{ founder: id.founder.desk, founderKey: id.founder.key },
  }
  const lines = stored.map(({ body, signature }) =>
    JSON.stringify({ body: body.toString('base64'), signature: signature.toString('base64') }),
  )
  const notes = [...Map.groupBy(stored, (one) => one.desk)].map(([of, own]) => {
    const origin = `paydesk/${id.team}/`
    const leaves = own.map(({ body, signature }) => Buffer.concat([body, signature]))
    const text = `${origin}${of}\n${own.length}\n${rootOf(leaves).toString('base64')}\n`
    return [`notes/${of}.note`, signedNote(text, `${origin}${desk}`, key)] as const
  })
  return new Map([
    ['team.json', canonicalText(manifest)],
    ['team.jsonl', lines.map((line) => `${line}\n`).join('')],
    ...notes,
  ])
}

const sha256 = (...parts: (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** RFC 6962, section 2.1. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256()
  let level = leaves.map((leaf) => sha256(Uint8Array.of(0), leaf))
  while (level.length > 1) {
    const pairs = Array.from({ length: Math.ceil(level.length / 2) }, (_, at) =>
      level.slice(2 * at, 2 * at + 2),
    )
    level = pairs.map(([one, other]) =>
      other === undefined ? one! : sha256(Uint8Array.of(1), one!, other),
    )
  }
  return level[0]!
}

/** As c2sp.org/signed-note says, with an Ed25519 key. `text` ends in a line feed. */
function signedNote(text: string, name: string, key: KeyObject): string {
  const raw = Buffer.from(keyText(key), 'base64')
  const keyId = sha256(name, '\n', Uint8Array.of(1), raw).subarray(0, 4)
  const signed = Buffer.concat([keyId, sign(null, Buffer.from(text), key)])
  return `${text}\n— ${name} ${signed.toString('base64')}\n`
}
