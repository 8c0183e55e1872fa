// Attacks on who signed, for whom, when, and behind what was seen before; and on the sets of keys.
import { type Attack, attack } from './attack.ts'
import { serve } from './hostile-feed.ts'
import {
  day,
  type Fields,
  keysBody,
  type KeysBody,
  type SignatureEntry,
  signatureOf,
  signed,
  type Signer,
  written,
} from './maker.ts'
import { rememberedAs, type World } from './world.ts'

export const two = (world: World) => world.signers.slice(0, 2)
const wrong = 'update-signature-wrong'
const withSignatures = (world: World, entries: readonly SignatureEntry[]): void =>
  world.offer(written({ body: world.body(), signatures: entries }))
const honest = (world: World): SignatureEntry[] =>
  two(world).map((signer) => signatureOf(world.body(), signer))
const flipped = (text: string, at: number): string => {
  const bytes = Buffer.from(text, 'base64')
  bytes[at]! ^= 1 << (at % 8)
  return bytes.toString('base64')
}

const bits = Array.from({ length: 64 }, (_, at) =>
  attack(`a bit of byte ${at} of a signature is turned`, wrong, (world) => {
    const [first, second] = honest(world)
    withSignatures(world, [first!, { ...second!, signature: flipped(second!.signature, at) }])
  }),
)
const keyBits = Array.from({ length: 32 }, (_, at) =>
  attack(`a bit of byte ${at} of a key is turned`, 'update-key-not-known', (world) => {
    const [first, second] = honest(world)
    withSignatures(world, [first!, { ...second!, key: flipped(second!.key, at) }])
  }),
)

const few: readonly Attack[] = [0, 1, 2].map((nth) =>
  attack(`key ${nth + 1} alone signed`, 'update-signatures-too-few', (world) =>
    world.offer(signed(world.body(), [world.signers[nth]!])),
  ),
)

const other = (world: World): Fields => world.body({ version: '1.4.0' })
const signing: readonly Attack[] = [
  attack('nobody signed', 'update-signatures-too-few', (world) =>
    world.offer(signed(world.body(), [])),
  ),
  ...[0, 1, 2].map((nth) =>
    attack(`key ${nth + 1} signed twice`, 'update-key-signed-twice', (world) => {
      const signer = world.signers[nth]!
      world.offer(signed(world.body(), [signer, signer]))
    }),
  ),
  attack('one key signed twice beside another', 'update-key-signed-twice', (world) =>
    world.offer(signed(world.body(), [...two(world), world.signers[0]!])),
  ),
  ...[1, 2, 3].map((count) =>
    attack(`${count} strangers signed`, 'update-key-not-known', (world) =>
      world.offer(signed(world.body(), world.strangers.slice(0, count))),
    ),
  ),
  attack('a stranger signed beside two of the keys', 'update-key-not-known', (world) =>
    world.offer(signed(world.body(), [...two(world), world.strangers[0]!])),
  ),
  ...[0, 1].map((nth) =>
    attack(`signature ${nth + 1} is of another version's description`, wrong, (world) => {
      const entries = honest(world)
      entries[nth] = signatureOf(other(world), two(world)[nth]!)
      withSignatures(world, entries)
    }),
  ),
  attack("both signatures are of another version's description", wrong, (world) =>
    withSignatures(
      world,
      two(world).map((signer) => signatureOf(other(world), signer)),
    ),
  ),
  attack('the keys of two signatures changed places', wrong, (world) => {
    const [a, b] = honest(world)
    withSignatures(world, [
      { key: a!.key, signature: b!.signature },
      { key: b!.key, signature: a!.signature },
    ])
  }),
  attack('a third signature is wrong beside two right ones', wrong, (world) =>
    withSignatures(world, [...honest(world), signatureOf(other(world), world.signers[2]!)]),
  ),
  attack('seven signatures', 'update-description-not-understood', (world) =>
    withSignatures(world, [
      ...honest(world),
      ...honest(world),
      ...honest(world),
      honest(world)[0]!,
    ]),
  ),
  ...['', 'AAAA', 'not base64 at all', '='.repeat(88)].map((signature) =>
    attack(
      `a signature is “${signature.slice(0, 8)}”`,
      'update-description-not-understood',
      (world) => withSignatures(world, [honest(world)[0]!, { ...honest(world)[1]!, signature }]),
    ),
  ),
  attack('a signature in the alphabet of addresses', 'update-description-not-understood', (world) =>
    withSignatures(
      world,
      honest(world).map((entry) => ({
        ...entry,
        signature: `-_${entry.signature.slice(2)}`,
      })),
    ),
  ),
  attack(
    'a set of keys stands where the description should',
    'update-description-not-understood',
    (world) => world.offer(signed(keysBody(world.signers, 1, world.now + day), two(world))),
  ),
  attack('the keys are past their time', 'update-key-expired', (world) => {
    world.now += 366 * day
    const at = { describedAt: world.now, notBefore: world.now, notAfter: world.now + day }
    world.offer(signed(world.body(at), two(world)))
  }),
]

