// Counts status questions by the gateway's id alone where the desk knew the merchant's id by then:
// many gateways refuse those.
import type { Sandbox } from '../../src/sandbox/start.ts'

/** One line for each; empty when every question named all that was known. */
export function bareQuestions(sandbox: Sandbox): string[] {
  const answered = new Set<string>()
  const bare: string[] = []
  for (const { operation, fields, http, serial } of sandbox.requests()) {
    if (operation !== 'status') continue
    const sent = Object.fromEntries(fields)
    const orderid = sent['orderid'] ?? ''
    if (sent['client_orderid'] === undefined && answered.has(orderid))
      bare.push(`status ${serial} asked for ${orderid} without its client_orderid`)
    if (http === 200 && orderid !== '') answered.add(orderid)
  }
  return bare
}
