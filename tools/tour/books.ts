// The sandbox's own books, asked of its console: what the service really did, whatever a screen says.
import type { Page } from 'playwright-core'

interface Effect {
  orderid: string
  operation: string
  amountMinor: number
}

interface DeskStateBridge {
  call(
    method: 'desk:state',
    input: object,
  ): Promise<{ value: { connections: { isEmbedded: boolean; baseUrl: string }[] } }>
}

/** Where the embedded sandbox of the running program listens: "http://127.0.0.1:PORT". */
export async function sandboxOrigin(page: Page): Promise<string> {
  const baseUrl = await page.evaluate(async () => {
    const bridge = (window as unknown as { paydesk: DeskStateBridge }).paydesk
    const state = await bridge.call('desk:state', {})
    return state.value.connections.find((connection) => connection.isEmbedded)?.baseUrl
  })
  if (baseUrl === undefined) throw new Error('the program has no embedded sandbox')
  return new URL(baseUrl).origin
}

/** How often the service carried an operation out on an order, by its effects ledger. */
export async function effectsInBooks(
  page: Page,
  orderid: string,
  operation: string,
): Promise<number> {
  const answer = await fetch(`${await sandboxOrigin(page)}/console/state.json`)
  if (!answer.ok) throw new Error(`the sandbox's console answered ${answer.status}`)
  const { effects } = (await answer.json()) as { effects: Effect[] }
  return effects.filter(
    (effect) => String(effect.orderid) === orderid && effect.operation === operation,
  ).length
}
