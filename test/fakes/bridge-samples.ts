// Connections and audit entries for the fake bridge.
import type { ConnectionView } from '../../src/shared/bridge/views.ts'
import type { AuditRow } from '../../src/shared/bridge/lists.ts'

export const seedAt = Date.UTC(2026, 10, 21, 9, 30, 0)

export const sandbox: ConnectionView = {
  id: 'sandbox',
  name: 'Sandbox',
  environment: 'test',
  isEmbedded: true,
  baseUrl: 'http://127.0.0.1:40123/paynet',
  endpointId: '1144',
  login: 'practice-shop',
  trainingOrders: [
    {
      orderid: '700101',
      clientOrderid: 'practice-sale-1',
      about: 'A captured sale of 125.00 EUR: refund it in full or in part.',
    },
  ],
}

export const production: ConnectionView = {
  ...sandbox,
  id: 'shop',
  name: 'Nordic Lamps & Daughters, cards of all the European shops',
  environment: 'production',
  isEmbedded: false,
  baseUrl: 'https://gate.example/paynet',
  endpointId: '20771',
  login: 'nordic-lamps',
  trainingOrders: [],
}

export const testConnection: ConnectionView = {
  ...production,
  id: 'shop-test',
  name: 'Nordic Lamps (test)',
  environment: 'test',
}

export const seedAudit = (count: number): AuditRow[] =>
  Array.from({ length: count }, (_, index) => {
    const seq = count - index
    return {
      ...{ seq, at: seedAt - index * 37_000, actor: seq % 5 === 0 ? 'د. فاطمة الزهراء' : 'maria' },
      ...{ kind: 'order:look-up', outcome: 'approved', origin: 'desk', subject: 'sandbox/700101' },
      ...{ details: {}, leaf: '', chain: '' },
    }
  })
