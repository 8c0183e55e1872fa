// Computers of the journeys about moving a desk: each has a folder and a keychain of its own, and
// what a person does to save a desk on one and to go on with it on another.
import { beforeEach } from 'vitest'
import { fail, ok } from '#shared/fault.ts'
import type { MoveView } from '#shared/moving/move-methods.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { must, type OpenDesk, trainingOrder } from './story.ts'
import { oneEuro, type Person, type World } from './world.ts'

export const passphrase = 'a passphrase for one file'

/** What a keychain holds, with a look before and after each change of it. */
export class Keychain {
  kept: Map<string, string>
  seen: () => void = () => undefined
  reading: () => void = () => undefined
  constructor(kept = new Map<string, string>()) {
    this.kept = new Map(kept)
  }
  vault(): Vault {
    const change = (run: () => void) => {
      this.seen()
      run()
      this.seen()
      return Promise.resolve(ok(null))
    }
    return {
      kind: 'keychain',
      read: (slot) => {
        this.reading()
        const secret = this.kept.get(slot)
        return Promise.resolve(
          secret === undefined
            ? fail({ kind: 'vault', sent: 'no', reason: 'lost', message: 'gone' })
            : ok(secret),
        )
      },
      write: (slot, secret) => change(() => this.kept.set(slot, secret)),
      remove: (slot) => change(() => this.kept.delete(slot)),
      probe: () => Promise.resolve({ state: 'ready', message: '' }),
    }
  }
}

export interface Computer {
  folder: string
  keychain: Keychain
}

type Options = Parameters<World['start']>[0]

/** Anew for each test, which begins with the old computer open. */
export interface Computers {
  old: Computer
  /** The file that a person chooses to open. */
  chosen: string
  restarts: number
  computer(folder?: string, keychain?: Keychain): Computer
  start(on: Computer, options?: Options): Promise<OpenDesk>
  saved(desk?: OpenDesk, more?: { own?: string }): Promise<string>
  openFile(desk: OpenDesk): Promise<MoveView>
  /** Opened, taken in, and started again. */
  movedTo(to: Computer, options?: Options): Promise<OpenDesk>
}

export function eachComputer(world: World, person: Person): Computers {
  const all: Computers = {
    ...{ old: { folder: '', keychain: new Keychain() }, chosen: '', restarts: 0 },
    computer: (folder = world.newFolder(), keychain = new Keychain()) => ({ folder, keychain }),
    start: ({ folder, keychain }, options = {}) =>
      world.start({
        ...{ folder, vault: keychain.vault(), ask: person.ask, fileToOpen: () => all.chosen },
        onRestart: () => (all.restarts += 1),
        ...options,
      }),
    async saved(desk = world.open, more = {}) {
      const done = must(await desk.desk['move:save']({ to: 'the new one', passphrase, ...more }))
      return (all.chosen = done?.file ?? '')
    },
    async openFile(desk) {
      const view = must(await desk.desk['move:open']({ passphrase }))
      if (view === null) throw new Error('no file')
      return view
    },
    async movedTo(to, options) {
      const desk = await all.start(to, options)
      const { openId } = await all.openFile(desk)
      must(await desk.desk['move:take']({ openId }))
      await desk.close()
      return all.start(to, options)
    },
  }
  beforeEach(async () => {
    all.restarts = 0
    all.old = all.computer(world.folder)
    await all.start(all.old)
  })
  return all
}

export const stateOf = async (desk: OpenDesk) => must(await desk.desk['app:state']({}))
export const stopsOf = async (desk: OpenDesk) => (await stateOf(desk)).moneyStops
export const entriesOf = async (desk: OpenDesk, kind: string) =>
  must(await desk.desk['audit:list']({ filter: {}, limit: 200 })).rows.filter(
    (row) => row.kind === kind,
  )
export function refundOn(world: World, desk: OpenDesk, connectionId: string, orderid: string) {
  world.open = desk
  return world.send(orderid, oneEuro, connectionId)
}
export const paidIn = ({ sandbox }: World): string =>
  trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
