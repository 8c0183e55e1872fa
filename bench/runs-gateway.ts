// The gateway of the benchmark of sending: the sandbox in a process of its own, so that its work is
// not counted. Takes how many paid orders it makes, says where it is and which orders they are as a
// line of JSON, and ends with its parent's input.
import { startSandbox } from '../src/sandbox/start.ts'

const count = Number(process.argv[2])
const sandbox = await startSandbox({ processingMs: 50, seedDays: 0 })
const orderids = Array.from(
  { length: count },
  () =>
    sandbox.renewTraining().find(({ about }) => about.includes('paid sale of 120.00 EUR'))!.orderid,
)
const { baseUrl, identity } = sandbox
process.stdout.write(`${JSON.stringify({ baseUrl, identity, orderids })}\n`)
process.stdin.on('end', () => void sandbox.close().then(() => process.exit(0))).resume()
