// A year of honest releases as one computer meets them: it looks now and then, misses some, starts
// anew in between; keys change, descriptions are renewed. Nothing of it may be refused, and what is
// installed is what was released.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../faults/random.ts'
import { serve } from './hostile-feed.ts'
import {
  day,
  keysBody,
  type KeysBody,
  newSigner,
  signed,
  type Signer,
  updateBody,
} from './maker.ts'
import { type Place, rememberedAs, updatesOf } from './world.ts'

interface Release {
  version: string
  file: Buffer
}

interface Life {
  place: Place
  random: Random
  now: number
  memory: string | null
  heldUp: boolean
  target: string
  signers: Signer[]
  /** As the program that is installed was built. */
  builtIn: KeysBody
  keys: KeysBody
  installed: string
  newest: Release | null
  minor: number
}

const keysAt = (signers: readonly Signer[], version: number, now: number): KeysBody =>
  keysBody(signers, version, now + 800 * day)

/** One to three keys leave; the set that comes is signed by two that stay and by two of its own. */
function rotate(life: Life): void {
  const { place, random, signers, now } = life
  const staying = random.below(3)
  const next = signers.map((signer, nth) => (nth < staying ? signer : newSigner()))
  const keys = keysAt(next, life.keys.version + 1, now)
  const voices = [...new Set([...signers.slice(0, 2), ...next.slice(1, 3)])]
  place.feed.files.set(`keys-${keys.version}.json`, serve(signed(keys, voices)))
  Object.assign(life, { keys, signers: next })
}

function describe(life: Life, { version, file }: Release): void {
  const { random, signers, keys, now } = life
  const first = random.below(3)
  const voices = random.chance(0.3)
    ? signers
    : [signers[first]!, signers[(first + 1 + random.below(2)) % 3]!]
  const body = updateBody(now, { ...{ file, version }, keySet: keys.version })
  life.place.feed.files.set(`stable/linux-x64-appimage.json`, serve(signed(body, voices)))
  const name = `stable/paydesk-${version}-linux-x64.AppImage`
  life.place.feed.files.set(name, serve(file))
}

function release(life: Life): void {
  const { random } = life
  life.minor += 1
  const version = `1.${life.minor}.${random.below(20)}`
  life.newest = { version, file: Buffer.alloc(1 + random.below(70_000), version) }
}

/** What went wrong, or null. */
async function lookAndInstall(life: Life): Promise<string | null> {
  const { place, target, newest, random } = life
  const folder = join(place.home, 'updates')
  const updates = updatesOf(life, { installed: life.installed, builtIn: life.builtIn, folder })
  const said = (): string => `${updates.show().phase} ${updates.show().message ?? ''}`
  try {
    await updates.check()
    if (newest === null || newest.version === life.installed)
      return updates.show().phase === 'current' ? null : `looked: ${said()}`
    if (updates.show().phase !== 'available') return `looked: ${said()}`
    if (random.chance(0.3)) return null
    await updates.download()
    if (updates.show().phase !== 'downloaded') return `downloaded: ${said()}`
    await updates.install()
    if (updates.show().phase !== 'in-place') return `installed: ${said()}`
    if (!readFileSync(target).equals(newest.file)) return 'installed another file'
    // The new program is built with the keys of its day.
    Object.assign(life, { installed: newest.version, builtIn: life.keys })
    return null
  } finally {
    await updates.close()
  }
}

/** The false refusals of one life; how often its computer looked, and its keys changed. */
export async function honestLife(
  place: Place,
  random: Random,
): Promise<{ faults: string[]; looks: number; rotations: number }> {
  place.feed.files.clear()
  const now = Date.UTC(2027, 0, 4)
  const target = join(place.home, 'Honest.AppImage')
  writeFileSync(target, '1.0.0', { mode: 0o755 })
  const keys = keysAt(place.signers, 1, now)
  const life: Life = {
    ...{ place, random, now, target, keys, builtIn: keys, heldUp: false },
    ...{ memory: rememberedAs({}, place.feed.address), signers: [...place.signers] },
    ...{ installed: '1.0.0', newest: null, minor: 0 },
  }
  const faults: string[] = []
  let looks = 0
  let rotations = 0
  for (let step = 0; step < 12; step += 1) {
    life.now += 1 + random.below(30 * day)
    if (random.chance(0.3)) {
      rotate(life)
      rotations += 1
    }
    if (life.newest === null || random.chance(0.5)) release(life)
    // A description is renewed before it is over, and after each change of keys.
    describe(life, life.newest!)
    life.now += 60_000 + random.below(day)
    if (random.chance(0.3)) continue
    looks += 1
    // Clocks are put right by a little.
    if (random.chance(0.2)) life.now -= random.below(60_000)
    const fault = await lookAndInstall(life)
    if (fault !== null) faults.push(`step ${step}: ${fault}`)
  }
  return { faults, looks, rotations }
}
