// From a file or pasted cells to a run: what was read is kept in main under an id, and the run is
// made of that. MONEY: nothing is sent here; a row becomes a request only on the way of every run.
import type { Parsed } from '#shared/contract/bridge.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import {
  type FileOutput,
  type FileView,
  isNoRun,
  type KnownList,
  leastLeftOutReason,
  type ListUse,
} from '#shared/files/file-methods.ts'
import {
  type FilePurpose,
  type FileRow,
  type ReadChoices,
  usedRoles,
  type WrongKind,
} from '#shared/files/file-row.ts'
import type { ReadingView } from '#shared/files/reading-view.ts'
import { defaultsOf } from '#shared/gateway/own-fields.ts'
import { isPayout, type ListOperation, listOperations } from '#shared/runs/run-state.ts'
import { say } from '#shared/message.ts'
import { toText } from '#shared/money.ts'
import type { RunView } from '#shared/runs/run-methods.ts'
import type { RunRow, RunSource } from '#shared/runs/run-row.ts'
import type { FileSource } from '../../files/bytes/source.ts'
import type { ReadOptions } from '../../files/read-file.ts'
import type { ReadRows, Readings } from '../../files/readings.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import { noConnection, noReading, notMine, readOtherwise, runTooMany } from '../base/faults.ts'
import { droppedPath, partsOf } from '../base/dropped-file.ts'
import type { Jobs } from '../base/jobs.ts'
import type { DeskPorts } from '../base/ports.ts'
import {
  readingLeftBehind,
  takeReport,
  type TakeReportParts,
  type TakeReportPorts,
} from '../reconcile/take-report.ts'
import { takeList, type TakeListPorts } from '../shop/take-list.ts'
import { runView, type RunViewPorts } from './run-views.ts'
import { type DeskRuns, mostRows } from './runs.ts'

/** What a reading is for. */
interface ReadFor {
  connectionId: string
  operation: ListUse
}

export interface FileParts {
  ports: Pick<DeskPorts, 'mayNot'> & RunViewPorts & TakeListPorts & TakeReportPorts
  /** Matches reports. */
  reader: TakeReportParts['reader']
  runs: Pick<DeskRuns, 'createRun' | 'beginsAt'>
  readings: Readings
  work: Jobs
  shell: Pick<ShellPorts, 'ask' | 'chooseToOpen' | 'takeDropped'>
  /** Reads in a thread of its own, which ends with the signal. */
  read: (
    source: FileSource,
    options: ReadOptions,
    watching: { signal: AbortSignal; onProgress: (rows: number) => void },
  ) => ReturnType<ReadRows>
}

const purposes: Readonly<Record<ListUse, FilePurpose>> = {
  return: 'refund',
  capture: 'capture',
  void: 'void',
  payout: 'payout',
  'payout-check': 'payout',
  'make-rebill': 'charge',
  orders: 'orders',
  report: 'report',
}
/** What the gateway takes of a reason, and of the description of a payout or a charge. */
const longestReason = (operation: ListUse): number =>
  isPayoutList(operation) ? 64 : isChargeList(operation) ? 65_000 : 50
const isPayoutList = (operation: ListUse): boolean => purposes[operation] === 'payout'
const isChargeList = (operation: ListUse): boolean => purposes[operation] === 'charge'
const leastAgain = 10
export type TakingMethod = keyof FileOutput | 'shop:take' | 'reconcile:take'

