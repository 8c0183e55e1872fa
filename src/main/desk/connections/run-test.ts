// Tests a connection: asks for an order that nobody ever made, for what tells whether a signature
// was taken, and for one real order where a person names one. Nothing moves, nothing is stored.
import { say } from '#shared/message.ts'
import type { ConnectionTest, TestCheck } from '#shared/bridge/connections.ts'
import type { Parsed } from '#shared/contract/bridge.ts'
import { type Connection, controlKeySlot, privateKeySlot } from '#shared/connections/connection.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { Money } from '#shared/money.ts'
import type { Asked } from '../../gateway/client.ts'
import { type ConnectionParts, entry, noteKey } from './connection-parts.ts'
import { checkOfProbe, nobodysOrderid, probesOf } from './connection-probes.ts'
import { testReportOf, withProbes } from './connection-test.ts'
import { type NamedOrder, orderChecks, untried, withOrder } from './order-test.ts'
import { noConnection } from '../base/faults.ts'
import { mintId } from '../base/ids.ts'
import type { DeskPorts } from '../base/ports.ts'

export interface TestParts extends ConnectionParts {
  ports: ConnectionParts['ports'] & Pick<DeskPorts, 'clock' | 'gateway' | 'orders' | 'connections'>
}

export async function runTest(
  parts: TestParts,
  { connectionId, order }: Parsed<'connection:test'>,
): Promise<Result<ConnectionTest>> {
  const { ports, store } = parts
  const connection = store.find(connectionId)
  if (connection === undefined) return fail(noConnection)
  const startedAt = ports.clock()
  // 96 random bits: an order nobody ever made.
  const own = mintId('pd-test-', ports.randomBytes, 12)
  const gateway = ports.gateway(connectionId)
  const ids = idsFor(connection, { orderid: nobodysOrderid, clientOrderid: own })
  const asked = await gateway.ask('status', connection, ids)
  noteKey(parts, controlKeySlot(connectionId), asked)
  const first = testReportOf(connection, asked)
  const probed: TestCheck[] = []
  const isAnswered = hasAnswered(asked)
  if (first.checks.some(({ topic, state }) => topic === 'credentials' && state !== 'bad'))
    for (const probe of isAnswered ? probesOf(own) : []) {
      const tried = await gateway.ask(probe.operation, connection, probe.request)
      if (probe.topic === 'rsa') noteKey(parts, privateKeySlot(connectionId), tried)
      probed.push(checkOfProbe(probe, tried))
    }
  const read =
    order !== undefined && isAnswered
      ? await readOrder(parts, connection, order)
      : connection.isEmbedded
        ? []
        : [untried]
  const at = ports.clock()
  const tested = withOrder(withProbes(first, probed), read)
  const { verdict, summary, skewMs, serialNumber } = tested
  parts.commit(
    entry(parts, 'connection:tested', connectionId, { summary, skewMs, serialNumber }, verdict),
  )
  return ok({ ...tested, at, tookMs: Math.max(0, at - startedAt) })
}

const hasAnswered = (asked: Result<Asked>): boolean =>
  asked.ok && asked.value.exchange.kind === 'answered'

type Ids = Pick<NamedOrder, 'orderid' | 'clientOrderid'>

/** As a status of this connection names an order. */
export function idsFor(
  { settings }: Connection,
  { orderid, clientOrderid }: Ids,
): Record<string, string> {
  const both = { orderid, client_orderid: clientOrderid }
  const { statusIds } = settings
  const wanted =
    statusIds === 'both' || both[statusIds] === '' ? both : { [statusIds]: both[statusIds] }
  return Object.fromEntries(Object.entries(wanted).filter(([, id]) => id !== ''))
}

async function readOrder(
  { ports }: Pick<TestParts, 'ports'>,
  connection: Connection,
  { by, value }: NonNullable<Parsed<'connection:test'>['order']>,
): Promise<TestCheck[]> {
  const { orders } = ports
  const service = ports.connections.gatewayOf(connection)
  const ids: Ids =
    by === 'orderid'
      ? { orderid: value, clientOrderid: orders.clientOrderidOf({ service, orderid: value }) }
      : { orderid: orders.orderidOf(service, value), clientOrderid: value }
  const gateway = ports.gateway(connection.id)
  const ask = async (question: Record<string, string>) => {
    const asked = await gateway.ask('status', connection, question)
    return asked.ok ? asked.value.parsed : null
  }
  const parsed = await ask(idsFor(connection, ids))
  const read = orderChecks(connection, parsed, { ...ids, sent: sentFor(ports, service, ids) })
  if (parsed?.kind === 'accepted' || ids.orderid === '' || ids.clientOrderid === '') return read
  // Both ids are known: perhaps the host takes one of them alone.
  for (const [question, name] of [
    [{ orderid: ids.orderid }, say('connections.the-order-id-alone')],
    [{ client_orderid: ids.clientOrderid }, say('connections.the-merchant-order-id-alone')],
  ] as const) {
    const alone = await ask(question)
    if (alone?.kind === 'accepted')
      return [
        ...read,
        {
          topic: 'status-ids',
          state: 'bad',
          message: say('connections.only-one-id-reads', { ids: name }),
          detail: '',
        },
      ]
  }
  return read
}

/** What was sent from here to make the order, so that an amount told otherwise shows. */
const sentFor = (
  { journal }: Pick<DeskPorts, 'journal'>,
  service: string,
  { orderid, clientOrderid }: Ids,
): Money | null =>
  (orderid === '' ? [] : journal.ofOrder({ service, orderid })).find(
    (row) => row.clientOrderid === clientOrderid && row.snapshot === null && row.amount !== null,
  )?.amount ?? null
