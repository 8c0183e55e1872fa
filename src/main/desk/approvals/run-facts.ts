// What the system's dialog says of a whole run before a person sends or approves it.
import { say } from '#shared/message.ts'
import { toText } from '#shared/money.ts'
import { quoted } from '#shared/names/unseen.ts'
import { isCharge, namesParty } from '#shared/runs/run-state.ts'
import type { RunAmount } from '../../ledger/approvals/run-amounts.ts'
import type { RunRecord } from '../../ledger/runs/run-record.ts'
import { othersTurn } from '../base/others-turn.ts'
import type { DeskPorts } from '../base/ports.ts'
import { reachedBy } from '../payments/plan/outside-facts.ts'

/** Accounts or cards that the system's dialog names. */
const mostNamed = 6
const pageRows = 2_000

/**
 * What the system's dialog says of a whole run, out of what main keeps. MONEY: the page may show
 * other sums than it sends.
 */
export async function runFacts(
  ports: Pick<DeskPorts, 'runs' | 'connections'>,
  run: RunRecord,
  amounts: readonly RunAmount[],
): Promise<string[]> {
  const connection = ports.connections.find(run.connectionId)
  const parties = namesParty(run.operation) ? await partiesOf(ports, run) : null
  return [
    ...amounts.flatMap(({ amount, rows: count }) =>
      amount === null ? [] : [say('runs.sum-of', { sum: toText(amount), count })],
    ),
    ...(parties === null ? [] : partyLines(run, parties)),
    ...reachedBy(connection),
    ...(connection === undefined
      ? []
      : [say('program.over-this-connection', { connection: quoted(connection.name) })]),
  ]
}

interface RunParties {
  /** In the order of the list, each once; as many as a dialog has room for. */
  first: string[]
  count: number
}

/** Whom the rows that are in pay, or which cards they charge. */
async function partiesOf({ runs }: Pick<DeskPorts, 'runs'>, run: RunRecord): Promise<RunParties> {
  const found = new Set<string>()
  for (let from = 0; ;) {
    const page = runs.rows(run.id, from, pageRows)
    for (const { check, party } of page)
      if (check?.isIn === true) found.add(party?.['account_number'] ?? party?.['cardrefid'] ?? '')
    if (page.length < pageRows) return { first: [...found].slice(0, mostNamed), count: found.size }
    from = (page.at(-1)?.at ?? 0) + 1
    await othersTurn()
  }
}

function partyLines(run: RunRecord, { first, count }: RunParties): string[] {
  const payee = { parts: first.map(quoted) }
  const more = count - first.length
  return [
    isCharge(run.operation)
      ? say('program.charged-is', { payee })
      : say('program.money-goes-to', { payee }),
    ...(more === 0 ? [] : [say('runs.and-more-parties', { count: more })]),
  ]
}
