// Attacks with approval files: what somebody changes on the way, what a hostile file makes the
// other computer do, and what a script in the page tries. Nothing of it counts, each says why, and
// the sandbox's books say what moved.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { canonicalText, type Json } from '#shared/canonical.ts'
import {
  brought,
  type Computer,
  computer,
  passphraseOf,
  reviewed,
  said,
  saved,
  send,
  signedAt,
  signIn,
  switchOn,
  takenIn,
  twoDesks,
} from '../journeys/approvals/two-desks.ts'
import { effectsOf, must } from '../journeys/story.ts'
import { eachWorld } from '../journeys/world.ts'

const world = eachWorld(20)
let [a, b] = [null as unknown as Computer, null as unknown as Computer]
let [order, approvalId, text] = [null as unknown as OrderView, '', '']
/** By which a test sets both clocks. */
let ahead = 0

beforeEach(async () => {
  ahead = 0
  const desks = await twoDesks(world, 1, () => Date.now() + ahead)
  ;({ a, b, order, approvalId } = desks)
  text = await saved(a, approvalId)
})

const moved = (): number => effectsOf(world.sandbox, order.orderid, 'return')
type Contents = Record<string, Json>
const contents = (of: string): Contents => JSON.parse(of) as Contents
const written = (of: Contents): string => `${canonicalText(of)}\n`
/** As somebody changes it on the way, in the one form that is read. */
const changed = (of: string, change: Contents): string => written({ ...contents(of), ...change })
const signatureIn = (of: string): { body: string; signature: string } =>
  (contents(of)['signatures'] as unknown as { body: string; signature: string }[])[0]!
/** Counts nothing: not approved, nothing sent. */
async function nothingCounts(): Promise<void> {
  await signIn(a, 'Bo')
  for (const one of must(await a.open.desk['approval:list']({})).waiting)
    expect(one.approvedBy).toEqual([])
  expect(await send(a, order)).not.toBe('done')
  expect(moved()).toBe(0)
}

describe('a file that is changed on the way to whoever signs', () => {
  it('shows another request than its digest is of: not shown', async () => {
    const request = String(contents(text)['request']).replace('"2500"', '"1"')
    expect(said(await brought(b, changed(text, { request })))).toMatch(/not what its digest is of/)
  })

  it.each([
    ['another author', { author: { id: 'p-00000000000000aa', name: 'The boss' } }],
    ['another name of the connection', { connection: 'Practice' }],
    ['another need', { needs: 2 }],
    ['an older reading', { readAt: 1 }],
    ['a later end', { expiresAt: 4_000_000_000_000 }],
  ] as const)('names %s: what is signed then counts nowhere', async (_what, change) => {
    const signed = await signedAt(b, changed(text, change as Contents), 'Cy')
    expect(said(await brought(a, signed))).toMatch(/did not save this file/)
    // Also where what is around the signature is made as it was again.
    const back = changed(text, { signatures: contents(signed)['signatures']! })
    const tried = await brought(a, back)
    const why = tried.ok && tried.value?.kind === 'taken-in' ? tried.value.taken : null
    expect(why === null ? said(tried) : why).not.toMatchObject({ added: ['Cy'] })
    await nothingCounts()
  })
})

