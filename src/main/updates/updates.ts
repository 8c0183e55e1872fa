// Updates from the feed to the installer, one step at a time, each by a person but the look itself.
// Off until a feed is set. It decides nothing about what may be believed (check-update.ts) and
// nothing about requests (`heldUp` asks the ledger); it never installs by itself.
import { say } from '#shared/message.ts'
import { join } from 'node:path'
import type { UpdatePhase, UpdateView } from '#shared/desktop/updates.ts'
import type { KeySet, Place, UpdateBody } from './description.ts'
import { type Feed, type FeedFault, feedAddress, whyOf } from './feed.ts'
import { emptyFolder, type HeldFile, holdFile } from './held-file.ts'
import type { Installer } from './installers.ts'
import { checkKeySet, checkUpdate, mostKeySets, proveKeys } from './check-update.ts'
import { noMemory, readMemory, seenIn, type UpdateMemory, withKeys, withSeen } from './memory.ts'
import { refusals, type RefusalCode } from './refusal.ts'

export interface UpdateParts {
  /** The sealed row of the ledger; null before anything was set. */
  memory: { read(): string | null; write(text: string): void }
  /** The keys that this program was built with; null where it has none. */
  builtIn: KeySet | null
  installed: string
  place: Omit<Place, 'channel'>
  folder: string
  clock: () => number
  feedAt: (address: string) => Feed
  /** Plain http on this computer, for tests. */
  mayBeLoopback: boolean
  installer: Installer
  /** Why what is remembered here is not to be used now, or null. A person has to decide first. */
  stopped: () => string | null
  /** MONEY: why nothing may be installed now, or null. */
  heldUp: () => UpdateView['heldUp']
  onChange: () => void
  /** Something of the feed was refused: the log keeps it. */
  onRefused: (code: RefusalCode) => void
}

export interface Updates {
  show(): UpdateView
  /** A feed that can be set, as it would be kept; null for what is none. */
  addressOf(typed: string): string | null
  setFeed(feed: string | null, channel: Place['channel']): Promise<void>
  check(): Promise<void>
  download(): Promise<void>
  /** Ends a look or a download that is under way. */
  stop(): void
  install(): Promise<void>
  close(): Promise<void>
}

interface State {
  phase: UpdatePhase
  message: string | null
  /** As it was checked, to be checked again. */
  text: Uint8Array | null
  update: UpdateBody | null
  done: number
  held: HeldFile | null
  path: string | null
  command: string | null
}

const idle: State = {
  ...{ phase: 'unchecked', message: null, text: null, update: null },
  ...{ done: 0, held: null, path: null, command: null },
}

/** What is under way in this run. */
interface Run {
  parts: UpdateParts
  state: State
  control: AbortController
  work: Promise<void> | null
}

export function createUpdates(parts: UpdateParts): Updates {
  const run: Run = { parts, state: idle, control: new AbortController(), work: null }
  /** One step at a time: a second click waits for the first and does nothing. */
  const alone = (act: (run: Run, signal: AbortSignal) => Promise<void>): Promise<void> => {
    if (run.work !== null) return run.work
    if (parts.stopped() !== null) return Promise.resolve()
    run.control = new AbortController()
    run.work = act(run, run.control.signal).finally(() => {
      run.work = null
    })
    return run.work
  }
  const end = async (): Promise<void> => {
    run.control.abort()
    await run.work
    await drop(run)
  }
  return {
    show: () => viewOf(run),
    addressOf: (typed) => feedAddress(typed, parts.mayBeLoopback),
    setFeed: async (feed, channel) => {
      await end()
      keep(run, { ...(memoryOf(run)?.memory ?? noMemory), feed, channel, checkedAt: null })
      to(run, idle)
    },
    check: () => alone(look),
    download: () => alone(fetchFile),
    stop: () => {
      if (run.state.phase === 'checking' || run.state.phase === 'downloading') run.control.abort()
    },
    install: () => alone(handOn),
    close: end,
  }
}

function to(run: Run, next: Partial<State>): void {
  run.state = { ...run.state, ...next }
  run.parts.onChange()
}

/** What is remembered, with the keys that it proves. Null for what proves nothing. */
interface Remembered {
  memory: UpdateMemory
  /** Null in a program that was built without keys. */
  keySet: KeySet | null
}

