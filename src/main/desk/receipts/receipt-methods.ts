// The confirmation of a refund for the customer: a paragraph to paste, or a page to send. The log
// says who made which file, so that a second one says that it is a copy.
import { createHash } from 'node:crypto'
import { attemptSubject } from '#shared/attempt.ts'
import type { ReceiptFile } from '#shared/receipts/receipt-methods.ts'
import { fillReceipt } from '#shared/receipts/receipt-text.ts'
import { ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { dayIn } from '#shared/time/zone.ts'
import { formatMoney } from '#wording/amounts.ts'
import { formatMessage } from '#wording/format-messages.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import type { DeskPorts } from '../base/ports.ts'
import { receiptFactsOf, type ReceiptPorts } from './receipt-facts.ts'
import { receiptPage, type ReceiptPage } from './receipt-page.ts'

export interface ReceiptParts {
  ports: ReceiptPorts & Pick<DeskPorts, 'audit' | 'actor' | 'onChange'>
  shell: Pick<ShellPorts, 'chooseFile' | 'printPage'>
  note: (draft: AuditDraft) => void
  saveBytes: (file: string, bytes: Uint8Array, tell: () => void) => Promise<Result<unknown>>
}

interface Asked {
  attemptId: string
  zone?: string | undefined
}
type Told = Omit<ReceiptPage, 'isCopy'> & { row: AttemptRow }

export function createReceiptMethods(
  parts: ReceiptParts,
): Pick<Desk, 'receipt:text' | 'receipt:save'> {
  return {
    'receipt:text': async (asked) => {
      const told = toldOf(parts, asked)
      return told.ok ? ok({ text: told.value.text }) : told
    },
    'receipt:save': async (asked) => {
      const told = toldOf(parts, asked)
      return told.ok ? save(parts, told.value) : told
    },
  }
}

function toldOf({ ports }: ReceiptParts, { attemptId, zone = 'UTC' }: Asked): Result<Told> {
  const facts = receiptFactsOf(ports, attemptId)
  if (!facts.ok) return facts
  const row = ports.journal.get(attemptId)!
  const { amount, at, order, card, reference, isPractice } = facts.value
  const { receiptFrom = '', receiptText = '' } =
    ports.connections.find(row.connectionId)?.settings.money ?? {}
  const values = { amount: formatMoney(amount), order, card, date: dayIn(at, zone), reference }
  const template = receiptText === '' ? formatMessage(say('receipts.usual-text')) : receiptText
  return ok({
    ...{ row, isPractice, from: receiptFrom, amount: values.amount, order, card, reference },
    ...{ day: values.date, text: fillReceipt(template, values) },
  })
}

async function save(
  { ports, shell, note, saveBytes }: ReceiptParts,
  { row, ...told }: Told,
): Promise<Result<ReceiptFile | null>> {
  const subject = attemptSubject(row)
  const isCopy = ports.audit
    .timeline(subject)
    .some(
      ({ kind, outcome, details }) =>
        kind === 'order:receipt' && outcome === 'ok' && details['attemptId'] === row.id,
    )
  const chosen = await shell.chooseFile({
    title: say('receipts.save-title'),
    suggestedName: `refund-${told.order.replace(/[^\w.-]/g, '_').slice(0, 64)}.pdf`,
  })
  if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
  const file = chosen.value
  const bytes = await shell.printPage(receiptPage({ ...told, isCopy }))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const facts = { orderid: row.orderid, attemptId: row.id, file }
  const tell = (outcome: string, details: Record<string, unknown>): void => {
    note({
      ...{ actor: ports.actor(), kind: 'order:receipt', outcome, subject },
      origin: outcome === 'failed' ? 'desk' : 'operator',
      details: { ...facts, ...details },
    })
  }
  const saved = await saveBytes(file, bytes, () =>
    tell('ok', { sha256, bytes: bytes.length, isCopy }),
  )
  if (!saved.ok) {
    tell('failed', { fault: saved.fault.message })
    return saved
  }
  ports.onChange({ topic: 'order', connectionId: row.connectionId, orderid: row.orderid })
  return ok({ file, bytes: bytes.length, sha256 })
}
