import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { builtInKeys } from '../../../src/main/updates/built-in-keys.ts'
import type { KeySet } from '../../../src/main/updates/description.ts'
import { feedAddress, openFeed } from '../../../src/main/updates/feed.ts'
import { installCommand } from '../../../src/main/updates/install-command.ts'
import { installerFor } from '../../../src/main/updates/installers.ts'
import { readKeys } from '../../../src/main/updates/memory.ts'
import { signatureFault } from '../../../src/main/updates/signatures.ts'
import { endless, serve } from '../../campaigns/updates/hostile-feed.ts'
import {
  day,
  keysBody,
  type KeysBody,
  newSigner,
  signed,
  type Signer,
} from '../../campaigns/updates/maker.ts'
import {
  description,
  newWorld,
  openPlace,
  type Place,
  rememberedAs,
  updatesOf,
  type World,
} from '../../campaigns/updates/world.ts'

let place: Place
let world: World
beforeAll(async () => {
  place = await openPlace()
})
afterAll(() => place.close())
beforeEach(() => {
  world = newWorld(place)
})
afterEach(() => world.updates.close())

const folderOf = (): string => join(place.home, 'updates')
const two = () => world.signers.slice(0, 2)
const builtIn = (): KeysBody => keysBody(world.signers, 1, world.now + day)

describe('an update', () => {
  it('goes step by step, each by a person, and takes the program’s place at once', async () => {
    const { updates, target, file } = world
    expect(updates.show()).toMatchObject({ phase: 'unchecked', offered: null })
    await updates.check()
    expect(updates.show()).toMatchObject({ phase: 'available', offered: { version: '1.3.0' } })
    expect(place.feed.asked).toEqual(['keys-2.json', description])
    await updates.download()
    expect(updates.show()).toMatchObject({ phase: 'downloaded', heldUp: null })
    expect(readFileSync(target, 'utf8')).toContain('1.2.0')
    await updates.install()
    expect(updates.show().phase).toBe('in-place')
    expect(readFileSync(target).equals(file)).toBe(true)
    expect(statSync(target).mode & 0o777).toBe(0o755)
    expect(readdirSync(dirname(target)).filter((name) => name.endsWith('.new'))).toEqual([])
  })

  it('lies in a folder and a file that nobody else can read', async () => {
    await world.updates.check()
    await world.updates.download()
    expect(statSync(folderOf()).mode & 0o777).toBe(0o700)
    const [name] = readdirSync(folderOf())
    expect(statSync(join(folderOf(), name!)).mode & 0o777).toBe(0o600)
  })

  it('asks nothing and loads nothing while no feed is set, or the program has no keys', async () => {
    for (const off of [{ feed: null }, {}]) {
      world.memory = rememberedAs(off, place.feed.address)
      const keys = 'feed' in off ? builtIn() : null
      const parts = { installed: '1.2.0', builtIn: keys as KeysBody, folder: folderOf() }
      const updates = updatesOf(world, parts)
      await updates.check()
      await updates.download()
      expect(updates.show().phase).toBe('off')
    }
    expect(place.feed.asked).toEqual([])
  })

  it('is not looked for while a person has to decide about the ledger, nor by itself', async () => {
    let stop: string | null = 'somebody else wrote here'
    const parts = { installed: '1.2.0', builtIn: builtIn(), folder: folderOf() }
    const updates = updatesOf(world, { ...parts, stopped: () => stop })
    // The look that nobody asked for calls this as well.
    await updates.check()
    expect(place.feed.asked).toEqual([])
    stop = null
    await updates.check()
    expect(place.feed.asked).not.toEqual([])
    stop = 'somebody else wrote here'
    await updates.download()
    expect(updates.show().phase).toBe('available')
    await updates.close()
  })

  it('is remembered before it is loaded: a feed can’t go back over a restart', async () => {
    await world.updates.check()
    world.offer(signed(world.body({ version: '1.2.9', describedAt: world.now - 1 }), two()))
    const parts = { installed: '1.2.0', builtIn: builtIn(), folder: folderOf() }
    const again = updatesOf(world, parts)
    await again.check()
    expect(again.show().message).toContain('update-older-than-seen')
  })

  it('that is stopped leaves nothing behind, and can be loaded again', async () => {
    place.feed.files.set('stable/paydesk-1.3.0-linux-x64.AppImage', (_request, response) => {
      response.writeHead(200)
      response.write(world.file.subarray(0, 60_000))
    })
    await world.updates.check()
    const loading = world.updates.download()
    await vi.waitFor(() => expect(world.updates.show().done).toBeGreaterThan(0))
    world.updates.stop()
    await loading
    expect(world.updates.show()).toMatchObject({ phase: 'available', message: null, done: 0 })
    expect(readdirSync(folderOf())).toEqual([])
    world.offer(signed(world.body(), two()))
    await world.updates.download()
    expect(world.updates.show().phase).toBe('downloaded')
  })

  it('is read no further than it may be long', async () => {
    const count = { bytes: 0 }
    place.feed.files.set(description, endless(count))
    await world.updates.check()
    expect(world.updates.show().message).toContain('update-description-too-long')
    await vi.waitFor(() => expect(count.bytes).toBeLessThan(16_000_000))
  })

  it('is loaded no further than it was described', async () => {
    const count = { bytes: 0 }
    place.feed.files.set('stable/paydesk-1.3.0-linux-x64.AppImage', endless(count))
    await world.updates.check()
    await world.updates.download()
    expect(world.updates.show().message).toContain('update-file-too-long')
    expect(count.bytes).toBeLessThan(16_000_000)
    expect(readdirSync(folderOf())).toEqual([])
  })

  it('is not loaded twice by two clicks', async () => {
    await world.updates.check()
    await Promise.all([world.updates.download(), world.updates.download()])
    expect(place.feed.asked.filter((path) => path.endsWith('.AppImage'))).toHaveLength(1)
  })
})