/** MONEY: the only way to the keys: no row is believed that the built-in keys did not sign. */
function memoryOf({ parts }: Run): Remembered | null {
  const memory = readMemory(parts.memory.read())
  if (memory === null) return null
  if (parts.builtIn === null) return { memory, keySet: null }
  const proven = proveKeys(parts.builtIn, memory.keySets)
  return proven && { memory: { ...memory, keySets: [...proven.texts] }, keySet: proven.keySet }
}

const keep = ({ parts }: Run, memory: UpdateMemory): void =>
  parts.memory.write(JSON.stringify(memory))

async function drop(run: Run): Promise<void> {
  const { held } = run.state
  run.state = { ...run.state, held: null }
  await held?.close()
}

function refuse(run: Run, code: RefusalCode): void {
  run.parts.onRefused(code)
  to(run, { ...idle, phase: 'refused', message: refusals[code] })
}

const unreached = (why: string): string => say('program.update-feed-unreached', { why })

async function look(run: Run, signal: AbortSignal): Promise<void> {
  const remembered = memoryOf(run)
  if (remembered === null) return refuse(run, 'update-memory-unreadable')
  const { memory, keySet } = remembered
  if (memory.feed === null || keySet === null) return
  await drop(run)
  to(run, { ...idle, phase: 'checking' })
  const feed = run.parts.feedAt(memory.feed)
  const found = await followKeys(run, { memory, keySet, feed, signal })
  if (signal.aborted) return to(run, idle)
  if ('text' in found) return checkText(run, found.text)
  if ('refused' in found) return refuse(run, found.refused)
  to(run, { phase: 'unreached', message: unreached(found.unreached) })
}

/**
 * Goes on from the keys that are trusted to the newest that the feed can prove, set by set, and
 * then reads the description.
 */
async function followKeys(
  run: Run,
  asked: { memory: UpdateMemory; keySet: KeySet; feed: Feed; signal: AbortSignal },
): Promise<{ text: Uint8Array } | FeedFault> {
  const { feed, signal } = asked
  let { memory, keySet } = asked
  for (;;) {
    const found = await feed.text(`keys-${keySet.version + 1}.json`, signal)
    if ('absent' in found) break
    if (!('text' in found)) return found
    const now = run.parts.clock()
    const checked = checkKeySet(found.text, { keySet, now, seen: seenIn(memory) })
    if ('refused' in checked) return checked
    // A person who was away for years installs by hand.
    if (memory.keySets.length === mostKeySets) return { refused: 'update-key-sets-too-many' }
    memory = withKeys(memory, Buffer.from(found.text).toString('utf8'))
    keySet = checked.keySet
    keep(run, memory)
  }
  const { platform, arch, form } = run.parts.place
  const found = await feed.text(`${memory.channel}/${platform}-${arch}-${form}.json`, signal)
  return 'absent' in found ? { unreached: 'HTTP 404' } : found
}

/** Checked against what is remembered now, and by the clock of now. */
function checkOf(run: Run, memory: UpdateMemory, by: { keySet: KeySet; text: Uint8Array }) {
  const { parts } = run
  return checkUpdate(by.text, {
    ...{ now: parts.clock(), installed: parts.installed, seen: seenIn(memory) },
    keySet: by.keySet,
    place: { ...parts.place, channel: memory.channel },
  })
}

function checkText(run: Run, text: Uint8Array): void {
  const { memory, keySet } = memoryOf(run) ?? { memory: noMemory, keySet: null }
  if (keySet === null) return refuse(run, 'update-memory-unreadable')
  const check = checkOf(run, memory, { keySet, text })
  if (check.outcome === 'refused') return refuse(run, check.code)
  // Remembered before it is used: who is cut off here can't be led back.
  keep(run, { ...withSeen(memory, check.seen), checkedAt: run.parts.clock() })
  if (check.outcome === 'newer') to(run, { phase: 'available', text, update: check.update })
  else to(run, { phase: 'current', message: refusals[check.code] })
}