export function createFileMethods(parts: FileParts): Pick<Desk, TakingMethod> {
  const { readings, shell } = parts
  /** By the reading's id; of a reading that is gone it says nothing. */
  const places = new Map<string, ReadFor>()
  const reading = async (
    asked: ReadFor,
    choices: ReadChoices,
    act: (read: ReadRows, options: ReadOptions) => Promise<ReadingView | null>,
  ): Promise<Result<FileView | null>> => {
    const { ports, work, read } = parts
    const connection = ports.connections.find(asked.connectionId)
    if (connection === undefined) return fail(noConnection)
    const options = optionsOf(ports, connection, asked.operation, choices)
    return work.run('file', async ({ signal, onProgress }) => {
      const watching = { signal, onProgress: (rows: number) => onProgress(rows, 0) }
      const view = await act((source, given) => read(source, given, watching), options)
      if (view === null) return fail(noReading)
      const { connectionId, operation } = asked
      places.delete(view.id)
      places.set(view.id, { connectionId, operation })
      for (const old of [...places.keys()].slice(0, -mostPlaces)) places.delete(old)
      return ok(await shownOf(parts, connection, asked.operation, view))
    })
  }
  const readAt = async (
    asked: ReadFor,
    chosen: Result<string | null>,
  ): Promise<Result<FileView | null>> => {
    if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
    const path = chosen.value
    const name = maskCardNumbers(partsOf(path).name)
    return reading(asked, {}, (read, options) => readings.open(read, name, { path }, options))
  }
  return {
    'file:choose': async (asked) =>
      readAt(asked, await shell.chooseToOpen({ title: say('files.choose-title') })),
    'file:read-dropped': async ({ dropped, ...asked }) => {
      const connectionName = parts.ports.connections.find(asked.connectionId)?.name
      if (connectionName === undefined) return fail(noConnection)
      const about = { use: asked.operation, connectionName }
      return readAt(asked, await droppedPath(shell, dropped, about))
    },
    'file:paste': ({ text, ...asked }) =>
      reading(asked, {}, (read, options) =>
        readings.open(read, say('files.pasted-lines'), { text }, options),
      ),
    'file:again': ({ readingId, choices, ...asked }) =>
      places.has(readingId)
        ? reading(asked, chosen(choices), (read, options) =>
            readings.again(read, readingId, options),
          )
        : Promise.resolve(fail(noReading)),
    'file:wrong': async ({ readingId, after, limit }) =>
      ok(readings.wrongOf(readingId, after, limit)),
    'file:drop': async ({ readingId }) => {
      readings.drop(readingId)
      places.delete(readingId)
      return ok(null)
    },
    'run:from-file': async (asked) => {
      const place = places.get(asked.readingId)
      return place === undefined ? fail(noReading) : runOf(parts, place, asked)
    },
    'shop:take': async (asked) => {
      const place = places.get(asked.readingId)
      const connection = parts.ports.connections.find(place?.connectionId ?? '')
      if (place?.operation !== 'orders') return fail(noReading)
      if (connection === undefined) return fail(noConnection)
      return parts.work.run('file', (run) => takeList(parts, connection, asked, run))
    },
    'reconcile:take': async (asked) => {
      const place = places.get(asked.readingId)
      const connection = parts.ports.connections.find(place?.connectionId ?? '')
      if (place?.operation !== 'report') return fail(noReading)
      if (connection === undefined) return fail(noConnection)
      return parts.work.run('file', (run) => takeReport(parts, connection, asked, run))
    },
  }
}

/** As many as are kept, and one that is gone beside each. */
const mostPlaces = 4

/** The schema may give `undefined` where a choice is simply absent. */
const chosen = (choices: Parsed<'file:again'>['choices']): ReadChoices =>
  Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined))

const optionsOf = (
  { connections }: FileParts['ports'],
  connection: Connection,
  operation: ListUse,
  choices: ReadChoices,
): ReadOptions => ({
  // Payouts at once and payouts that are checked first are one list.
  ...{ purpose: purposes[operation], choices },
  operation: isPayoutList(operation) ? 'payout' : operation,
  account: connections.gatewayOf(connection),
  accountNames: [connection.login, connection.endpointId, connection.name],
  digitsRule: connection.settings.digitsRule,
  // A row without one may get that of all rows.
  reason: { most: longestReason(operation), isNeeded: false },
})

const needsReason = (connection: Connection, operation: ListUse): boolean =>
  operation === 'return' ||
  isPayoutList(operation) ||
  isChargeList(operation) ||
  (operation === 'void' && connection.settings.money.voidNeedsReason)