describe('while a request is open', () => {
  it('nothing is installed, and the reason is shown', async () => {
    await world.updates.check()
    await world.updates.download()
    world.heldUp = true
    await world.updates.install()
    expect(world.updates.show()).toMatchObject({ phase: 'downloaded', heldUp: { at: 'unknown' } })
    expect(readFileSync(world.target, 'utf8')).toContain('1.2.0')
    world.heldUp = false
    await world.updates.install()
    expect(world.updates.show().phase).toBe('in-place')
  })

  it.each(['appimage', 'deb'] as const)(
    'also when it became open as the %s was being handed on',
    async (form) => {
      const { held, update } = await heldFile()
      const handed = await installerFor(form, world.target).install(held, update, () => false)
      expect(handed).toEqual({ outcome: 'held-up' })
      expect(readFileSync(world.target, 'utf8')).toContain('1.2.0')
      expect(readdirSync(place.home).filter((name) => name.endsWith('.new'))).toEqual([])
      await held.close()
    },
  )
})

async function heldFile() {
  const { emptyFolder, holdFile } = await import('../../../src/main/updates/held-file.ts')
  await emptyFolder(folderOf())
  const update = world.body() as never
  const feed = await openFeed(place.feed.address, true).file(
    'stable/paydesk-1.3.0-linux-x64.AppImage',
    new AbortController().signal,
  )
  if (!('chunks' in feed)) throw new Error('the feed gave no file')
  const { chunks } = feed
  const got = await holdFile(join(folderOf(), 'file'), update, {
    chunks,
    onProgress: () => undefined,
  })
  if ('refused' in got) throw new Error(got.refused)
  return { held: got.held, update }
}

