// Reads the fuses of a packed program back: node scripts/package/read-fuses.ts <program>. Exits 1
// when one is not as it has to be.
import { differingFuses, fuses } from './fuses.ts'

const [program] = process.argv.slice(2)
if (program === undefined) throw new Error('Usage: node scripts/package/read-fuses.ts <program>')
const differing = await differingFuses(program)
process.stdout.write(
  differing.length === 0
    ? `All ${Object.keys(fuses).length} fuses are as they have to be.\n`
    : `${differing.join('\n')}\n`,
)
process.exitCode = differing.length === 0 ? 0 : 1
