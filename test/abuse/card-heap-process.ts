// Run as a process of its own: a desk that sells by card to a gateway elsewhere, with the card read
// from a file as bytes. Afterwards it writes a snapshot of its heap. Arguments: folder, file of the
// card, sandbox handle as JSON. Run with --expose-gc.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeHeapSnapshot } from 'node:v8'
import { sealCard } from '../../src/renderer/features/card-entry/seal-card.ts'
import type { Bytes } from '../../src/renderer/features/card-entry/card-digits.ts'
import type { SandboxHandle } from '../../src/main/composition/sandbox-connection.ts'
import { fewestFields } from '../journeys/field-samples.ts'
import { must, openDesk } from '../journeys/story.ts'

const [folder = '', cardFile = '', handle = ''] = process.argv.slice(2)
const sandbox: SandboxHandle = {
  ...(JSON.parse(handle) as SandboxHandle),
  close: () => Promise.resolve(),
}
const { desk, close } = await openDesk({ folder, threads: true, sandbox })
const place = { connectionId: 'sandbox', operation: 'sale' } as const
must(await desk['connection:set-card-entry']({ connectionId: 'sandbox', isOn: true }))

const bytes = (text: string): Bytes => new TextEncoder().encode(text)
const { client_orderid: _id, ...all } = fewestFields('sale')
const request = Object.fromEntries(
  ['order_desc', 'amount', 'currency', 'email', 'ipaddress'].map((name) => [name, all[name]!]),
)

async function review() {
  const key = must(await desk['card:begin'](place))
  const card = await sealCard(key, place, [
    ['credit_card_number', Uint8Array.from(readFileSync(cardFile))],
    ['cvv2', bytes('123')],
    ['expire_month', bytes('12')],
    ['expire_year', bytes('2031')],
    ['card_printed_name', bytes('ZOE MULLER')],
  ])
  return must(await desk['attempt:review']({ ...place, request, card }))
}

/** Ways in which a card is done with: sent, taken back, replaced by the next one. */
const states: string[] = []
for (let round = 0; round < 3; round += 1) {
  await review()
  const taken = await review()
  states.push(must(await desk['attempt:undo']({ attemptId: taken.attemptId })).state)
  const { attemptId, token, twins } = await review()
  const twinsSeen = twins.map(({ id }) => id)
  states.push(must(await desk['attempt:confirm']({ attemptId, token, twinsSeen })).state)
}
const waiting = process.argv.includes('hold') ? await review() : null

/** Held on purpose, so that the search can be seen to find what is there. */
const planted = Buffer.from(`PLANTED-${process.pid}-0123456789abcdef`).toString('latin1')

for (let round = 0; round < 5; round += 1) {
  await sleep(50)
  globalThis.gc?.()
}
const snapshot = writeHeapSnapshot(`${folder}/heap.json`)
process.stdout.write(
  `answer ${JSON.stringify({ states, planted, snapshot, waits: waiting?.attemptId ?? null })}\n`,
)
await close()