/** What was right when it was offered may be over by now, or its keys replaced. */
function stillGood(run: Run): { update: UpdateBody; memory: UpdateMemory } | { code: RefusalCode } {
  const { text } = run.state
  const { memory, keySet } = memoryOf(run) ?? { memory: noMemory, keySet: null }
  if (keySet === null || text === null) return { code: 'update-memory-unreadable' }
  const check = checkOf(run, memory, { keySet, text })
  return check.outcome === 'newer' ? { update: check.update, memory } : { code: check.code }
}

async function fetchFile(run: Run, signal: AbortSignal): Promise<void> {
  if (run.state.phase !== 'available') return
  const good = stillGood(run)
  if ('code' in good) return refuse(run, good.code)
  const { update, memory } = good
  if (memory.feed === null) return
  to(run, { phase: 'downloading', done: 0, message: null })
  const back = (message: string | null): void =>
    to(run, { phase: 'available', done: 0, message: signal.aborted ? null : message })
  try {
    await emptyFolder(run.parts.folder)
    const name = fileName(update)
    const asked = await run.parts.feedAt(memory.feed).file(`${memory.channel}/${name}`, signal)
    if ('unreached' in asked) return back(unreached(asked.unreached))
    const got =
      'refused' in asked
        ? asked
        : await holdFile(join(run.parts.folder, name), update, {
            chunks: asked.chunks,
            onProgress: (done) => progress(run, done, update.size),
          })
    if ('refused' in got) return refuse(run, got.refused)
    to(run, { phase: 'downloaded', held: got.held, path: got.held.path })
  } catch (error) {
    back(say('program.update-download-broke-off', { why: whyOf(error) }))
  }
}

/** Told fifty times at most, however small the pieces are. */
function progress(run: Run, done: number, size: number): void {
  const step = (bytes: number): number => Math.floor((50 * bytes) / size)
  const isTold = step(done) > step(run.state.done)
  run.state = { ...run.state, done }
  if (isTold) run.parts.onChange()
}

async function handOn(run: Run): Promise<void> {
  const { parts } = run
  const { held, phase } = run.state
  if (held === null || phase !== 'downloaded') return
  const good = stillGood(run)
  if ('code' in good) return drop(run).then(() => refuse(run, good.code))
  // MONEY: asked again right before the step that can't be undone.
  const mayGoOn = (): boolean => parts.heldUp() === null
  if (!mayGoOn()) return to(run, { message: null })
  to(run, { phase: 'installing', message: null })
  const stay = (message: string | null): void => to(run, { phase: 'downloaded', message })
  try {
    const handed = await parts.installer.install(held, good.update, mayGoOn)
    if (handed.outcome === 'held-up') return stay(null)
    if (handed.outcome === 'not-here')
      return stay(say('program.update-no-installer-here', { form: handed.form }))
    await drop(run)
    if (handed.outcome === 'refused') return refuse(run, handed.code)
    to(run, {
      phase: handed.outcome,
      command: handed.outcome === 'by-person' ? handed.command : null,
    })
  } catch (error) {
    stay(say('program.update-install-failed', { why: whyOf(error) }))
  }
}

/** Derived from what is signed: the feed has no word in it. */
const fileName = ({ version, platform, arch, form }: UpdateBody): string =>
  `paydesk-${version}-${platform}-${arch}.${endings[form]}`
const endings = { deb: 'deb', appimage: 'AppImage', nsis: 'exe', dmg: 'dmg' } as const

function viewOf(run: Run): UpdateView {
  const { parts } = run
  const { update, phase, message, done, path, command } = run.state
  const remembered = memoryOf(run)
  const { memory, keySet } = remembered ?? { memory: noMemory, keySet: null }
  const isRead = remembered !== null
  const isOff = isRead && (memory.feed === null || keySet === null)
  return {
    phase: isOff ? 'off' : phase,
    installed: parts.installed,
    channel: memory.channel,
    feed: memory.feed,
    keySet: (keySet ?? parts.builtIn)?.version ?? null,
    checkedAt: memory.checkedAt,
    offered: update && { version: update.version, bytes: update.size, sha512: update.sha512 },
    message: isRead ? message : refusals['update-memory-unreadable'],
    heldUp: phase === 'downloaded' || phase === 'in-place' ? parts.heldUp() : null,
    ...{ done, path, command },
  }
}
