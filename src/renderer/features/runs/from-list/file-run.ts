// The list that a run is being made of: what main read, what a person chose and mended, and the
// lines that are wrong. It outlives the screen; the rows themselves stay in main.
import { defineStore } from 'pinia'
import { computed, ref, type Ref, shallowRef } from 'vue'
import {
  type AskedChoices,
  type FileView,
  isNoRun,
  leastLeftOutReason,
  type ListUse,
  type WrongLine,
} from '#shared/files/file-methods.ts'
import { turns } from '#shared/time/turns.ts'
import type { Input, Output } from '#shared/contract/bridge.ts'
import type { MendedCell } from '#shared/files/file-row.ts'
import { type Fault, ok, type Result } from '#shared/fault.ts'
import type { RunView } from '#shared/runs/run-methods.ts'
import type { ShopListView } from '#shared/shop/shop-methods.ts'
import type { Grouping } from '#shared/reconcile/statement.ts'
import { useZoneStore } from '../../../api/zone.ts'
import { useAppState } from '../../../api/app-state.ts'
import { call } from '../../../api/bridge.ts'
import { useKnownColumnsStore } from './known-columns.ts'
import { useLastUsedStore } from '../../../forms/last-used.ts'
import type { Suggestion } from '../../../forms/typed-fields.ts'
import { useWatchedWork } from '../../../api/watched-work.ts'

/** Wrong lines that are shown at first, and with each More. */
const pageLines = 20
/** What is chosen, or how it follows from what was read last. */
type Choosing = AskedChoices | ((view: FileView) => AskedChoices)
const noReasons = { reason: '', leftOutReason: '', againReason: '', ipaddress: '' }

const keyOf = ({ line, column }: Omit<MendedCell, 'text'>): string => `${line}:${column}`

export const useFileRunStore = defineStore('file-run', () => {
  const app = useAppState()
  const operation = ref<ListUse>('return')
  const pasted = ref('')
  const view = shallowRef<FileView | null>(null)
  const reasons = ref({ ...noReasons })
  const isLeavingOut = ref(false)
  const fault = ref<Fault | null>(null)
  /** How often something was read: the screen goes on to what there is to do then. */
  const readings = ref(0)
  const { workFault, watched, ...work } = useWatchedWork()
  const { show, ...wrong } = wrongLines(view)
  const chosen = choosing()
  const inTurn = turns()
  const connectionId = computed(() => app.connection?.id ?? '')
  const asked = () => ({ connectionId: connectionId.value, operation: operation.value })

  /** Whether something was read; `fault` says why not. */
  async function take(read: () => Promise<Result<FileView | null>>): Promise<boolean> {
    const found = await watched('file', () => withWrongLines(read))
    fault.value = workFault.value
    if (found === null) return false
    view.value = found.view
    show(found.wrong)
    readings.value += 1
    return true
  }
  async function begin(read: () => Promise<Result<FileView | null>>): Promise<boolean> {
    await known.load()
    if (!(await take(read))) return false
    chosen.forget()
    isLeavingOut.value = false
    reasons.value = { ...noReasons }
    return true
  }
  const readDropped = droppedOver(view, (file) =>
    begin(() => call('file:read-dropped', { ...asked(), dropped: '' }, file)),
  )
  async function paste(): Promise<boolean> {
    const isRead = await begin(() => call('file:paste', { ...asked(), text: pasted.value }))
    if (isRead) pasted.value = ''
    return isRead
  }
  /** With the choices made before and those that wait; each begins with what was found last. */
  const again = (more: Choosing = {}): Promise<boolean> => inTurn(() => reread(more))
  async function reread(more: Choosing): Promise<boolean> {
    if (view.value === null) return false
    const { id: readingId } = view.value
    const choices = chosen.with(typeof more === 'function' ? more(view.value) : more)
    const isRead = await take(() => call('file:again', { ...asked(), readingId, choices }))
    if (isRead) chosen.keep(choices)
    return isRead
  }
  async function drop(): Promise<void> {
    const readingId = view.value?.id
    view.value = fault.value = null
    if (readingId !== undefined) await call('file:drop', { readingId })
  }
  /** Cells that were typed and not read yet are read first, and nothing is made then. */
  async function isWhole(): Promise<boolean> {
    if (view.value === null || work.working.value !== null) return false
    if (chosen.typedCount.value === 0) return true
    await again()
    return false
  }
  const isLeftOutSaid = computed(() => isWhyLeftSaid(view.value, isLeavingOut.value, reasons.value))
  const known = fromBefore(view, chosen, again, reasons)
  const parts = { view, reasons, fault, isWhole, wasMade: known.wasMade }
  const make = runMaking(parts)
  const ofShop = shopList({ ...parts, operation, workFault, watched, drop })
  return {
    ...ofShop,
    ...{ operation, pasted, view, reasons, isLeavingOut, isLeftOutSaid, ...known.shown },
    ...{ fault, readings, connectionId, ...work, ...wrong, paste, again, drop, make, keyOf },
    ...{ typed: chosen.typed, typedCount: chosen.typedCount, kindNames: chosen.kindNames },
    ...{ choose: () => begin(() => call('file:choose', asked())), readDropped },
    /** Another sheet or head line has other columns, and other lines. */
    elsewhere: (more: AskedChoices) => (chosen.forgetPlaces(), again(more)),
  }
})

