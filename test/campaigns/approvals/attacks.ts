// What is done to an approval file so that it counts though it must not: each attack makes a file,
// and says at which desk it is brought in.
import { sign } from 'node:crypto'
import { type ApprovalFile, approvalFileText } from '#shared/approvals/approval-file.ts'
import { canonicalText, type Json } from '#shared/canonical.ts'
import { approvalText, digestOfText } from '../../../src/main/desk/approvals/approval-text.ts'
import { signedText } from '../../../src/main/desk/people/statements.ts'
import type { Random } from '../faults/random.ts'
import {
  hands,
  type Hand,
  type Met,
  now,
  rolls,
  type Signature,
  signedBy,
  stranger,
  type Waiting,
} from './desk.ts'

interface Made {
  bytes: Buffer
  met?: Partial<Met>
}
/** `other`: another request that waits on the same desk, with its own file. */
type Attack = (given: { of: Waiting; other: Waiting; random: Random }) => Made

const asText = (file: ApprovalFile, signatures: readonly Signature[]): string =>
  approvalFileText({ ...file, signatures: [...signatures] })
const asFile = (file: ApprovalFile, ...signatures: Signature[]): Made => ({
  bytes: Buffer.from(asText(file, signatures)),
})
const asWritten = (value: unknown): Made => ({
  bytes: Buffer.from(`${canonicalText(value as Json)}\n`),
})
const edited = (text: string): Made => ({ bytes: Buffer.from(text) })
const honest = (file: ApprovalFile, hand: Hand = hands.Cy): string =>
  asText(file, [signedBy(hand, file)])

