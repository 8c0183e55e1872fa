// An approval by somebody at another computer, with a file between: the request is shown and signed
// there, and counts by what is known here. The sandbox's books say what moved.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { effectsOf, must } from '../story.ts'
import { eachWorld } from '../world.ts'
import {
  addElsewhere,
  addPerson,
  brought,
  computer,
  passphraseOf,
  said,
  saved,
  send,
  signedAt,
  signIn,
  switchOn,
  takenIn,
  twoDesks,
  withShop,
} from './two-desks.ts'

const world = eachWorld(20)

describe('an approval from another computer', () => {
  it('is asked for here, signed there, taken in here, and sent once', async () => {
    const { a, b, order, approvalId } = await twoDesks(world)
    const shown = must(await brought(b, await saved(a, approvalId)))
    expect(shown).toMatchObject({
      kind: 'to-sign',
      file: {
        ...{ operation: 'return', orderid: order.orderid, author: 'Bo', approvers: ['Cy'] },
        ...{ amount: { amount: '25.00', currency: 'EUR' }, needs: 1, signedBy: [], mayNot: null },
        request: expect.objectContaining({ comment: 'Damaged parcel' }) as object,
        order: { isReadHere: false, status: 'approved', moved: [] },
      },
    })
    expect(await send(a, order)).toMatch(/still missing/)
    const text = await signedAt(b, await saved(a, approvalId), 'Cy')
    expect(b.boxes.at(-1)?.message).toBe('Sign this refund of another computer?')
    expect(b.boxes.at(-1)?.detail).toMatch(/“Bo”.*At the gateway “[^”]+”.*25\.00/s)
    expect(await takenIn(a, text)).toMatchObject({
      ...{ added: ['Cy'], known: [], refused: [] },
      approval: { isApproved: true, approvedBy: ['Cy'] },
    })
    expect(await takenIn(a, text)).toMatchObject({ added: [], known: ['Cy'], refused: [] })
    expect(effectsOf(world.sandbox, order.orderid, 'return')).toBe(0)
    expect(await send(a, order)).toBe('done')
    expect(await send(a, order)).not.toBe('done')
    expect(effectsOf(world.sandbox, order.orderid, 'return')).toBe(1)
    expect(said(await brought(a, text))).toMatch(/does not wait for approval any more/)
    const log = must(await a.open.desk['audit:list']({ filter: {}, limit: 100 })).rows
    const signed = log.find(({ kind }) => kind === 'approval:signed')
    expect(signed).toMatchObject({
      actor: 'Cy',
      details: expect.objectContaining({ from: 'file', takenInBy: 'Bo' }) as object,
    })
    const there = must(await b.open.desk['audit:list']({ filter: {}, limit: 100 })).rows
    expect(there.map(({ kind }) => kind)).toContain('approval:signed-elsewhere')
  })

  it('loses no signature when the program ends before the signed file was saved', async () => {
    const { a, b, approvalId } = await twoDesks(world)
    const text = await saved(a, approvalId)
    const opened = must(await brought(b, text))
    const { fileId } = opened?.kind === 'to-sign' ? opened.file : { fileId: '' }
    must(await b.open.desk['approval-file:sign']({ fileId, own: passphraseOf('Cy') }))
    const kinds = async () =>
      must(await b.open.desk['audit:list']({ filter: {}, limit: 100 })).rows.map(({ kind }) => kind)
    expect(await kinds()).toContain('approval:signed-elsewhere')
    expect(await kinds()).not.toContain('approval:saved-elsewhere')
    // The file that is open now is gone, as after a kill; the log has the signature.
    const again = must(await brought(b, text))
    expect(again).toMatchObject({ file: { isUnsaved: true, isSignedByMe: true, signedBy: ['Cy'] } })
    const { fileId: next } = again?.kind === 'to-sign' ? again.file : { fileId: '' }
    const sign = { fileId: next, own: passphraseOf('Cy') }
    expect(said(await b.open.desk['approval-file:sign'](sign))).not.toBe('done')
    const done = must(await b.open.desk['approval-file:save-signed']({ fileId: next }))
    expect(await kinds()).toContain('approval:saved-elsewhere')
    expect(await takenIn(a, readFileSync(done?.file ?? '', 'utf8'))).toMatchObject({
      added: ['Cy'],
    })
  })

  it('reads the order over a connection to the same account, and signs none that moved', async () => {
    const { a, b, order, approvalId } = await twoDesks(world)
    await withShop(b, world)
    const text = await saved(a, approvalId)
    const first = must(await brought(b, text))
    expect(first).toMatchObject({
      file: { order: { isReadHere: true, status: 'approved', moved: [] }, mayNot: null },
    })
    // A smaller refund of the same order takes nobody, and changes it.
    expect(await send(a, order, '5.00')).toBe('done')
    const own = passphraseOf('Cy')
    // The file is still open as it was: signing reads the order once more.
    const look = { connectionId: 'sandbox', by: 'orderid', value: order.orderid } as const
    await expect
      .poll(async () => must(await a.open.desk['order:look-up'](look)).phase)
      .toBe('partly-returned')
    const { fileId: early } = first?.kind === 'to-sign' ? first.file : { fileId: '' }
    expect(said(await b.open.desk['approval-file:sign']({ fileId: early, own }))).toMatch(
      /takes a new file/,
    )
    await expect
      .poll(async () => {
        const opened = must(await brought(b, text))
        return opened?.kind === 'to-sign' && opened.file.mayNot !== null
      })
      .toBe(true)
    const opened = must(await brought(b, text))
    if (opened?.kind !== 'to-sign') throw new Error('it is not there to be signed')
    const { fileId, order: now, mayNot } = opened.file
    expect(now?.moved.length).toBeGreaterThan(0)
    expect(mayNot).toMatch(/takes a new file/)
    expect(said(await b.open.desk['approval-file:sign']({ fileId, own }))).toMatch(
      /takes a new file/,
    )
  })

  it('takes a new file once the order moved, whoever signed before; an older one takes nothing away', async () => {
    const { a, b, order, approvalId } = await twoDesks(world)
    const before = await saved(a, approvalId)
    const older = await signedAt(b, before, 'Cy')
    const oldest = await signedAt(b, before, 'Cy')
    expect(await takenIn(a, oldest)).toMatchObject({ approval: { isApproved: true } })
    // A smaller refund of the same order takes nobody, and changes it.
    expect(await send(a, order, '5.00')).toBe('done')
    await expect.poll(() => send(a, order)).toMatch(/changed after this was approved/)
    const text = await saved(a, approvalId)
    expect(must(await brought(b, text))).toMatchObject({ file: { signedBy: [], mayNot: null } })
    expect(await takenIn(a, await signedAt(b, text, 'Cy'))).toMatchObject({
      ...{ added: ['Cy'], refused: [], approval: { isApproved: true, approvedBy: ['Cy'] } },
    })
    expect(await takenIn(a, older)).toMatchObject({
      ...{ added: ['Cy'], approval: { isApproved: true, approvedBy: ['Cy'] } },
    })
    expect(await send(a, order)).toBe('done')
    expect(effectsOf(world.sandbox, order.orderid, 'return')).toBe(2)
  })

  it('takes the files of two people in any order, also one that both signed', async () => {
    for (const way of ['one by one', 'the other way round', 'one file']) {
      const { a, b, order, approvalId } = await twoDesks(world, 2)
      const c = await computer(world)
      await switchOn(c, 'Di')
      await signIn(a, 'Ada')
      await addElsewhere(a, c, { name: 'Di', own: 'Ada' })
      await signIn(a, 'Bo')
      const text = await saved(a, approvalId)
      const byCy = await signedAt(b, text, 'Cy')
      if (way === 'one file') {
        const both = await signedAt(c, byCy, 'Di')
        const { added } = await takenIn(a, both)
        expect(added.toSorted()).toEqual(['Cy', 'Di'])
        expect(await takenIn(a, byCy)).toMatchObject({ added: [], known: ['Cy'] })
      } else {
        const byDi = await signedAt(c, text, 'Di')
        const files = way === 'one by one' ? [byCy, byDi] : [byDi, byCy]
        for (const [at, file] of files.entries()) {
          expect(await send(a, order)).toMatch(/still missing/)
          expect(await takenIn(a, file)).toMatchObject({ approval: { isApproved: at === 1 } })
        }
      }
      expect(await send(a, order)).toBe('done')
      expect(effectsOf(world.sandbox, order.orderid, 'return')).toBe(1)
    }
  }, 180_000)

  it('counts beside one that was given here', async () => {
    const { a, b, order, approvalId } = await twoDesks(world, 2)
    await signIn(a, 'Ada')
    await addPerson(a, { name: 'Eve', roles: ['payments', 'approver'], own: 'Ada' })
    await signIn(a, 'Eve')
    const { seen, approval, digest } = must(await a.open.desk['approval:show']({ approvalId }))
    const own = passphraseOf('Eve')
    must(await a.open.desk['approval:approve']({ approvalId: approval.id, seen, digest, own }))
    await signIn(a, 'Bo')
    const text = await saved(a, approvalId)
    expect(must(await brought(b, text))).toMatchObject({ file: { signedBy: ['Eve'] } })
    expect(await takenIn(a, await signedAt(b, text, 'Cy'))).toMatchObject({
      ...{ added: ['Cy'], known: ['Eve'] },
    })
    expect(await send(a, order)).toBe('done')
    expect(effectsOf(world.sandbox, order.orderid, 'return')).toBe(1)
  })
})