/** Also over a list that is open: that one is kept until a person said yes to the other. */
const droppedOver =
  (view: Readonly<Ref<FileView | null>>, read: (file: File) => Promise<boolean>) =>
  async (file: File): Promise<boolean> => {
    const before = view.value?.id
    if (!(await read(file))) return false
    if (before !== undefined) await call('file:drop', { readingId: before })
    return true
  }

/** A reason is of a field that is shown: what was typed for another operation is not sent along. */
const takingOf = (view: FileView, said: typeof noReasons) => ({
  ...{ readingId: view.id, stamp: view.stamp, meaning: view.meaning, leftOut: view.wrongLines },
  reason: view.withoutReason > 0 ? said.reason : '',
  leftOutReason: view.wrongLines > 0 ? said.leftOutReason : '',
  againReason: view.known === null ? '' : said.againReason,
  ...(view.needsIp && said.ipaddress.trim() !== '' ? { ipaddress: said.ipaddress.trim() } : {}),
})

/** Whether a person said that what is wrong stays out, and why; where nothing is, all is said. */
const isWhyLeftSaid = (
  view: FileView | null,
  isLeavingOut: boolean,
  { leftOutReason }: typeof noReasons,
): boolean =>
  (view?.wrongLines ?? 0) === 0 ||
  (isLeavingOut && leftOutReason.trim().length >= leastLeftOutReason)

/** What an earlier list has left: how its columns were read, and from where was paid. */
function fromBefore(
  view: Readonly<Ref<FileView | null>>,
  chosen: Pick<ReturnType<typeof choosing>, 'hasRoles' | 'kindNames'>,
  again: (more: AskedChoices) => Promise<boolean>,
  reasons: Readonly<Ref<typeof noReasons>>,
) {
  const columns = useKnownColumnsStore()
  const lastUsed = useLastUsedStore()
  /** Of columns with these names, where they are read otherwise now. */
  const offered = computed(() => (view.value === null ? null : columns.offerFor(view.value)))
  return {
    load: columns.load,
    /** Columns that a person chose are offered for the next list of these names. */
    wasMade: (made: FileView): void => {
      if (chosen.hasRoles()) columns.remember(made)
      if (made.operation === 'report')
        columns.rememberKinds(made.connectionId, chosen.kindNames.value)
      const { connectionId, operation, needsIp } = made
      if (!needsIp || isNoRun(operation)) return
      lastUsed.remember(connectionId, operation, { ipaddress: reasons.value.ipaddress.trim() })
    },
    shown: {
      /** The IP address that was sent last over this connection, to be taken with one press. */
      offeredIp: computed((): readonly Suggestion[] => {
        const { connectionId = '', operation = 'return' } = view.value ?? {}
        return isNoRun(operation)
          ? []
          : (lastUsed.offersFor(connectionId, operation)['ipaddress'] ?? [])
      }),
      offered,
      kindsAsLast: computed(() => (view.value === null ? {} : columns.kindsFor(view.value))),
      takeOffered: (): void => {
        if (offered.value !== null) void again({ roles: offered.value })
      },
      forgetOffered: (): void => {
        if (view.value !== null) columns.forget(view.value)
      },
    },
  }
}

interface ShopParts {
  operation: Ref<ListUse>
  view: Ref<FileView | null>
  reasons: Readonly<Ref<typeof noReasons>>
  fault: Ref<Fault | null>
  workFault: Readonly<Ref<Fault | null>>
  watched: ReturnType<typeof useWatchedWork>['watched']
  drop: () => Promise<void>
  isWhole: () => Promise<boolean>
  wasMade: (view: FileView) => void
}

/**
 * Null when it was not made; `fault` says why, or cells were typed that nobody had read. MONEY:
 * they are read then, and a person looks at the list once more: its lines would be left out.
 */
const runMaking =
  ({
    view,
    reasons,
    fault,
    isWhole,
    wasMade,
  }: Pick<ShopParts, 'view' | 'reasons' | 'fault' | 'isWhole' | 'wasMade'>) =>
  async (): Promise<RunView | null> => {
    const list = (await isWhole()) ? view.value : null
    if (list === null) return null
    const made = await call('run:from-file', takingOf(list, reasons.value))
    fault.value = made.ok ? null : made.fault
    if (!made.ok) return null
    wasMade(list)
    view.value = null
    return made.value
  }