const swaps: readonly Attack[] = [
  attack('channel beta', 'update-for-another-channel', swapped({ channel: 'beta' })),
  ...['win32', 'darwin'].map((platform) =>
    attack(`platform ${platform}`, 'update-for-another-platform', swapped({ platform })),
  ),
  attack('processor arm64', 'update-for-another-processor', swapped({ arch: 'arm64' })),
  ...['deb', 'nsis', 'dmg'].map((form) =>
    attack(`form ${form}`, 'update-for-another-form', swapped({ form })),
  ),
  ...['1.1.9', '1.1.99', '0.9.9', '0.0.1', '1.0.10', '1.1.10'].map((version) =>
    attack(`version ${version}`, 'update-version-older-than-installed', swapped({ version })),
  ),
  attack('the installed version', 'update-version-installed', swapped({ version: '1.2.0' })),
]
function swapped(fields: Fields) {
  return (world: World): void => world.offer(signed(world.body(fields), two(world)))
}

const times: readonly Attack[] = [
  ...[1, 60_000, day, 3_650 * day].map((ms) =>
    attack(`expired ${ms} ms ago`, 'update-expired', (world) => {
      const at = world.now - ms - day
      swapped({ describedAt: at, notBefore: at, notAfter: world.now - ms })(world)
    }),
  ),
  ...[1, 60_000, day, 3_650 * day].map((ms) =>
    attack(`valid in ${ms} ms`, 'update-not-yet', (world) =>
      swapped({ notBefore: world.now + ms, notAfter: world.now + ms + day })(world),
    ),
  ),
  ...[1, day, 365 * day].map((ms) =>
    attack(`described in ${ms} ms`, 'update-not-yet', (world) =>
      swapped({ describedAt: world.now + ms })(world),
    ),
  ),
  ...[1, day, 3_650 * day].map((ms) =>
    attack(`valid for ninety days and ${ms} ms`, 'update-valid-too-long', (world) =>
      swapped({ notAfter: world.now + 90 * day + ms })(world),
    ),
  ),
  attack('over before it begins', 'update-expired', (world) =>
    swapped({ notAfter: world.now - 1 })(world),
  ),
]

const seenAs = (
  world: World,
  at: number,
  { version = '1.3.0', sha512 = 'a'.repeat(128), time = 0 } = {},
): void => {
  world.memory = rememberedAs(
    {
      time,
      seen: {
        stable: { description: { at, sha256: 'b'.repeat(64) }, highest: { version, sha512 } },
        beta: { description: null, highest: null },
      },
    },
    world.feed.address,
  )
}
const remembered: readonly Attack[] = [
  ...[1, 1_000, day, 20 * day].map((ms) =>
    attack(`a description ${ms} ms older than the last`, 'update-older-than-seen', (world) =>
      seenAs(world, world.now + ms),
    ),
  ),
  attack('another description of the same time', 'update-two-of-one-time', (world) =>
    seenAs(world, world.now),
  ),
  ...['1.3.1', '1.4.0', '2.0.0', '1.10.0', '1.3.10'].map((version) =>
    attack(`1.3.0 after ${version} was described`, 'update-version-older-than-seen', (world) =>
      seenAs(world, world.now - day, { version }),
    ),
  ),
  attack('another file under the version', 'update-version-with-another-file', (world) =>
    seenAs(world, world.now - day),
  ),
  ...[600_001, 3_600_000, day, 365 * day, 3_650 * day].map((ms) =>
    attack(`the clock is ${ms} ms behind the last look`, 'update-clock-went-back', (world) => {
      world.memory = rememberedAs({ time: world.now + ms }, world.feed.address)
    }),
  ),
]

export const rotated = (
  world: World,
  body: KeysBody,
  signers: readonly Signer[],
  name = 'keys-2.json',
): void => void world.feed.files.set(name, serve(signed(body, signers)))
export const year = (world: World): number => world.now + 365 * day
/** The third key leaves for a stranger's. */
const nextSigners = ({ signers, strangers }: World): Signer[] => [
  signers[0]!,
  signers[1]!,
  strangers[0]!,
]
export const nextKeys = (world: World, version = 2): KeysBody =>
  keysBody(nextSigners(world), version, year(world))

