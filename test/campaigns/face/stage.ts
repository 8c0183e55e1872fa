// The real desk, whose reads can be dressed as a host's voice, a bank's question, or an older
// answer.
import type { GatewayClient } from '../../../src/main/gateway/client.ts'
import type { Transaction } from '../../../src/sandbox/book/book.ts'
import { isStillTried } from '#shared/gateway/status/status.ts'
import { openQuickDesk, type QuickDesk } from '../hosts/quick-desk.ts'
import { oddTypes, type Story } from './story.ts'

type Answer = Readonly<Record<string, string>>

/** A desk whose reads can be dressed as a bank's question or as an older answer. */
export interface Stage {
  desk: QuickDesk
  /** The transaction that the last answer was about. */
  reported: { last: Transaction | null; byOrder: Map<number, string> }
  question: { at: number; type: string; status: string } | null
  voice: Story['voice']
  /** What chargebacks and odd types told, by the transaction they were told of. */
  heldBack: Map<number, { type: string; minor: bigint }>
  /** Transactions whose chargeback a person cleared: told again, it is no news. */
  cleared: Set<number>
  isLate: boolean
  /** Another amount of a transaction that was told before, for one answer. */
  lie: { at: number; amount: string } | null
  lastAnswer: Answer | null
  counts: { steps: number; sent: number; looks: number; cleared: number }
}

export async function openStage(): Promise<Stage> {
  const desk = await openQuickDesk()
  const stage: Stage = {
    desk,
    reported: { last: null, byOrder: new Map() },
    question: null,
    voice: 'plain',
    heldBack: new Map(),
    cleared: new Set(),
    isLate: false,
    lie: null,
    lastAnswer: null,
    counts: { steps: 0, sent: 0, looks: 0, cleared: 0 },
  }
  desk.context.onTold = (_serial, row) => void (stage.reported.last = row)
  const clientOf = desk.ports.gateway
  desk.ports.gateway = (id) => dressed(stage, clientOf(id))
  return stage
}

function dressed(stage: Stage, client: GatewayClient): GatewayClient {
  return {
    ...client,
    read: async (id, connection, request, as) => {
      const reply = await client.read(id, connection, request, as)
      const row = stage.reported.last
      if (!reply.ok || id !== 'status' || row === null) return reply
      const told = (answer: Answer) => ({
        ...reply,
        value: { ...reply.value, answer, typed: answer as never },
      })
      if (stage.isLate && stage.lastAnswer !== null) return told(stage.lastAnswer)
      const { question } = stage
      const answer = voiced(stage, reply.value.answer)
      if (question?.at === row.id) {
        const { type, status } = question
        const isHeld = type === 'chargeback' ? status === 'approved' : isOdd(type)
        const isCleared = type === 'chargeback' && stage.cleared.has(row.id)
        if (isHeld && status !== 'declined' && !isCleared)
          stage.heldBack.set(row.id, { type, minor: BigInt(row.amountMinor) })
        // What came to nothing in the end is held back no longer.
        if (status === 'declined' && stage.heldBack.get(row.id)?.type === type)
          stage.heldBack.delete(row.id)
        // What the bank gave back is held back no longer.
        const isReversed = type === 'chargeback reversal' && status === 'approved'
        if (isReversed && stage.heldBack.get(row.id)?.type === 'chargeback')
          stage.heldBack.delete(row.id)
        return told(questioned(answer, question))
      }
      if (stage.lie?.at === row.id && 'amount' in answer)
        return told({ ...answer, amount: stage.lie.amount })
      // A gate that declined while another one is tried tells no end yet.
      const isOver = !isStillTried(reply.value.answer['order-stage'] ?? '')
      stage.reported.byOrder.set(row.id, isOver ? row.status : 'processing')
      stage.lastAnswer = answer
      return told(answer)
    },
  }
}

const isOdd = (type: string): boolean => (oddTypes as readonly string[]).includes(type)

/** The answer as this host words it. */
function voiced({ voice, desk }: Stage, answer: Answer): Answer {
  const { status = '', 'transaction-type': type = '' } = answer
  const [orderid, date] = [answer['paynet-order-id'] ?? '', answer['paynet-processing-date']]
  switch (voice) {
    case 'plain':
      return answer
    case 'capitals':
      return { ...answer, status: status.toUpperCase(), 'transaction-type': type.toUpperCase() }
    case 'one-id':
      return 'processor-tx-id' in answer ? { ...answer, 'processor-tx-id': `P-${orderid}` } : answer
    case 'moving-date':
      return date === undefined
        ? answer
        : { ...answer, 'paynet-processing-date': `2026-11-01 read ${desk.lastSerial()}` }
  }
}

const questioned = (
  answer: Answer,
  { type, status }: { type: string; status: string },
): Answer => ({
  ...answer,
  status,
  'transaction-type': type,
  'order-stage': `${type.replaceAll(' ', '_')}_${status}`,
  'processor-tx-id': `Q-${answer['processor-tx-id'] ?? ''}`,
})

export interface Play {
  stage: Stage
  story: Story
  connectionId: string
  ids: { client_orderid: string; orderid: string }
  /** Which request of the gateway stands behind an attempt. */
  serials: Map<string, string>
  isMisled: boolean
  isContested: boolean
  reported: string[]
}
