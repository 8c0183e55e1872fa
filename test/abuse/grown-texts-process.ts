// Run as a process of its own. It holds so many texts at once that whole pages of them are left
// over when it lets go: pages that the collector keeps for later and never looks into. Nothing else
// may be in the way of that, so that it is the same each time.
import { zeroingCollector } from '../../src/main/composition/forget.ts'

const collect = zeroingCollector()
/** In parts, so that the whole text stands nowhere but in the texts that are freed. */
const parts = ['FR', 'EED', '-TE', 'XT-']
let held: string[] = []

for (let at = 0; at < 500_000; at += 1)
  held.push([...parts, 1_000_000 + ((at * 7919) % 8_999_999)].join(''))
held = []

process.on('message', () => {
  collect()
  process.send!('collected')
})
process.send!(held.length)