describe('a file that is changed on the way back', () => {
  it('is signed for another approval that is asked for later: it counts there no more', async () => {
    const signed = await signedAt(b, text, 'Cy')
    await signIn(a, 'Bo')
    must(await a.open.desk['approval:withdraw']({ approvalId }))
    const { attemptId, token } = must(await reviewed(a, order))
    const later = must(await a.open.desk['approval:ask']({ attemptId, token })).id
    const other = await saved(a, later)
    const replayed = changed(other, { signatures: [signatureIn(signed)] as unknown as Json })
    expect(said(await brought(a, replayed))).toMatch(/signed for another approval/)
    expect(said(await brought(a, signed))).toMatch(/does not wait for approval any more/)
    await nothingCounts()
  })

  it('is signed twice, half, or by a flipped bit: refused, with the reason', async () => {
    const signed = await signedAt(b, text, 'Cy')
    const { body, signature } = signatureIn(signed)
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    for (const one of [
      { body, signature: flipped },
      { body: body.replace('"v":1', '"v":1,"v":1'), signature },
      { body: body.replace('"at":', '"at": '), signature },
    ]) {
      const tried = changed(text, { signatures: [one] as unknown as Json })
      expect(said(await brought(a, tried))).toMatch(/A signature in this file is not of what/)
    }
    const twice = changed(text, {
      signatures: [signatureIn(signed), signatureIn(signed)] as unknown as Json,
    })
    expect(said(await brought(a, twice))).toMatch(/not an approval file/)
    await nothingCounts()
  })

  it('comes to a desk that did not ask: it is a file to sign there, and counts nowhere', async () => {
    const signed = await signedAt(b, text, 'Cy')
    const c = await computer(world)
    await switchOn(c, 'Di')
    const opened = must(await brought(c, signed))
    expect(opened).toMatchObject({ kind: 'to-sign', file: { signedBy: ['Cy'] } })
    if (opened?.kind !== 'to-sign') return
    expect(opened.file.mayNot).toMatch(/not among those.*“Cy”/)
    const { fileId } = opened.file
    const own = passphraseOf('Di')
    expect(said(await c.open.desk['approval-file:sign']({ fileId, own }))).toMatch(/not among/)
  })
})

describe('whoever signed it', () => {
  it('was removed meanwhile, lost the role, or the key: it counts no more', async () => {
    const signed = await signedAt(b, text, 'Cy')
    await signIn(a, 'Ada')
    const cy = must(await a.open.desk['people:list']({})).find(({ name }) => name === 'Cy')!
    const own = passphraseOf('Ada')
    must(await a.open.desk['people:set-roles']({ personId: cy.id, roles: ['payments'], own }))
    expect((await takenIn(a, signed)).refused.join()).toMatch(/“Cy”: The person may not approve/)
    must(
      await a.open.desk['people:set-roles']({
        personId: cy.id,
        roles: ['payments', 'approver'],
        own,
      }),
    )
    const passphrase = passphraseOf('Cy')
    must(await a.open.desk['people:new-key']({ personId: cy.id, passphrase, own }))
    expect((await takenIn(a, signed)).refused.join()).toMatch(/not by the key that this person/)
    must(await a.open.desk['people:remove']({ personId: cy.id, own }))
    expect((await takenIn(a, signed)).refused.join()).toMatch(/does not work here any more/)
    await nothingCounts()
  })

  it('signs too late, here or there', async () => {
    const signed = await signedAt(b, text, 'Cy')
    ahead = 25 * 3_600_000
    expect(said(await brought(a, signed))).toMatch(/does not wait for approval any more/)
    const opened = must(await brought(b, text))
    expect(opened).toMatchObject({ file: { mayNot: 'Its time is over.' } })
    await nothingCounts()
  })

  it('types a wrong passphrase: counted there, and nothing is signed', async () => {
    const opened = must(await brought(b, text))
    if (opened?.kind !== 'to-sign') throw new Error('not to sign')
    const { fileId } = opened.file
    const tried = await b.open.desk['approval-file:sign']({ fileId, own: 'wrong' })
    expect(said(tried)).toMatch(/9 tries/)
    b.answer = false
    const own = passphraseOf('Cy')
    expect((await b.open.desk['approval-file:sign']({ fileId, own })).ok).toBe(false)
    const log = must(await b.open.desk['audit:list']({ filter: {}, limit: 50 })).rows
    expect(log.map(({ kind }) => kind)).not.toContain('approval:signed-elsewhere')
  })

  it('leaves while the file is open: whoever sits there then signs nothing', async () => {
    const opened = must(await brought(b, text))
    if (opened?.kind !== 'to-sign') throw new Error('not to sign')
    const { fileId } = opened.file
    must(await b.open.desk['people:sign-out']({}))
    const own = passphraseOf('Cy')
    expect((await b.open.desk['approval-file:sign']({ fileId, own })).ok).toBe(false)
    await signIn(b, 'Cy')
    expect(said(await b.open.desk['approval-file:sign']({ fileId, own }))).toMatch(
      /not open any more/,
    )
    expect(said(await b.open.desk['approval-file:save-signed']({ fileId }))).toMatch(/not open/)
  })
})