const rotations: readonly Attack[] = [
  ...[1, 3, 4, 999_999].map((version) =>
    attack(`a set ${version} where 2 comes next`, 'update-key-set-not-next', (world) =>
      rotated(world, nextKeys(world, version), two(world)),
    ),
  ),
  ...[0, 1, 2].map((nth) =>
    attack(`a next set by old key ${nth + 1} alone`, 'update-signatures-too-few', (world) =>
      rotated(world, nextKeys(world), [world.signers[nth]!]),
    ),
  ),
  attack('a next set by one old key and a new one', 'update-signatures-too-few', (world) =>
    rotated(world, nextKeys(world), [world.signers[0]!, world.strangers[0]!]),
  ),
  attack('strangers’ keys, signed by themselves', 'update-signatures-too-few', (world) =>
    rotated(world, keysBody(world.strangers, 2, year(world)), world.strangers),
  ),
  attack('strangers’ keys, signed by the old ones alone', 'update-signatures-too-few', (world) =>
    rotated(world, keysBody(world.strangers, 2, year(world)), two(world)),
  ),
  attack('a next set that nobody signed', 'update-signatures-too-few', (world) =>
    rotated(world, nextKeys(world), []),
  ),
  attack('a next set that one key signed twice', 'update-key-signed-twice', (world) =>
    rotated(world, nextKeys(world), [world.signers[0]!, world.signers[0]!]),
  ),
  attack('a next set with a stranger’s signature too', 'update-key-not-known', (world) =>
    rotated(world, nextKeys(world), [...two(world), world.strangers[2]!]),
  ),
  attack('a next set that names one key twice', 'update-key-set-repeats', (world) => {
    const [a, b] = world.signers
    rotated(world, keysBody([a!, b!, b!], 2, year(world)), two(world))
  }),
  ...[0, 1, 2, 4].map((count) =>
    attack(`a next set of ${count} keys`, 'update-description-not-understood', (world) => {
      const all = [...world.signers, ...world.strangers].slice(0, count)
      rotated(world, keysBody(all, 2, year(world)), two(world))
    }),
  ),
  attack('a next set whose own keys are past their time', 'update-key-expired', (world) =>
    rotated(world, keysBody(nextSigners(world), 2, world.now - 1), two(world)),
  ),
  attack('a next set signed with keys past their time', 'update-key-expired', (world) => {
    world.now += 366 * day
    rotated(world, nextKeys(world), two(world))
  }),
  attack('a next set that was changed after it was signed', 'update-signature-wrong', (world) => {
    const body = nextKeys(world)
    const signatures = two(world).map((signer) => signatureOf(body, signer))
    const lie = { ...body, keys: [...body.keys.slice(0, 2), { ...body.keys[2]!, notAfter: 1 }] }
    world.feed.files.set('keys-2.json', serve(written({ body: lie, signatures })))
  }),
  attack(
    'a description where the next set should be',
    'update-description-not-understood',
    (world) => void world.feed.files.set('keys-2.json', serve(signed(world.body(), two(world)))),
  ),
  attack('a next set with the clock set back', 'update-clock-went-back', (world) => {
    rotated(world, nextKeys(world), two(world))
    world.memory = rememberedAs({ time: world.now + day }, world.feed.address)
  }),
  attack('the removed key still signs', 'update-key-not-known', (world) => {
    rotated(world, nextKeys(world), two(world))
    const { signers } = world
    world.offer(signed(world.body({ keySet: 2 }), [signers[0]!, signers[2]!]))
  }),
  attack('the replaced set is still named', 'update-keys-older', (world) => {
    rotated(world, nextKeys(world), two(world))
    swapped({ keySet: 1 })(world)
  }),
  ...[2, 3, 999_999].map((keySet) =>
    attack(`set ${keySet} is named and never shown`, 'update-keys-newer', swapped({ keySet })),
  ),
  attack('the chain breaks at its second step', 'update-key-set-not-next', (world) => {
    rotated(world, nextKeys(world), two(world))
    rotated(world, nextKeys(world, 4), two(world), 'keys-3.json')
  }),
]

export const trust: readonly Attack[] = [
  ...[...bits, ...keyBits, ...few, ...signing, ...swaps, ...times, ...remembered, ...rotations],
]
