// The evidence pack of a run: what the list asked for, what was confirmed, what became of each row,
// and the sealed entries about the run and its requests. It asks the gateway nothing.
import { attemptSubject, orderSubjects } from '#shared/attempt.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import { say } from '#shared/message.ts'
import { textIfAny } from '#shared/money.ts'
import { runSubject } from '#shared/runs/run-state.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { PackPart } from '../../ledger/export/pack.ts'
import type { RunRecord } from '../../ledger/runs/run-record.ts'
import type { PackParts } from '../api/evidence-packs.ts'
import type { Desk } from '../base/desk.ts'
import { runNotOver, runTooLongToPack } from '../base/faults.ts'
import { othersTurn } from '../base/others-turn.ts'
import { openDigest } from '../base/run-digest.ts'
import { rowView, runView, type RunViewPorts } from './run-views.ts'
import { findRun } from './runs.ts'

interface RunPackParts extends Omit<PackParts, 'ports' | 'keyFingerprint'> {
  ports: PackParts['ports'] & RunViewPorts
}

const pageRows = 500
/** Each row brings its order's entries; with more, the saved result is what can be read. */
const mostRows = 10_000

export function createRunPackMethods(parts: RunPackParts): Pick<Desk, 'run:evidence'> {
  const { ports, shell, work } = parts
  return {
    'run:evidence': async ({ runId }) => {
      const found = findRun(ports, runId)
      if (!found.ok) return found
      const run = found.value
      if (run.state !== 'DONE' && run.state !== 'STOPPED') return fail(runNotOver)
      if (run.rows > mostRows) return fail(runTooLongToPack(mostRows))
      const minute = new Date(ports.clock()).toISOString().replaceAll(/[-:]/g, '').slice(0, 13)
      const folderName = `paydesk-run-${run.id}-${minute}Z`
      const chosen = await shell.chooseFile({
        title: say('program.save-the-evidence-pack'),
        suggestedName: `${folderName}.zip`,
      })
      if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
      const file = chosen.value
      const tell = (outcome: string, details: Record<string, unknown>): void =>
        parts.note({
          ...{ actor: ports.actor(), kind: 'run:evidence', outcome, subject: runSubject(run.id) },
          origin: outcome === 'failed' ? 'desk' : 'operator',
          details: { file, ...details },
        })
      // Noted first, so that the pack itself shows that it was made.
      tell('started', {})
      const isEmbedded = ports.connections.find(run.connectionId)?.isEmbedded === true
      const made = await work.run('evidence', async (watched) => {
        const gathered = await gather(parts, run, watched.signal)
        if (!gathered.ok) return gathered
        const { subjects, contents } = gathered.value
        const filter = { subjects }
        const pack = { file, folderName, filter, isEmbedded, parts: contents }
        return parts.writePack(pack, watched)
      })
      if (!made.ok) tell('failed', { fault: made.fault.message })
      else if (made.value === null) tell('cancelled', {})
      else tell('ok', { sha256: made.value.sha256, bytes: made.value.bytes })
      return made
    },
  }
}

async function gather(
  { ports, version }: RunPackParts,
  run: RunRecord,
  signal: AbortSignal,
): Promise<Result<{ subjects: string[]; contents: PackPart[] }>> {
  const lines: string[] = []
  const digest = openDigest(run, (line) => lines.push(line))
  const rows: unknown[] = []
  const attempts: AttemptRow[] = []
  for (let after: number | null = -1; after !== null;) {
    const page = ports.runs.shown(run.id, after, pageRows)
    digest.add(page.rows)
    for (const row of page.rows) {
      const { serialNumber, sentAt, resolvedAt, skip, meaning } = row
      rows.push({
        ...rowView(row),
        ...{ skip, meaning, serialNumber, sentAt: iso(sentAt), resolvedAt: iso(resolvedAt) },
      })
      const attempt = row.attemptId === null ? null : ports.journal.get(row.attemptId)
      if (attempt !== null) attempts.push(attempt)
    }
    after = page.next
    await othersTurn()
    signal.throwIfAborted()
  }
  digest.end(run.reason)
  const subjects = new Set([
    runSubject(run.id),
    ...attempts.flatMap((one) =>
      one.orderid === '' ? [attemptSubject(one)] : orderSubjects(one, [one]),
    ),
  ])
  const contents: PackPart[] = [
    { name: 'README.txt', bytes: new TextEncoder().encode(readme(run, version)) },
    { name: 'run.json', json: { ...(await runView(ports, run, () => null)), source: run.source } },
    { name: 'rows.json', json: rows },
    { name: 'confirmed.jsonl', bytes: new TextEncoder().encode(lines.join('')) },
    { name: 'requests.json', json: attempts.map(requestOf) },
  ]
  return ok({ subjects: [...subjects], contents })
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const requestOf = (attempt: AttemptRow): unknown => {
  const { id, row, operation, state, orderid, clientOrderid, actor, comment, message } = attempt
  return {
    ...{ id, row: row?.at ?? null, operation, state, orderid, clientOrderid, actor, comment },
    ...{ message, handOutcome: attempt.handOutcome, amount: textIfAny(attempt.amount) },
    ...{ digest: attempt.digest, serialNumber: attempt.serialNumber },
    createdAt: iso(attempt.createdAt),
    ...{ sentAt: iso(attempt.sentAt), resolvedAt: iso(attempt.resolvedAt) },
    ...{ request: redact(attempt.request), answer: redact(attempt.answer ?? {}) },
  }
}

const readme = ({ id, digest }: RunRecord, version: string): string =>
  [
    `Evidence about run ${id}, made by Paydesk ${version}.`,
    '',
    'run.json            the list as it was read (name, digests, lines that stayed out and why), who',
    '                    confirmed it and when, sums by currency and what became of the rows',
    'rows.json           each row in the order of the list: what it asked for, what the check found,',
    '                    what became of it',
    'confirmed.jsonl     exactly what was confirmed. Its SHA-256 is the digest of the run:',
    `                    ${digest ?? 'none: the run was never confirmed'}`,
    'requests.json       every request that a row made, newest for each; card data masked',
    'audit/              the audit log: entries about this run and the orders of its rows in full,',
    '                    all others as seals only',
    '',
    'How to check that nothing was changed since:',
    '',
    '1. Everything at once, the signature, each file, that there is no other file, and the log:',
    '      node verify-audit.mjs <this folder> --fingerprint <the fingerprint you wrote down>',
    '   or python3 verify_audit.py <this folder> --fingerprint <the fingerprint you wrote down>',
    '   Exit code: 0 intact, 2 tampered, 3 truncated, 4 cannot be checked.',
    '   Both programs lie in audit/. Take them from your own copy of Paydesk: those in here could have been changed as well.',
    '2. sha256sum confirmed.jsonl gives the digest that the audit log has in the entry run:confirmed.',
    '3. Without either: sha256sum -c SHA256SUMS shows what was damaged in transit. It proves nothing against a person.',
    '',
    'The SHA-256 of the zip is in the audit log of the Paydesk that made it. Times are UTC.',
    'Only audit/, with its seals, proves when something was recorded; the other files are copies for reading, signed as they are.',
    '',
  ].join('\n')
