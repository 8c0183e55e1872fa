// Attacks on the keys that updates are trusted by: written into the ledger by something that holds
// none of them, changed more often than anybody does, or built in with one key twice.
import { dirname, join } from 'node:path'
import { type Attack, attack } from './attack.ts'
import { nextKeys, rotated, two, year } from './attack-trust.ts'
import {
  keysBody,
  type KeysBody,
  type SignatureEntry,
  signed,
  type Signer,
  written,
} from './maker.ts'
import { rememberedAs, updatesOf, type World } from './world.ts'

/** Written into the ledger by something that holds no key, and used by a feed of its own. */
const writeChain = (world: World, keySets: readonly string[], keySet: number): void => {
  world.memory = rememberedAs({ keySets: [...keySets] }, world.feed.address)
  world.offer(signed(world.body({ keySet }), world.strangers.slice(0, 2)))
}
const strangersKeys = (world: World, version = 2): KeysBody =>
  keysBody(world.strangers, version, year(world))
const honestNext = (world: World): string => signed(nextKeys(world), two(world))
const chains: readonly (readonly [string, (world: World) => readonly [string[], number]])[] = [
  ['strangers’ own set 2', (world) => [[signed(strangersKeys(world), world.strangers)], 2]],
  ['strangers’ own set 7', (world) => [[signed(strangersKeys(world, 7), world.strangers)], 7]],
  ['a set that nobody signed', (world) => [[signed(strangersKeys(world), [])], 2]],
  ['a set by one old key', (world) => [[signed(strangersKeys(world), [world.signers[0]!])], 2]],
  [
    'a set by one old key and two strangers',
    (world) => [
      [signed(strangersKeys(world), [world.signers[0]!, ...world.strangers.slice(0, 2)])],
      2,
    ],
  ],
  [
    'a set by two old keys and no new one',
    (world) => [[signed(strangersKeys(world), two(world))], 2],
  ],
  [
    'strangers’ set behind an honest one',
    (world) => [[honestNext(world), signed(strangersKeys(world, 3), world.strangers)], 3],
  ],
  [
    'a chain that lacks its first set',
    (world) => [
      [
        signed(keysBody(world.strangers, 3, year(world)), [
          world.signers[0]!,
          world.strangers[0]!,
          world.strangers[1]!,
        ]),
      ],
      3,
    ],
  ],
  [
    'a set with the signatures of another',
    (world) => {
      const { signatures } = JSON.parse(honestNext(world)) as { signatures: SignatureEntry[] }
      return [[written({ body: strangersKeys(world), signatures })], 2]
    },
  ],
  ['a description in the place of a set', (world) => [[signed(world.body(), two(world))], 1]],
  ['the keys alone, without a signature', (world) => [[written(strangersKeys(world))], 2]],
  ['no text of a set at all', () => [['{}'], 1]],
  [
    'a set in which one key stands twice',
    (world) => {
      const [a, b] = world.signers
      return [[signed(keysBody([a!, b!, b!], 2, year(world)), two(world))], 2]
    },
  ],
  ['a set twice', (world) => [[honestNext(world), honestNext(world)], 2]],
]
const foreignKeys = chains.map(([what, make]) =>
  attack(`the ledger was given ${what}`, 'update-memory-unreadable', (world) => {
    const [keySets, keySet] = make(world)
    writeChain(world, keySets, keySet)
  }),
)
const keyChanges: readonly Attack[] = [
  attack('thirteen changes of keys, one after the other', 'update-key-sets-too-many', (world) => {
    for (let version = 2; version < 15; version += 1)
      rotated(
        world,
        keysBody(world.signers, version, year(world)),
        two(world),
        `keys-${version}.json`,
      )
  }),
]

/** A program that was built with a set in which one key stands for two. */
const builtWith = (world: World, signers: readonly Signer[]): void => {
  const folder = join(dirname(world.target), 'updates')
  const builtIn = keysBody(signers, 1, year(world))
  world.updates = updatesOf(world, { installed: '1.2.0', builtIn, folder })
}
const builtIn = ([1, 2] as const).map((times) =>
  attack(
    `a set with one key ${times + 1} times is built in, and it alone signed`,
    'update-signatures-too-few',
    (world) => {
      const [a, b] = world.signers
      builtWith(world, times === 1 ? [a!, a!, b!] : [a!, a!, a!])
      world.offer(signed(world.body(), [a!]))
    },
  ),
)

export const keys: readonly Attack[] = [...foreignKeys, ...keyChanges, ...builtIn]
