// The evidence pack of an order: gathers what is known, has it printed, and has it written where
// the person chose. Audited when it begins and when it ends, with the digest of what was made. It
// asks the gateway nothing.
import { orderSubject, orderSubjects } from '#shared/attempt.ts'
import type { AuditFilter } from '#shared/bridge/lists.ts'
import type { EvidenceReport } from '#shared/bridge/evidence.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { type Result, ok } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { PackPart } from '../../ledger/export/pack.ts'
import type { RunOptions } from '../../ledger/worker/reader.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import type { Jobs } from '../base/jobs.ts'
import { packPage } from '../orders/pack-page.ts'
import { packParts, packReadme } from '../orders/pack-parts.ts'
import type { DeskPorts } from '../base/ports.ts'

export interface PackParts {
  ports: Pick<DeskPorts, 'connections' | 'actor' | 'clock' | 'audit' | 'orders' | 'onChange'>
  shell: ShellPorts
  work: Jobs
  note: (draft: AuditDraft) => void
  version: string
  keyFingerprint: () => string | null
  writePack: (
    pack: {
      file: string
      folderName: string
      filter: AuditFilter
      /** About the sandbox that is built in: what stops real money does not stop it. */
      isEmbedded: boolean
      parts: readonly PackPart[]
    },
    run: Required<RunOptions>,
  ) => Promise<Result<EvidenceReport | null>>
}

/** `orderid` as the gateway wrote it; only what every file system takes stays. */
const nameFor = (orderid: string): string => orderid.replace(/[^\w.-]/g, '_').slice(0, 64)

export function createPackMethods(
  parts: PackParts,
  show: (connectionId: string, orderid: string) => Result<OrderView>,
): Pick<Desk, 'order:evidence'> {
  const { ports, shell, work, version } = parts

  const gather = async (shown: OrderView, run: Required<RunOptions>): Promise<PackPart[]> => {
    const { connectionId } = shown
    const reported = reportedOf(shown)
    // What is signed says nothing that no entry says: that an answer was given again is no fact.
    const order = { ...shown, checkedAt: reported.snapshots.at(-1)?.at ?? shown.checkedAt }
    const page = packPage({
      order,
      environment: ports.connections.find(connectionId)?.environment ?? 'test',
      actor: ports.actor(),
      madeAt: ports.clock(),
      version,
      logId: ports.audit.logId,
      fingerprint: parts.keyFingerprint(),
    })
    const pdf = await shell.printPage(page)
    run.signal.throwIfAborted()
    return [
      { name: 'README.txt', bytes: new TextEncoder().encode(packReadme(order, version)) },
      { name: 'timeline.pdf', bytes: pdf },
      ...packParts(order, reported),
    ]
  }

  const reportedOf = ({ connectionId, orderid }: OrderView) => {
    const record = ports.orders.get(connectionId, orderid)
    if (record === null) return { snapshots: [], events: [] }
    return { snapshots: ports.orders.snapshots(record), events: ports.orders.events(record) }
  }

  return {
    'order:evidence': async ({ connectionId, orderid }) => {
      const found = show(connectionId, orderid)
      if (!found.ok) return found
      const minute = new Date(ports.clock()).toISOString().replaceAll(/[-:]/g, '').slice(0, 13)
      const folderName = `paydesk-order-${nameFor(orderid)}-${minute}Z`
      const chosen = await shell.chooseFile({
        title: say('program.save-the-evidence-pack'),
        suggestedName: `${folderName}.zip`,
      })
      if (!chosen.ok) return chosen
      if (chosen.value === null) return ok(null)
      const file = chosen.value
      const tell = (outcome: string, details: Record<string, unknown>): void =>
        parts.note({
          actor: ports.actor(),
          kind: 'order:evidence',
          outcome,
          origin: outcome === 'failed' ? 'desk' : 'operator',
          subject: orderSubject(connectionId, orderid),
          details: { orderid, file, ...details },
        })
      // Noted first, so that the pack itself shows that it was made.
      tell('started', {})
      const subjects = orderSubjects(found.value, found.value.attempts)
      const made = await work.run('evidence', async (run) => {
        const now = show(connectionId, orderid)
        if (!now.ok) return now
        const gathered = await gather(now.value, run)
        const filter = { subjects }
        const isEmbedded = ports.connections.find(connectionId)?.isEmbedded === true
        return parts.writePack({ file, folderName, filter, isEmbedded, parts: gathered }, run)
      })
      if (!made.ok) tell('failed', { fault: made.fault.message })
      else if (made.value === null) tell('cancelled', {})
      else tell('ok', { sha256: made.value.sha256, bytes: made.value.bytes })
      ports.onChange({ topic: 'order', connectionId, orderid })
      return made
    },
  }
}