/** A list of the shop's orders, or a report of the gateway: no run is made of these. */
function shopList(parts: ShopParts) {
  const { operation, view, reasons, fault, workFault, watched, drop, isWhole, wasMade } = parts
  /** What became of the list that was taken in last; `fault` says why it was not. */
  const taken = shallowRef<ShopListView | null>(null)
  const zone = useZoneStore()
  /** Of a bank statement, what one line of it pays: declared anew for each. */
  const paidBy = ref<Grouping['by']>('batch')
  async function takeBy<T>(
    ask: (asked: Input<'shop:take'>) => Promise<Result<T | null>>,
  ): Promise<T | null> {
    const list = (await isWhole()) ? view.value : null
    if (list === null) return null
    const { readingId, stamp, meaning, leftOut, leftOutReason } = takingOf(list, reasons.value)
    const asked = { readingId, stamp, meaning, leftOut, leftOutReason }
    const made = await watched('file', () => ask(asked))
    fault.value = workFault.value
    if (made === null) return null
    wasMade(list)
    view.value = null
    return made
  }
  return {
    ...{ taken, paidBy },
    /** What was read for another use is of no use here: its amounts mean something else. */
    use: (wanted: ListUse | 'run'): void => {
      const isFit = wanted === 'run' ? !isNoRun(operation.value) : operation.value === wanted
      if (isFit) return
      operation.value = wanted === 'run' ? 'return' : wanted
      void drop()
    },
    takeReport: () => {
      const fewerReason = view.value?.replaces ? reasons.value.againReason : ''
      const grouping: Grouping =
        paidBy.value === 'batch' ? { by: 'batch' } : { by: 'day', zone: zone.zone }
      const more = { fewerReason, grouping }
      return takeBy((asked) => call<'reconcile:take'>('reconcile:take', { ...asked, ...more }))
    },
    takeOrders: async (): Promise<void> => {
      taken.value = (await takeBy((asked) => call<'shop:take'>('shop:take', asked))) ?? taken.value
    },
  }
}

type WrongPage = Output['file:wrong']
const wrongPage = (readingId: string, after: number): Promise<Result<WrongPage>> =>
  call('file:wrong', { readingId, after, limit: pageLines })

/** A list and its first wrong lines: a person goes on from both, so both are shown at once. */
async function withWrongLines(
  read: () => Promise<Result<FileView | null>>,
): Promise<Result<{ view: FileView; wrong: WrongPage } | null>> {
  const found = await read()
  if (!found.ok) return found
  const view = found.value
  if (view === null) return ok(null)
  const wrong = await wrongPage(view.id, -1)
  return wrong.ok ? ok({ view, wrong: wrong.value }) : wrong
}

/** The lines that are wrong, of what is shown. */
function wrongLines(view: Readonly<Ref<FileView | null>>) {
  const lines = shallowRef<readonly WrongLine[]>([])
  const next = ref<number | null>(null)
  function show(page: WrongPage): void {
    lines.value = page.lines
    next.value = page.next
  }
  async function more(): Promise<void> {
    const readingId = view.value?.id
    if (readingId === undefined || next.value === null) return
    const page = await wrongPage(readingId, next.value)
    if (!page.ok || view.value?.id !== readingId) return
    show({ lines: [...lines.value, ...page.value.lines], next: page.value.next })
  }
  return { lines, next, show, more }
}

/** What was chosen, and cells that were typed into and not read yet, by line and column. */
function choosing() {
  const choices = shallowRef<AskedChoices>({})
  const typed = ref<Record<string, MendedCell>>({})
  /** MONEY: a cell that was mended twice is what was typed last. */
  function mendedCells(): MendedCell[] {
    const all = new Map((choices.value.mended ?? []).map((cell) => [keyOf(cell), cell]))
    for (const cell of Object.values(typed.value)) all.set(keyOf(cell), { ...cell })
    return [...all.values()]
  }
  /** What was typed while those were read waits for the next reading. */
  const keep = (next: AskedChoices): void => {
    const isRead = new Map((next.mended ?? []).map((cell) => [keyOf(cell), cell.text]))
    const waiting = Object.entries(typed.value).filter(
      ([key, { text }]) => isRead.get(key) !== text,
    )
    choices.value = next
    typed.value = Object.fromEntries(waiting)
  }
  function begin(next: AskedChoices): void {
    choices.value = next
    typed.value = {}
  }
  return {
    typed,
    typedCount: computed(() => Object.keys(typed.value).length),
    hasRoles: () => choices.value.roles !== undefined,
    kindNames: computed(() => choices.value.kindNames ?? {}),
    with: (more: AskedChoices): AskedChoices => ({
      ...{ ...choices.value, ...more, mended: mendedCells() },
    }),
    keep,
    forget: () => begin({}),
    forgetPlaces: () => {
      const { roles: _roles, mended: _mended, allLeft: _allLeft, ...kept } = choices.value
      begin(kept)
    },
  }
}
