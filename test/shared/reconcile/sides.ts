// A line and an event that agree in everything, and what is different of them.
import type { ReportEvent, ReportLine } from '#shared/reconcile/report-line.ts'

const dayMs = 86_400_000
const paidAt = Date.UTC(2026, 10, 3, 12)

const both = {
  ...{ kind: 'refunded' as const, minor: 2_000n, currency: 'EUR', digits: 2, orderId: '6760150' },
  ...{ merchantOrderId: 'shop-1', rrn: '', approvalCode: '', serialNumber: '', lastFour: '1111' },
}

export const event = (id: string, other: Partial<ReportEvent> = {}): ReportEvent => ({
  ...both,
  ...{ id, at: paidAt, isCertain: true, ...other },
})

export const line = (nth: number, other: Partial<ReportLine> = {}): ReportLine => ({
  ...both,
  ...{ line: nth, at: paidAt + 2 * dayMs, ...other },
})

export const days = (count: number): number => paidAt + count * dayMs
