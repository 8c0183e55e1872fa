// The sandbox's own books, asked of its console: what the gateway really did, whatever a screen
// says.
import { formatMessages } from '#messages/format-messages.ts'
import type { Page } from 'playwright-core'

interface Effect {
  orderid: string
  operation: string
  amountMinor: number
}

interface AnyBridge {
  call(
    method: string,
    input: object,
  ): Promise<{ ok: boolean; value: Record<string, unknown>; fault?: { message: string } }>
}

/** Calls main as a script in the page would; throws its fault. */
export async function askDesk(
  page: Page,
  method: string,
  input: object,
): Promise<Record<string, unknown>> {
  const answer = formatMessages(
    await page.evaluate(
      ([name, given]) =>
        (window as unknown as { paydesk: AnyBridge }).paydesk.call(name, given as object),
      [method, input] as const,
    ),
  )
  if (!answer.ok) throw new Error(`${method}: ${answer.fault?.message}`)
  return answer.value
}

/** Where the embedded sandbox of the running program listens: "http://127.0.0.1:PORT". */
async function sandboxOrigin(page: Page): Promise<string> {
  const { connections } = await askDesk(page, 'app:state', {})
  const baseUrl = (connections as { isEmbedded: boolean; baseUrl: string }[]).find(
    (connection) => connection.isEmbedded,
  )?.baseUrl
  if (baseUrl === undefined) throw new Error('the program has no embedded sandbox')
  return new URL(baseUrl).origin
}

interface Books {
  token: string
  effects: Effect[]
  callbacks: { sent: string | null }[]
  trainingOrders: { orderid: string; about: string }[]
}

async function books(page: Page): Promise<Books> {
  const answer = await fetch(`${await sandboxOrigin(page)}/console/state.json`)
  if (!answer.ok) throw new Error(`the sandbox's console answered ${answer.status}`)
  return (await answer.json()) as Books
}

/** The signed addresses of all callbacks, oldest first. */
export const callbacksInBooks = async (page: Page): Promise<string[]> =>
  (await books(page)).callbacks.flatMap(({ sent }) => (sent === null ? [] : [sent]))

/** New orders to practise on; the id of the one that is described so. */
export async function freshOrder(page: Page, message: RegExp): Promise<string> {
  await tellSandbox(page, 'training', {})
  const found = (await books(page)).trainingOrders.find((order) => message.test(order.about))
  if (found === undefined) throw new Error(`the sandbox has no practice order like ${message}`)
  return found.orderid
}

/** A switch of the sandbox's console. */
export async function tellSandbox(
  page: Page,
  path: string,
  fields: Record<string, string>,
): Promise<void> {
  const { token } = await books(page)
  const answer = await fetch(`${await sandboxOrigin(page)}/console/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, token }),
    redirect: 'manual',
  })
  if (answer.status !== 303) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

/** How often the gateway carried an operation out on an order, by its effects ledger. */
export async function effectsInBooks(
  page: Page,
  orderid: string,
  operation: string,
): Promise<number> {
  const { effects } = await books(page)
  return effects.filter(
    (effect) => String(effect.orderid) === orderid && effect.operation === operation,
  ).length
}