const flipped = (bytes: Buffer, random: Random): Buffer => {
  const at = random.below(bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
  return bytes
}
/** Another request with the digest that it has. */
const withRequest = (file: ApprovalFile, change: (text: string) => string): ApprovalFile => {
  const request = change(file.request)
  return { ...file, request, digest: digestOfText(request) }
}
const raised = (text: string): string => text.replace(/"amount":\["(\d+)"/, '"amount":["9$1"')
const withApprover = (file: ApprovalFile, { id, key, name }: Hand): ApprovalFile => ({
  ...file,
  approvers: [
    ...file.approvers.filter((one) => one.id !== id && one.key !== key),
    { id, key, name },
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
})
const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n
/** The same signature in a form that no verifier may take: its scalar beyond the order. */
function malleable({ body, signature }: Signature): Signature {
  const bytes = Buffer.from(signature, 'base64')
  const scalar = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order
  const hex = scalar.toString(16).padStart(64, '0')
  const more = Buffer.from(hex, 'hex').reverse()
  return { body, signature: Buffer.concat([bytes.subarray(0, 32), more]).toString('base64') }
}

const names: Readonly<Record<string, string>> = { Bo: 'Во', Cy: 'Су', Shop: 'Ѕhор' }

export const attacks = {
  'a bit of the file is flipped': ({ of: { file }, random }) => ({
    bytes: flipped(Buffer.from(honest(file)), random),
  }),
  'a bit of the signature is flipped': ({ of: { file }, random }) => {
    const { body, signature } = signedBy(hands.Cy, file)
    const bytes = flipped(Buffer.from(signature, 'base64'), random)
    return asFile(file, { body, signature: bytes.toString('base64') })
  },
  'somebody else signs in the name of an approver': ({ of: { file }, random }) =>
    asFile(file, signedBy(random.pick([stranger, hands.Bo, hands.Eve]), file, { by: hands.Cy.id })),
  'somebody whom the file does not name signs': ({ of: { file }, random }) =>
    asFile(file, signedBy(random.pick([stranger, hands.Eve, hands.Ada]), file)),
  'somebody without the role is written into the file': ({ of: { file }, random }) => {
    const hand = random.pick([hands.Eve, hands.Flo, hands.Gus, hands.Ada])
    const named = withApprover(file, hand)
    return asFile(named, signedBy(hand, named, random.chance(0.5) ? {} : { file: undefined }))
  },
  'a stranger is written into the file': ({ of: { file } }) => {
    const named = withApprover(file, stranger)
    return asFile(named, signedBy(stranger, named))
  },
  'the author approves under their own id': ({ of: { file } }) => {
    const named = withApprover({ ...file, author: { id: hands.Eve.id, name: 'Eve' } }, hands.Bo)
    return asFile(named, signedBy(hands.Bo, named, { author: hands.Bo.id }))
  },
  'the author’s key is written under the name of an approver': ({ of: { file } }) => {
    const named = withApprover(file, { ...hands.Cy, key: hands.Bo.key })
    return asFile(named, signedBy(hands.Bo, named, { by: hands.Cy.id }))
  },
  'one key has a second name': ({ of: { file } }) => {
    const second = { ...hands.Cy, id: stranger.id, name: 'Cyril' }
    const named = withApprover(file, second)
    return asFile(named, signedBy(second, named))
  },
  'one key has two names in one file': ({ of: { file } }) => {
    const named = {
      ...file,
      approvers: [...file.approvers, { ...file.approvers[0]!, id: 'p-ffffffffffffffff' }],
    }
    return asFile(named, signedBy(hands.Cy, named))
  },
  'the keys of two approvers are swapped': ({ of: { file } }) => {
    const [one, two] = file.approvers as [Hand, Hand]
    const approvers = [
      { ...one, key: two.key },
      { ...two, key: one.key },
    ]
    const swapped = { ...file, approvers }
    return asFile(swapped, signedBy(hands.Cy, swapped, { by: hands.Di.id }))
  },
  'the signatures stand in another order': ({ of: { file } }) => {
    const both = [signedBy(hands.Cy, file), signedBy(hands.Di, file)]
    const signatures = both.toSorted((a, b) => (a.body < b.body ? 1 : -1))
    return asWritten({ ...file, signatures })
  },
  'the bodies of two signatures are swapped': ({ of: { file } }) => {
    const [one, two] = [signedBy(hands.Cy, file), signedBy(hands.Di, file)]
    return asFile(file, { ...one, signature: two.signature }, { ...two, signature: one.signature })
  },
  'one signature stands twice': ({ of: { file } }) => {
    const one = signedBy(hands.Cy, file)
    return asFile(file, one, one)
  },
  'it is signed for another approval': ({ of: { file }, other }) =>
    asFile(file, signedBy(hands.Cy, other.file)),
  'it is signed for another approval, and says so': ({ of: { file }, other, random }) => {
    const { approval, digest } = other.file
    return asFile(file, signedBy(hands.Cy, file, random.pick([{ approval }, { digest }])))
  },
  'it is signed for the order as it is not': ({ of: { file }, random }) =>
    asFile(file, signedBy(hands.Cy, file, { seen: random.pick(['', '[', '[]', 'null']) })),
  'it is signed for a later end': ({ of: { file } }) =>
    asFile(file, signedBy(hands.Cy, file, { expiresAt: file.expiresAt + 1 })),
  'it is signed for another log': ({ of: { file } }) =>
    asFile(file, signedBy(hands.Cy, file, { log: '0'.repeat(32) })),
  'all of it is of another log': ({ of: { file } }) => {
    const other = { ...file, log: '0'.repeat(32) }
    return asFile(other, signedBy(hands.Cy, other))
  },
  'it is signed for another person’s request': ({ of: { file } }) =>
    asFile(file, signedBy(hands.Cy, file, { author: hands.Eve.id })),
  'it is dated anew': ({ of: { file }, random }) => {
    const { body, signature } = signedBy(hands.Cy, file, { at: now - 10 })
    const at = now - 1 - random.below(9)
    return asFile(file, { body: body.replace(`"at":${now - 10}`, `"at":${at}`), signature })
  },
  'it is signed ahead of time': ({ of: { file }, random }) =>
    asFile(file, signedBy(hands.Cy, file, { at: now + 1 + random.below(1_000) })),
  'it lasts longer than it may': ({ of: { file } }) => {
    const longer = { ...file, expiresAt: file.expiresAt + 1 }
    return asFile(longer, signedBy(hands.Cy, longer))
  },
  'its time is over': ({ of: { file }, random }) => ({
    ...edited(honest(file)),
    met: { at: file.expiresAt + random.below(1_000) },
  }),
  'the signer left': ({ of: { file } }) => ({
    ...edited(honest(file)),
    met: { roll: rolls.cyLeft },
  }),
  'the signer may approve no more': ({ of: { file } }) => ({
    ...edited(honest(file)),
    met: { roll: rolls.cyOnlyPays },
  }),
  'the signer may not do it themselves any more': ({ of: { file } }) => ({
    ...edited(honest(file)),
    met: { roll: rolls.cyOnlyApproves },
  }),
  'the signer has another key by now': ({ of: { file } }) => ({
    ...edited(honest(file)),
    met: { roll: rolls.cyHasAnotherKey },
  }),
  'it is by people who are not there yet': ({ of: { file }, random }) => {
    const statements = file.statements + 1 + random.below(5)
    const later = random.chance(0.5) ? { ...file, statements } : file
    return asFile(later, signedBy(hands.Cy, later, { statements }))
  },
  'another amount is signed': ({ of: { file } }) => {
    const other = withRequest(file, raised)
    return asFile(other, signedBy(hands.Cy, other))
  },
  'another amount is signed, with the digest of this one': ({ of: { file } }) => {
    const other = withRequest(file, raised)
    return asFile(file, signedBy(hands.Cy, other, { digest: file.digest }))
  },
  'another amount is shown': ({ of: { file } }) => {
    const shown = { ...file, request: raised(file.request) }
    return asFile(shown, signedBy(hands.Cy, shown))
  },
  'the order is shown as it is not': ({ of: { file } }) => {
    const shown = { ...file, seen: file.seen.replace('approved', 'declined') }
    return asFile(shown, signedBy(hands.Cy, shown))
  },
  'a name is shown that is not the person’s': ({ of: { file } }) => {
    const shown = { ...file, author: { ...file.author, name: 'The boss' } }
    return asFile(file, signedBy(hands.Cy, shown))
  },
  'a name in letters that look alike': ({ of: { file } }) => {
    const shown = {
      ...file,
      author: { ...file.author, name: names['Bo']! },
      connection: names['Shop']!,
    }
    return asFile(shown, signedBy(hands.Cy, shown))
  },
  'digits of another script': ({ of: { file } }) => {
    const other = withRequest(file, (text) => text.replace('"EUR"', '"ЕUR"'))
    return asFile(other, signedBy(hands.Cy, other))
  },
  'a direction that turns': ({ of: { file } }) => {
    const shown = { ...file, author: { ...file.author, name: 'B\u202eo' } }
    return asFile(shown, signedBy(hands.Cy, shown))
  },
  'a file that the desk never saved': ({ of: { file }, random }) => {
    const own = { ...file, readAt: file.readAt - 1 - random.below(1_000) }
    return asFile(own, signedBy(hands.Cy, own))
  },
  'the signature names no file': ({ of: { file } }) =>
    asFile(file, signedBy(hands.Cy, file, { file: undefined })),
  'the signature names another file': ({ of: { file }, other }) =>
    asFile(file, signedBy(hands.Cy, file, { file: digestOfText(other.file.request) })),
  'the text is signed as something else': ({ of: { file } }) => {
    const { body } = signedBy(hands.Cy, file)
    const text = [Buffer.from(body), signedText(body), Buffer.from(`paydesk approval 1${body}`)]
    const signatures = text.map((one) => sign(null, one, hands.Cy.privateKey).toString('base64'))
    return asFile(file, { body, signature: signatures[file.expiresAt % 3] ?? '' })
  },
  'a signature beyond the order of the curve': ({ of: { file } }) =>
    asFile(file, malleable(signedBy(hands.Cy, file))),
  'a signature in another base64': ({ of: { file }, random }) => {
    const { body, signature } = signedBy(hands.Cy, file)
    const other = random.pick([
      signature.replace('==', ''),
      signature.replaceAll('+', '-').replaceAll('/', '_').replace('==', ''),
      `${signature.slice(0, 85)}${signature[85] === 'B' ? 'C' : 'B'}==`,
    ])
    return asFile(file, { body, signature: other })
  },
  'a key that anybody signs with': ({ of: { file } }) => {
    const key = Buffer.concat([Buffer.from([1]), Buffer.alloc(31)]).toString('base64')
    const named = withApprover(file, { ...hands.Cy, key })
    const { body } = signedBy(hands.Cy, named)
    const forged = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64')
    return asFile(named, { body, signature: forged })
  },
  'a name twice': ({ of: { file }, random }) => {
    const text = honest(file)
    return edited(
      random.pick([
        text.replace('"v":1}', '"v":1,"v":1}'),
        text.replace('"needs":1', '"needs":2,"needs":1'),
        text.replace('{"approval"', '{"log":"","approval"'),
      ]),
    )
  },
  'a name twice in what is signed': ({ of: { file } }) => {
    const body = signedBy(hands.Cy, file).body.replace('{"v":1', '{"v":1,"v":1')
    const signature = sign(null, approvalText(body), hands.Cy.privateKey).toString('base64')
    return asFile(file, { body, signature })
  },
  'another form of the same': ({ of: { file }, random }) => {
    const text = honest(file)
    return edited(
      random.pick([
        ` ${text}`,
        text.replace(',', ', '),
        text.trimEnd(),
        `${text}\n`,
        text.replace('\n', '\r\n'),
        `\ufeff${text}`,
        text.replace('paydesk', '\\u0070aydesk'),
        text.replace('"needs":1', '"needs":1.0'),
        text.replace('"needs":1', '"needs":1e0'),
        text.replace('"needs":1', '"needs":01'),
        `${JSON.stringify(JSON.parse(text), null, 1)}\n`,
      ]),
    )
  },
  'a huge number': ({ of: { file }, random }) =>
    edited(
      honest(file).replace(
        `"expiresAt":${file.expiresAt}`,
        `"expiresAt":${random.pick(['9007199254740993', '9007199254740992', '1e999', `1${'0'.repeat(500)}`, '-0', '-1'])}`,
      ),
    ),
  'a part of it': ({ of: { file }, random }) => {
    const text = honest(file)
    return edited(text.slice(0, random.below(text.length)))
  },
  'one more field, or one less': ({ of: { file }, random }) => {
    const whole = JSON.parse(honest(file)) as Record<string, Json>
    const gone = random.pick(Object.keys(whole))
    const { [gone]: _gone, ...less } = whole
    return asWritten(random.pick([less, { ...whole, zz: 1 }, { ...whole, __proto: {} }]))
  },
  'half of a letter': ({ of: { file } }) =>
    edited(honest(file).replace('"name":"Bo"', '"name":"\\ud800"')),
  'nobody signs it': ({ of: { file } }) => asFile(file),
} as const satisfies Readonly<Record<string, Attack>>

export const attackNames = Object.keys(attacks) as (keyof typeof attacks)[]
export const attackOf = (name: keyof typeof attacks): Attack => attacks[name]

/**
 * The signature is one that counts, and the file around it is wrong: a desk that kept such a
 * signature would be right.
 */
const ofTheFile: ReadonlySet<keyof typeof attacks> = new Set([
  'a bit of the file is flipped',
  'the signatures stand in another order',
  'one signature stands twice',
  'one key has two names in one file',
  'another amount is shown',
  'another amount is signed, with the digest of this one',
  'the order is shown as it is not',
  'a name is shown that is not the person’s',
  'a name in letters that look alike',
  'a direction that turns',
  'a file that the desk never saved',
  'the signature names no file',
  'the signature names another file',
  'it is signed for the order as it is not',
  'a signature in another base64',
  'a name twice',
  'a name twice in what is signed',
  'another form of the same',
  'a huge number',
  'a part of it',
  'one more field, or one less',
  'half of a letter',
])
export const isOfTheFile = (name: keyof typeof attacks): boolean => ofTheFile.has(name)
