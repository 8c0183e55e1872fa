// Run as a process of its own. It makes texts, moves them about as a busy program does, and lets go
// of them all; then the product's own collector passes over the memory. The parent reads what is
// left before and after.
import { setTimeout as sleep } from 'node:timers/promises'
import { zeroingCollector } from '../../src/main/composition/forget.ts'

const collect = zeroingCollector()
/** In parts, so that the whole text stands nowhere but in the texts that are freed. */
const parts = ['FR', 'EED', '-TE', 'XT-']
const others = Array.from({ length: 100_000 }, (_, at) => ({ at, text: `other ${at}` }))
let held: { text: string; at: number }[] = []

for (let at = 0; at < 60_000; at += 1) {
  held.push({ text: [...parts, 1_000_000 + ((at * 7919) % 8_999_999)].join(''), at })
  if (held.length > 3_000) held.splice(0, 1_500)
  if (at % 7 === 0) others[(at * 31) % others.length] = { at, text: `another ${at}` }
  if (at % 5_000 === 0) await sleep(1)
}
held = []

process.on('message', () => {
  collect()
  process.send!(others.length)
})
process.send!(held.length)
