// One Paydesk 1.2.0 with a feed that offers it 1.3.0, three keys, and an AppImage to be replaced.
// An attack changes one thing of it; then everything is tried that a person could press.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeySet } from '../../../src/main/updates/description.ts'
import { openFeed } from '../../../src/main/updates/feed.ts'
import { installerFor } from '../../../src/main/updates/installers.ts'
import type { UpdateMemory } from '../../../src/main/updates/memory.ts'
import { createUpdates, type Updates } from '../../../src/main/updates/updates.ts'
import { type HostileFeed, openHostileFeed, serve } from './hostile-feed.ts'
import {
  day,
  type Fields,
  keysBody,
  type KeysBody,
  newSigner,
  signed,
  type Signer,
  updateBody,
} from './maker.ts'

export const description = 'stable/linux-x64-appimage.json'
const installed = '1.2.0'

export interface World {
  feed: HostileFeed
  /** The three whose keys the program was built with. */
  signers: readonly Signer[]
  strangers: readonly Signer[]
  /** By the clock of this computer; an attack may move it. */
  now: number
  /** What the ledger remembers. */
  memory: string | null
  /** What is offered: honest until an attack says otherwise. */
  file: Buffer
  body: (more?: Fields) => Fields
  offer(text: string | Uint8Array, file?: Uint8Array): void
  /** Between the download and the installer. */
  afterDownload: (path: string) => void
  heldUp: boolean
  target: string
  updates: Updates
}

export interface Played {
  /** The code of the last message, or the phase where there is none. */
  code: string
  phase: string
  isReplaced: boolean
}

export interface Place {
  feed: HostileFeed
  home: string
  signers: readonly Signer[]
  strangers: readonly Signer[]
  close(): Promise<void>
}

export async function openPlace(): Promise<Place> {
  const feed = await openHostileFeed()
  const home = mkdtempSync(join(tmpdir(), 'paydesk-updates-'))
  const three = (): Signer[] => [newSigner(), newSigner(), newSigner()]
  return {
    ...{ feed, home, signers: three(), strangers: three() },
    close: async () => {
      await feed.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const start = Date.UTC(2027, 0, 4)
const oldProgram = 'the program of 1.2.0'

export const rememberedAs = (more: Partial<UpdateMemory>, address: string): string =>
  JSON.stringify({
    ...{ feed: address, channel: 'stable', keySets: [], time: 0, checkedAt: null },
    seen: {
      stable: { description: null, highest: null },
      beta: { description: null, highest: null },
    },
    ...more,
  })

export const fileBytes = 200_000
const program = Buffer.from(
  Array.from({ length: fileBytes }, (_, at) => (at * 31 + (at >> 8)) & 0xff),
)

export function newWorld({ feed, home, signers, strangers }: Place): World {
  const target = join(home, 'Paydesk.AppImage')
  writeFileSync(target, oldProgram, { mode: 0o755 })
  feed.files.clear()
  feed.asked.length = 0
  const keys = keysBody(signers, 1, start + 365 * day)
  const world: World = {
    ...{ feed, signers, strangers, target, file: program, now: start, heldUp: false },
    memory: rememberedAs({}, feed.address),
    body: (more = {}) => updateBody(start, { file: program, version: '1.3.0', ...more }),
    offer: (text, bytes = program) => {
      feed.files.set(description, serve(text))
      feed.files.set('stable/paydesk-1.3.0-linux-x64.AppImage', serve(bytes))
    },
    afterDownload: () => undefined,
    updates: null as never,
  }
  world.updates = updatesOf(world, { installed, builtIn: keys, folder: join(home, 'updates') })
  world.offer(signed(world.body(), signers.slice(0, 2)))
  return world
}

/** Paydesk as it starts, over what the world remembers. */
export const updatesOf = (
  world: Pick<World, 'memory' | 'now' | 'heldUp' | 'target'>,
  {
    installed,
    builtIn,
    folder,
    stopped = () => null,
  }: { installed: string; builtIn: KeysBody; folder: string; stopped?: () => string | null },
): Updates =>
  createUpdates({
    memory: {
      read: () => world.memory,
      write: (text) => {
        world.memory = text
      },
    },
    ...{ installed, folder, mayBeLoopback: true },
    builtIn: builtIn as KeySet,
    place: { platform: 'linux', arch: 'x64', form: 'appimage' },
    clock: () => world.now,
    feedAt: (address) => openFeed(address, true),
    installer: installerFor('appimage', world.target),
    stopped,
    heldUp: () => (world.heldUp ? { message: 'held', at: 'unknown' } : null),
    onChange: () => undefined,
    onRefused: () => undefined,
  })

const codeIn = (message: string | null, phase: string): string =>
  /^\{"code":"program\.([^"]+)/.exec(message ?? '')?.[1] ?? phase

/** Everything a person could press, in order; goes on however the step before ended. */
export async function play(world: World): Promise<Played> {
  const { updates, target } = world
  const codes: string[] = []
  const note = (): void => {
    const { message, phase } = updates.show()
    if (['refused', 'unreached', 'current'].includes(phase) || message !== null)
      codes.push(codeIn(message, phase))
  }
  await updates.check()
  note()
  await updates.download()
  note()
  const { path, phase: reached } = updates.show()
  if (reached === 'downloaded' && path !== null) world.afterDownload(path)
  await updates.install()
  note()
  const { phase } = updates.show()
  await updates.close()
  const isReplaced = readFileSync(target, 'utf8') !== oldProgram
  return { code: codes[0] ?? phase, phase, isReplaced }
}