describe('an installer', () => {
  it('for a deb gives a person a command, and a file that nothing writes any more', async () => {
    const { held, update } = await heldFile()
    const handed = await installerFor('deb', undefined).install(held, update, () => true)
    const command = installCommand(held.path, (update as { sha512: string }).sha512)
    expect(command).toContain(held.path)
    expect(handed).toEqual({ outcome: 'by-person', command })
    expect(statSync(held.path).mode & 0o777).toBe(0o400)
    await held.close()
  })

  it.each([
    ['nsis', undefined],
    ['dmg', undefined],
    ['appimage', undefined],
  ] as const)('for %s is named and does nothing where it can’t', async (form, path) => {
    const { held, update } = await heldFile()
    const mayGoOn = vi.fn(() => true)
    const handed = await installerFor(form, path).install(held, update, mayGoOn)
    expect(handed).toEqual({ outcome: 'not-here', form })
    expect(mayGoOn).not.toHaveBeenCalled()
    await held.close()
  })

  it('writes what it digests: a byte changed while it copies is not installed', async () => {
    const { held, update } = await heldFile()
    const spoilt = {
      ...held,
      fault: () => Promise.resolve(null),
      chunks: async function* () {
        await Promise.resolve()
        yield Buffer.alloc(200_000, 1)
      },
    }
    const handed = await installerFor('appimage', world.target).install(spoilt, update, () => true)
    expect(handed).toEqual({ outcome: 'refused', code: 'update-file-differs' })
    expect(readFileSync(world.target, 'utf8')).toContain('1.2.0')
    await held.close()
  })
})

describe('a feed', () => {
  it.each([
    ['https://updates.example', 'https://updates.example/'],
    ['https://updates.example/paydesk/', 'https://updates.example/paydesk/'],
    ['HTTPS://Updates.Example:444/a', 'https://updates.example:444/a/'],
  ])('is kept as an address that ends in a slash: %s', (typed, kept) => {
    expect(feedAddress(typed, false)).toBe(kept)
  })

  it.each([
    'http://updates.example/',
    'http://127.0.0.1:8080/',
    'https://a:b@updates.example/',
    'https://updates.example/?x=1',
    'file:///srv/',
    'updates.example',
  ])('is never %s', (typed) => {
    expect(feedAddress(typed, false)).toBeNull()
  })

  it('hears the names of files, and nothing about this computer', async () => {
    const heard: Record<string, unknown>[] = []
    place.feed.files.set(description, (request, response) => {
      heard.push(request.headers)
      serve('x')(request, response)
    })
    await world.updates.check()
    const [headers] = heard
    expect(Object.keys(headers ?? {})).not.toContain('cookie')
    expect(headers?.['accept-encoding']).toBe('identity')
    expect(JSON.stringify(headers)).not.toMatch(/1\.2\.0|linux|paydesk/i)
  })
})

it('keys are not changed by a clock that went back', async () => {
  const next = keysBody([...two(), world.strangers[0]!], 2, world.now + day)
  place.feed.files.set('keys-2.json', serve(signed(next, two())))
  world.memory = rememberedAs({ time: world.now + day }, place.feed.address)
  await world.updates.check()
  expect(world.updates.show()).toMatchObject({ phase: 'refused', keySet: 1 })
})

it('keys that were replaced are replaced for good, over a restart', async () => {
  const next = keysBody(
    [world.signers[0]!, world.signers[1]!, world.strangers[0]!],
    2,
    world.now + day,
  )
  place.feed.files.set('keys-2.json', serve(signed(next, two())))
  world.offer(signed(world.body({ keySet: 2 }), [world.signers[0]!, world.strangers[0]!]))
  await world.updates.check()
  expect(world.updates.show()).toMatchObject({ phase: 'available', keySet: 2 })
  // The feed hides the change and goes back to the old keys.
  place.feed.files.delete('keys-2.json')
  world.offer(signed(world.body({ describedAt: world.now + 1 }), [world.signers[2]!, two()[0]!]))
  const parts = { installed: '1.2.0', builtIn: builtIn(), folder: folderOf() }
  const again = updatesOf(world, parts)
  await again.check()
  expect(again.show().message).toContain('update-key-not-known')
  expect(existsSync(world.target)).toBe(true)
})

