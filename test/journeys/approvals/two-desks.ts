// Two desks without a server between them: A, where a refund above a limit waits, and B, where
// somebody sits whose key lies there alone. What goes between them are files.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OrderView, Review } from '#shared/bridge/views.ts'
import type { OpenedApproval, TakenIn } from '#shared/approvals/file-methods.ts'
import type { Result } from '#shared/fault.ts'
import type { Role } from '#shared/people/roles.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import { paidOrders } from '../runs/run-story.ts'
import { addShop, must, type OpenDesk, type ShownQuestion } from '../story.ts'
import type { eachWorld } from '../world.ts'

export const said = (result: Result<unknown>): string =>
  result.ok ? 'done' : formatMessage(result.fault.message)

/** Of whoever is called so; at least twelve letters. */
export const passphraseOf = (name: string): string => `the passphrase of ${name}`

export interface Computer {
  open: OpenDesk
  folder: string
  /** What the person names in the dialog that opens a file. */
  chosen: string | null
  boxes: ShownQuestion[]
  answer: boolean
}

type World = ReturnType<typeof eachWorld>

export async function computer(world: World, clock?: () => number): Promise<Computer> {
  const folder = world.newFolder()
  const one = { folder, chosen: null, boxes: [], answer: true } as unknown as Computer
  one.open = await world.start({
    ...{ folder, vault: { ...createMemoryVault(), kind: 'keychain' }, undoMs: 0 },
    fileToOpen: () => one.chosen,
    ask: (question) => {
      one.boxes.push(question)
      return Promise.resolve(one.answer)
    },
    ...(clock === undefined ? {} : { clock }),
  })
  return one
}

/** Turns on sign-in; the first administrator is signed in. */
export async function switchOn({ open }: Computer, name: string): Promise<void> {
  must(await open.desk['people:switch-on']({ name, passphrase: passphraseOf(name) }))
}

export async function addPerson(
  { open }: Computer,
  of: { name: string; roles: Role[]; own: string },
): Promise<void> {
  const { name, roles } = of
  const passphrase = passphraseOf(name)
  must(await open.desk['people:add']({ name, roles, passphrase, own: passphraseOf(of.own) }))
}

export async function signIn({ open }: Computer, name: string): Promise<void> {
  const { people } = must(await open.desk['people:standing']({}))
  const personId = people.find((one) => one.name === name)?.id ?? ''
  must(await open.desk['people:sign-in']({ personId, passphrase: passphraseOf(name) }))
}

/** On `a`, by the administrator who is signed in: somebody who sits at `b`. */
export async function addElsewhere(
  a: Computer,
  b: Computer,
  of: { name: string; roles?: Role[]; own: string },
): Promise<void> {
  const { text } = must(await b.open.desk['people:my-key']({}))
  must(
    await a.open.desk['people:add-elsewhere']({
      ...{ name: of.name, roles: of.roles ?? ['payments', 'approver'], publicKey: text },
      own: passphraseOf(of.own),
    }),
  )
}

const setLimit = async (a: Computer, approvals: 1 | 2 = 1): Promise<void> =>
  void must(
    await a.open.desk['people:set-limit']({
      ...{ role: 'payments', group: 'refunds', currency: 'EUR', amount: '10.00', approvals },
      own: passphraseOf('Ada'),
    }),
  )

/** A connection of the desk's own to the same gateway. */
export const withShop = ({ open }: Computer, world: World): Promise<string> =>
  addShop(open, world.sandbox)

/**
 * A: Ada administers, Bo asks, Cy approves from B. B: Cy is alone. A refund of 25.00 EUR waits on
 * A.
 */
export async function twoDesks(world: World, approvals: 1 | 2 = 1, clock?: () => number) {
  const [a, b] = [await computer(world, clock), await computer(world, clock)]
  await switchOn(a, 'Ada')
  await switchOn(b, 'Cy')
  await addPerson(a, { name: 'Bo', roles: ['payments'], own: 'Ada' })
  await addElsewhere(a, b, { name: 'Cy', own: 'Ada' })
  await setLimit(a, approvals)
  const [value = ''] = paidOrders(world.sandbox, 1, /paid sale of 120\.00 EUR/)
  await signIn(a, 'Bo')
  const order = must(
    await a.open.desk['order:look-up']({ connectionId: 'sandbox', by: 'orderid', value }),
  )
  return { a, b, order, approvalId: await askFor(a, order) }
}

export const reviewed = ({ open }: Computer, order: OrderView, amount = '25.00') =>
  open.desk['attempt:review']({
    ...{ connectionId: 'sandbox', operation: 'return' },
    request: {
      ...{ orderid: order.orderid, client_orderid: order.clientOrderid },
      ...{ amount, currency: 'EUR', comment: 'Damaged parcel' },
    },
  })

async function askFor(a: Computer, order: OrderView, amount = '25.00'): Promise<string> {
  const { attemptId, token }: Review = must(await reviewed(a, order, amount))
  return must(await a.open.desk['approval:ask']({ attemptId, token })).id
}

/** As whoever is signed in; what happened. */
export async function send(a: Computer, order: OrderView, amount = '25.00'): Promise<string> {
  const review = await reviewed(a, order, amount)
  if (!review.ok) return said(review)
  const { attemptId, token } = review.value
  return said(await a.open.desk['attempt:confirm']({ attemptId, token }))
}

/** Saves what waits; the text of the file. */
export async function saved(a: Computer, approvalId: string): Promise<string> {
  const done = must(await a.open.desk['approval-file:save']({ approvalId }))
  return readFileSync(done?.file ?? '', 'utf8')
}

/** Brings a file to a computer and opens it there. */
export function brought(
  to: Computer,
  text: string | Buffer,
): Promise<Result<OpenedApproval | null>> {
  to.chosen = join(to.folder, 'brought.json')
  writeFileSync(to.chosen, text)
  return to.open.desk['approval-file:open']({})
}

/** Opens it at a computer of somebody who approves, and signs it; the file with their signature. */
export async function signedAt(b: Computer, text: string, name: string): Promise<string> {
  const opened = must(await brought(b, text))
  if (opened?.kind !== 'to-sign') throw new Error('it is not there to be signed')
  const { fileId } = opened.file
  must(await b.open.desk['approval-file:sign']({ fileId, own: passphraseOf(name) }))
  const done = must(await b.open.desk['approval-file:save-signed']({ fileId }))
  return readFileSync(done?.file ?? '', 'utf8')
}

export async function takenIn(a: Computer, text: string): Promise<TakenIn> {
  const opened = must(await brought(a, text))
  if (opened?.kind !== 'taken-in') throw new Error('it was not taken in')
  return opened.taken
}