/** The gateway asks for it with each payout, and the connection does not say it by itself. */
const needsIp = ({ settings }: Connection, operation: ListUse): boolean =>
  (isPayoutList(operation) || isChargeList(operation)) &&
  (defaultsOf(operation as ListOperation, settings.fields)['ipaddress'] ?? '') === ''

/** They name their line, and are said of the whole file. */
const ofWhole: ReadonlySet<WrongKind> = new Set(['card-number', 'quote-open'])

async function shownOf(
  { ports, readings }: FileParts,
  connection: Connection,
  operation: ListUse,
  view: ReadingView,
): Promise<FileView> {
  const rows = readings.find(view.id)?.rows ?? []
  const isNeeded = needsReason(connection, operation)
  const { bytesSha256, meaning } = view
  return {
    ...view,
    ...{ connectionId: connection.id, operation, roles: usedRoles[purposes[operation]] },
    sums: view.sums.map(({ count, ...sum }) => ({ sum: toText(sum), rows: count })),
    withoutAmount: rows.filter(({ amount }) => amount === null).length,
    needsIp: needsIp(connection, operation),
    withoutReason: isNeeded ? rows.filter(({ reason }) => reason === null).length : 0,
    open: view.groups.flatMap(({ kind, shown }) =>
      shown.flatMap(({ line, message }) =>
        line === null || ofWhole.has(kind) ? [{ kind, message }] : [],
      ),
    ),
    known: knownOf(ports, connection, operation, { bytesSha256, meaning }),
    imported:
      operation === 'orders' ? importedOf(ports, connection, { bytesSha256, meaning }) : null,
    matched: operation === 'report' ? matchedOf(ports, connection, { bytesSha256, meaning }) : null,
    replaces:
      operation === 'report' ? await replacedBy(ports, connection, readings.find(view.id)) : null,
  }
}

function knownOf(
  { connections, runs }: FileParts['ports'],
  connection: Connection,
  operation: ListUse,
  list: Pick<RunSource, 'bytesSha256' | 'meaning'>,
): KnownList | null {
  if (isNoRun(operation)) return null
  const service = connections.gatewayOf(connection)
  // MONEY: a list that was taken to be checked is the same list when it is to be paid at once.
  const alike = isPayout(operation) ? listOperations.filter(isPayout) : [operation]
  const [run] = alike.flatMap((one) => runs.ofList({ service, operation: one, ...list }) ?? [])
  if (run === undefined) return null
  const { id, actor, createdAt, rows, state, source } = run
  const isSameFile = source?.bytesSha256 === list.bytesSha256
  return { runId: id, actor, at: createdAt, rows, state, isSameFile }
}

function importedOf(
  { connections, shop }: FileParts['ports'],
  connection: Connection,
  list: Pick<RunSource, 'bytesSha256' | 'meaning'>,
): FileView['imported'] {
  const known = shop.ofList({ service: connections.gatewayOf(connection), ...list })
  if (known === null) return null
  const { actor, createdAt, rows, source } = known
  return { actor, at: createdAt, rows, isSameFile: source.bytesSha256 === list.bytesSha256 }
}

function matchedOf(
  { connections, reconciliations }: FileParts['ports'],
  connection: Connection,
  report: Pick<RunSource, 'bytesSha256' | 'meaning'>,
): FileView['matched'] {
  const service = connections.gatewayOf(connection)
  const known = reconciliations.ofReport({ service, ...report })
  if (known === null) return null
  const { id, actor, createdAt, rows, source } = known
  const isSameFile = source.bytesSha256 === report.bytesSha256
  return { id, actor, at: createdAt, rows, isSameFile }
}

async function replacedBy(
  { connections, reconciliations }: FileParts['ports'],
  connection: Connection,
  reading: ReturnType<Readings['find']>,
): Promise<FileView['replaces']> {
  const service = connections.gatewayOf(connection)
  const before = await readingLeftBehind(reconciliations, { service, reading })
  if (before === null) return null
  const { id, rows, actor, createdAt } = before
  return { id, rows, actor, at: createdAt }
}