describe('a hostile file', () => {
  const opens = async (make: (path: string) => void): Promise<string> => {
    b.chosen = join(b.folder, 'hostile.json')
    make(b.chosen)
    return said(await b.open.desk['approval-file:open']({}))
  }

  it('is huge, a folder, a pipe, gone, or no text: said, and nothing hangs', async () => {
    expect(
      await opens((path) => {
        writeFileSync(path, '')
        truncateSync(path, 100 * 1024 * 1024)
      }),
    ).toMatch(/far longer/)
    b.chosen = join(b.folder, 'folder.json')
    mkdirSync(b.chosen)
    expect(said(await b.open.desk['approval-file:open']({}))).toMatch(/can’t be read/)
    b.chosen = join(b.folder, 'pipe.json')
    expect(spawnSync('mkfifo', [b.chosen]).status).toBe(0)
    expect(said(await b.open.desk['approval-file:open']({}))).toMatch(/can’t be read/)
    b.chosen = join(b.folder, 'gone.json')
    expect(said(await b.open.desk['approval-file:open']({}))).toMatch(/can’t be read/)
    for (const bytes of [
      Buffer.from([0xff, 0xfe, 0x7b]),
      Buffer.from('﻿' + text),
      Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}\n`),
      Buffer.from('{}\n'),
      Buffer.from('null'),
      Buffer.from(''),
    ])
      expect(said(await brought(b, bytes))).toMatch(/not an approval file/)
  })

  it.each([
    ['a control sign', 'Bo\u0007'],
    ['a line of its own', 'Bo\nApproved already'],
    ['a turned direction', 'Bo\u202eevil'],
  ])('has %s in a name: not shown', async (_what, name) => {
    const author = { ...(contents(text)['author'] as Contents), name }
    expect(said(await brought(b, changed(text, { author })))).toMatch(/characters that nobody sees/)
  })

  it('has HTML, paths or a card number in a name: shown as text, or refused', async () => {
    const named = (name: string) =>
      changed(text, { author: { ...(contents(text)['author'] as Contents), name } })
    const html = '<img src=x onerror=alert(1)>'
    expect(must(await brought(b, named(html)))).toMatchObject({ file: { author: html } })
    expect(must(await brought(b, named('../../etc/passwd')))).toMatchObject({ kind: 'to-sign' })
    expect(said(await brought(b, named('4111 1111 1111 1111')))).toMatch(/card number/)
  })

  it.each([
    ['a key twice', (of: string) => of.replace('"v":1}', '"v":1,"v":1}')],
    ['a blank', (of: string) => of.replace('{', '{ ')],
    ['an escaped letter', (of: string) => of.replace('paydesk-approval', '\\u0070aydesk-approval')],
    ['a number in another form', (of: string) => of.replace('"needs":1', '"needs":1e0')],
    ['a huge number', (of: string) => of.replace('"needs":1', `"needs":1${'0'.repeat(400)}`)],
    ['no end of its line', (of: string) => of.trimEnd()],
    ['names in another order', (of: string) => JSON.stringify(contents(of)) + ' \n'],
    ['one more field', (of: string) => changed(of, { zz: 1 })],
    [
      'a field less',
      (of: string) => written(Object.fromEntries(Object.entries(contents(of)).slice(1))),
    ],
  ])('has %s: refused, here and there', async (_what, change) => {
    for (const at of [a, b])
      expect(said(await brought(at, change(text)))).toMatch(/not an approval file/)
  })

  it('names a key that anybody signs with, one key twice, or the author: refused', async () => {
    const [one] = contents(text)['approvers'] as Contents[]
    const weak = Buffer.alloc(32).toString('base64')
    const [first] = [{ ...one, key: weak }]
    const with_ = (approvers: Json) => changed(text, { approvers })
    expect(said(await brought(b, with_([first!])))).toMatch(/anybody could sign/)
    const twice = [{ ...one!, id: 'p-0000000000000000' }, one!]
    expect(said(await brought(b, with_(twice)))).toMatch(/two people with one key/)
    const { id } = contents(text)['author'] as { id: string }
    expect(said(await brought(b, with_([{ ...one!, id }])))).toMatch(/names the person who asks/)
  })
})

describe('somebody whose key is elsewhere', () => {
  it('signs in here with it: refused, and told why', async () => {
    const { people } = must(await a.open.desk['people:standing']({}))
    const personId = people.find(({ name }) => name === 'Cy')?.id ?? ''
    const passphrase = passphraseOf('Cy')
    for (let tries = 0; tries < 12; tries += 1)
      expect(said(await a.open.desk['people:sign-in']({ personId, passphrase }))).toMatch(
        /“Cy” is on another computer/,
      )
  })

  it('becomes an administrator, at once or later: refused', async () => {
    await signIn(a, 'Ada')
    const own = passphraseOf('Ada')
    const c = await computer(world)
    await switchOn(c, 'Di')
    const { text: publicKey } = must(await c.open.desk['people:my-key']({}))
    const add = { name: 'Di', roles: ['administrator' as const], publicKey, own }
    expect(said(await a.open.desk['people:add-elsewhere'](add))).toMatch(
      /signs in on this computer/,
    )
    const cy = must(await a.open.desk['people:list']({})).find(({ name }) => name === 'Cy')!
    const raise = { personId: cy.id, roles: ['administrator' as const], own }
    expect(said(await a.open.desk['people:set-roles'](raise))).toMatch(/signs in on this computer/)
  })

  it('is added twice, under another name, or by a key that is mistyped or nobody’s', async () => {
    await signIn(a, 'Ada')
    const own = passphraseOf('Ada')
    const { text: publicKey } = must(await b.open.desk['people:my-key']({}))
    const add = (name: string, typed: string) =>
      a.open.desk['people:add-elsewhere']({ name, roles: ['approver'], publicKey: typed, own })
    expect(said(await add('Zoe', publicKey))).toMatch(/was the key of “Cy”/)
    expect(said(await add('Су', publicKey))).toMatch(/“Cy” is or was the name/)
    const wrong = publicKey.replace(/.$/, (one) => (one === '0' ? '1' : '0'))
    expect(said(await add('Zoe', wrong))).toMatch(/check digits/)
    expect(said(await add('Zoe', publicKey.slice(0, -9)))).toMatch(/not a public key/)
    expect(must(await a.open.desk['people:list']({}))).toHaveLength(3)
  })
})

describe('a script in the page', () => {
  it.each(['save, then sign', 'sign, then save'] as const)(
    'asks to %s at once: no file lacks what the log says was handed on',
    async (how) => {
      const opened = must(await brought(b, text))
      if (opened?.kind !== 'to-sign') throw new Error('not to sign')
      const { fileId } = opened.file
      const sign = () => b.open.desk['approval-file:sign']({ fileId, own: passphraseOf('Cy') })
      const save = () => b.open.desk['approval-file:save-signed']({ fileId })
      const isSignFirst = how === 'sign, then save'
      // Begun in the order in which they stand.
      const begun = isSignFirst
        ? { signed: sign(), saved: save() }
        : { saved: save(), signed: sign() }
      must(await begun.signed)
      const { file: path } = must(await begun.saved)!
      const inFile = contents(readFileSync(path, 'utf8'))['signatures'] as Json[]
      expect(inFile).toHaveLength(isSignFirst ? 1 : 0)
      // Saved without it: it is there when the file is opened again.
      const again = must(await brought(b, text))
      expect(again).toMatchObject({ file: { isUnsaved: !isSignFirst } })
      expect(again).toMatchObject({ file: { isSignedByMe: !isSignFirst } })
    },
  )

  it('signs what was never opened, or another’s file: refused', async () => {
    const own = passphraseOf('Cy')
    const fileId = 'af-0000000000000000'
    expect(said(await b.open.desk['approval-file:sign']({ fileId, own }))).toMatch(/not open/)
  })

  it('saves what does not wait: refused', async () => {
    must(await a.open.desk['approval:withdraw']({ approvalId }))
    expect(said(await a.open.desk['approval-file:save']({ approvalId }))).toMatch(/any more/)
  })
})

describe('whoever writes the ledger’s file', () => {
  it('lets a request last longer while Paydesk runs: it is saved for nobody', async () => {
    const db = new Database(join(a.folder, 'ledger.sqlite'))
    db.exec('DROP TRIGGER approval_fixed')
    db.exec('UPDATE approval SET expires_at = expires_at + 1000')
    db.close()
    expect((await a.open.desk['approval-file:save']({ approvalId })).ok).toBe(false)
    await nothingCounts()
  })
})