describe('keys that were changed', () => {
  /** Sets 2, 3, …: with each a key leaves for a new one; two of either set sign. */
  function changed(times: number) {
    const sets: { body: KeysBody; signers: Signer[]; text: string }[] = []
    let signers = [...world.signers]
    for (let version = 2; version < 2 + times; version += 1) {
      const next = [signers[1]!, signers[2]!, newSigner()]
      const body = keysBody(next, version, world.now + day)
      const text = signed(body, [signers[1]!, signers[2]!])
      place.feed.files.set(`keys-${version}.json`, serve(text))
      sets.push({ body, signers: next, text })
      signers = next
    }
    return sets
  }
  const offerBy = (signers: readonly Signer[], keySet: number): void =>
    world.offer(signed(world.body({ keySet }), signers.slice(0, 2)))
  const again = (keys: KeysBody) =>
    updatesOf(world, { installed: '1.2.0', builtIn: keys, folder: folderOf() })
  const kept = (): string[] => (JSON.parse(world.memory ?? '') as { keySets: string[] }).keySets

  it.each([1, 2, 3])('%i times in a row are followed, and proven at the next start', async (n) => {
    const sets = changed(n)
    offerBy(sets.at(-1)!.signers, n + 1)
    await world.updates.check()
    expect(world.updates.show()).toMatchObject({ phase: 'available', keySet: n + 1 })
    expect(kept()).toEqual(sets.map(({ text }) => text))
    place.feed.files.delete('keys-2.json')
    const next = again(builtIn())
    await next.check()
    expect(next.show()).toMatchObject({ phase: 'available', keySet: n + 1 })
  })

  it('are proven from a later set that a new program brings, and from an earlier one', async () => {
    const sets = changed(3)
    offerBy(sets[2]!.signers, 4)
    await world.updates.check()
    const newer = again(sets[1]!.body)
    await newer.check()
    expect(newer.show()).toMatchObject({ phase: 'available', keySet: 4 })
    // What the newer program brings need not be kept any more.
    expect(kept()).toEqual([sets[2]!.text])
    const newest = again(sets[2]!.body)
    await newest.check()
    expect(newest.show()).toMatchObject({ phase: 'available', keySet: 4 })
  })

  it('stay proven when the keys that proved them are past their time', async () => {
    const sets = changed(1)
    const lasting = keysBody(sets[0]!.signers, 2, world.now + 400 * day)
    place.feed.files.set(
      'keys-2.json',
      serve(signed(lasting, two().slice(1).concat(world.signers[2]!))),
    )
    offerBy(sets[0]!.signers, 2)
    await world.updates.check()
    world.now += 30 * day
    const next = again(builtIn())
    await next.check()
    expect(next.show()).toMatchObject({ phase: 'available', keySet: 2 })
  })

  it('as often as Paydesk follows, fit the row of the ledger', async () => {
    const sets = changed(12)
    offerBy(sets[11]!.signers, 13)
    await world.updates.check()
    expect(world.updates.show()).toMatchObject({ phase: 'available', keySet: 13 })
    expect(world.memory!.length).toBeLessThan(20_000)
  })
})

it('the keys that the program is built with are none, or a good set', () => {
  if (builtInKeys !== null) expect(readKeys(builtInKeys)).not.toBeNull()
  // No file beside the program is read for them.
  expect(readFileSync('src/main/open-desk.ts', 'utf8')).not.toContain('update-keys.json')
})

it('a set in which one key stands twice is none, and its key never counts as two', () => {
  const [a, b] = world.signers
  const twice = keysBody([a!, a!, b!], 1, world.now + day)
  expect(readKeys(JSON.stringify(twice))).toBeNull()
  expect(readKeys(JSON.stringify(builtIn()))).not.toBeNull()
  const { body, signatures } = JSON.parse(signed(world.body(), [a!])) as Parameters<
    typeof signatureFault
  >[0] & { signatures: [] }
  const sets = [twice as KeySet]
  expect(signatureFault({ body, signatures }, { sets, now: world.now })).toBe(
    'update-signatures-too-few',
  )
})