/**
 * MONEY: the rows are those that the person was shown. A list that was taken into a run before is
 * taken once more only with a reason, which stays in the log with the run. All is looked at before
 * the reading is used up, and nothing else has its turn in between.
 */
async function runOf(
  { ports, runs, readings }: FileParts,
  { connectionId, operation }: ReadFor,
  asked: Parsed<'run:from-file'>,
): Promise<Result<RunView>> {
  const { readingId, stamp, meaning, leftOut, leftOutReason, againReason } = asked
  const connection = ports.connections.find(connectionId)
  const reading = readings.find(readingId)
  // What the shop says of its orders, and what a gateway reports, asks for nothing.
  if (isNoRun(operation)) return fail(readOtherwise)
  // Somebody else may have read the list.
  const shut = ports.mayNot(operation)
  if (shut !== null) return fail(notMine(shut))
  if (connection === undefined) return fail(noConnection)
  if (reading === null) return fail(noReading)
  const { rows } = reading
  if (rows.length > mostRows) return fail(runTooMany(mostRows))
  if (leftOut > 0 && leftOutReason.length < leastLeftOutReason)
    return fail(inputFault('leftOutReason', say('files.say-why-left-out')))
  const isIpMissing = needsIp(connection, operation) && asked.ipaddress === undefined
  if (isIpMissing)
    return fail(inputFault('ipaddress', say('operations.enter-the-customers-ip-address')))
  const isNeeded = needsReason(connection, operation)
  const why = reasonFault(rows, asked.reason, isNeeded, longestReason(operation))
  if (why !== null) return fail(inputFault('reason', why))
  const known = knownOf(ports, connection, operation, reading)
  if (known !== null && againReason.length < leastAgain)
    return fail(inputFault('againReason', say('files.say-why-again')))
  const taken = readings.take(readingId, { stamp, meaning, leftOut })
  if (taken === null) return fail(readOtherwise)
  const made = await runs.createRun(
    taken.rows.map((row) => runRow(row, asked.reason, asked.ipaddress)),
    {
      ...{ ...taken.source, mended: taken.mended, beside: taken.beside },
      again: known === null ? null : { runId: known.runId, reason: againReason },
      sumLine: taken.sumLine,
      leftOut:
        leftOut === 0 ? null : { count: leftOut, lines: taken.leftOut, reason: leftOutReason },
    },
    { connectionId, operation, depth: asked.depth },
  )
  return made.ok ? ok(await runView(ports, made.value, runs.beginsAt)) : made
}

/** A message, or null. */
function reasonFault(
  rows: readonly FileRow[],
  reason: string,
  isNeeded: boolean,
  most: number,
): string | null {
  const { length } = [...reason]
  if (length > most) return say('files.reason-of-all-too-long', { most })
  const without = isNeeded ? rows.find((row) => row.reason === null) : undefined
  return reason === '' && without !== undefined
    ? say('files.reason-of-all-missing', { line: without.line })
    : null
}

const runRow = (row: FileRow, ofAll: string, ipaddress: string | undefined): RunRow => ({
  ...{ line: row.line, orderId: row.orderId, merchantOrderId: row.merchantOrderId },
  ...{ amount: row.amount, reason: row.reason ?? (ofAll === '' ? null : ofAll) },
  ...(row.beside === undefined ? {} : { beside: row.beside }),
  ...partyOf(row, ipaddress),
})

/** As fields of the gateway; what the list does not say is left out. */
function partyOf(
  { payTo, cardRef }: FileRow,
  ipaddress: string | undefined,
): Pick<RunRow, 'party'> {
  const ip = ipaddress === undefined ? {} : { ipaddress }
  if (cardRef !== undefined) return { party: { cardrefid: cardRef, ...ip } }
  if (payTo === undefined) return {}
  const { account, name, bankCode } = payTo
  return {
    party: {
      account_number: account,
      ...(name === '' ? {} : { account_name: name }),
      ...(bankCode === '' ? {} : { routing_number: bankCode }),
      ...ip,
    },
  }
}
