// A typed card in main: opened once, for the place it was sealed for, held alone and for a short time, and gone afterwards.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SealedCard } from '#shared/bridge/cards.ts'
import { connectionSettings } from '#shared/connection.ts'
import { cardLastsMs, createHeldCards, type HeldCards } from '../../../src/main/desk/held-card.ts'
import { confirm } from '../../../src/main/desk/perform.ts'
import { type PendingBook, prepare } from '../../../src/main/desk/prepare.ts'
import { sealCard } from '../../../src/renderer/components/seal-card.ts'
import { connection as plainConnection, createTestDesk } from '../../fakes/desk.ts'
import { withSealedCard } from '../../fakes/sealed-card.ts'
import { everyField } from '../../journeys/field-samples.ts'

const place = { connectionId: 'c1', operation: 'sale' } as const
const number = '4111111111111111'
const bytes = (text: string) => new TextEncoder().encode(text)

let cards: HeldCards
beforeEach(() => {
  cards = createHeldCards(randomBytes)
})
afterEach(() => {
  vi.useRealTimers()
})

const sealed = (value = number): Promise<SealedCard> =>
  sealCard(cards.begin(place), place, [['credit_card_number', bytes(value)]])
const refusal = { ok: false, fault: { kind: 'input', field: 'credit_card_number', sent: 'no' } }

describe('a sealed card', () => {
  it('is opened with every byte of its fields', async () => {
    const name = 'ZOË  O’NEILL'
    const card = await sealCard(cards.begin(place), place, [
      ['credit_card_number', bytes(number)],
      ['card_printed_name', bytes(name)],
    ])
    const opened = cards.open(card, place)
    if (!opened.ok) throw new Error(JSON.stringify(opened.fault))
    expect(opened.value.fields()).toEqual({
      credit_card_number: number,
      card_printed_name: name,
    })
    opened.value.wipe()
    expect(opened.value.fields()).toEqual({})
  })

  it('shows nothing of the number, and leaves nothing in the bytes it was made of', async () => {
    const value = bytes(number)
    const card = await sealCard(cards.begin(place), place, [['credit_card_number', value]])
    expect(JSON.stringify(card)).not.toContain('4111')
    expect([...value].every((byte) => byte === 0)).toBe(true)
  })

  it('is opened once', async () => {
    const card = await sealed()
    expect(cards.open(card, place)).toMatchObject({ ok: true })
    expect(cards.open(card, place)).toMatchObject(refusal)
  })

  it('is refused for another connection or operation', async () => {
    expect(cards.open(await sealed(), { ...place, connectionId: 'c2' })).toMatchObject(refusal)
    expect(cards.open(await sealed(), { ...place, operation: 'payout' })).toMatchObject(refusal)
  })

  it('is refused when it was changed, or belongs to an older key', async () => {
    const card = await sealed()
    const box = Buffer.from(card.box, 'base64')
    box[0]! ^= 1
    expect(cards.open({ ...card, box: box.toString('base64') }, place)).toMatchObject(refusal)
    const older = await sealed()
    cards.begin(place)
    expect(cards.open(older, place)).toMatchObject(refusal)
    const short = await sealed()
    expect(cards.open({ ...short, box: 'AAAA' }, place)).toMatchObject(refusal)
    expect(cards.open({ ...(await sealed()), publicKey: 'AAAA' }, place)).toMatchObject(refusal)
  })

  it('carries card fields and nothing else', async () => {
    const card = await sealCard(cards.begin(place), place, [['amount', bytes('1.00')]])
    expect(cards.open(card, place)).toMatchObject(refusal)
  })
})

describe('a held card', () => {
  const open = async () => {
    const opened = cards.open(await sealed(), place)
    if (!opened.ok) throw new Error('not opened')
    return opened.value
  }

  it('is taken by its own attempt, once', async () => {
    cards.hold('a1', await open())
    expect(cards.take('a2')).toBeNull()
    expect(cards.take('a1')?.fields()).toEqual({ credit_card_number: number })
    expect(cards.take('a1')).toBeNull()
  })

  it('is wiped when it is dropped, replaced or the program ends', async () => {
    const [dropped, replaced, last] = [await open(), await open(), await open()]
    cards.hold('a1', dropped)
    cards.drop('a2')
    expect(dropped.fields()).not.toEqual({})
    cards.drop('a1')
    expect(dropped.fields()).toEqual({})
    cards.hold('a2', replaced)
    cards.hold('a3', last)
    expect(replaced.fields()).toEqual({})
    cards.clear()
    expect(last.fields()).toEqual({})
  })

  it('is wiped after five minutes, whoever looks', async () => {
    const card = await open()
    vi.useFakeTimers()
    cards.hold('a1', card)
    vi.advanceTimersByTime(cardLastsMs - 1)
    expect(card.fields()).not.toEqual({})
    vi.advanceTimersByTime(1)
    expect(card.fields()).toEqual({})
    expect(cards.take('a1')).toBeNull()
  })
})

describe('a review with a card', () => {
  const connection = {
    ...plainConnection,
    settings: connectionSettings.parse({ cardEntry: true, money: { undoMs: 0 } }),
  }
  function openDesk(cardEntry = true) {
    const desk = createTestDesk()
    const settings = { ...connection.settings, cardEntry }
    const found = { ...connection, settings }
    const ports = { ...desk.ports, connections: { all: () => [found], find: () => found } }
    const pending: PendingBook = new Map()
    const { client_orderid: _id, ...request } = everyField('sale')
    const asked = { connectionId: connection.id, operation: 'sale' as const, request }
    const review = async () => {
      const input = await withSealedCard(asked, ports.cards.begin)
      const reviewed = await prepare(ports, pending, input)
      if (!reviewed.ok) throw new Error(JSON.stringify(reviewed.fault))
      return reviewed.value
    }
    return { ...desk, ports, pending, asked, review, settings }
  }

  it('refuses card data that is not sealed, and any while it is switched off', async () => {
    const off = openDesk(false)
    const denied = { ok: false, fault: { kind: 'denied', reason: 'not-permitted' } }
    expect(await prepare(off.ports, off.pending, off.asked)).toMatchObject(denied)
    const input = await withSealedCard(off.asked, off.ports.cards.begin)
    expect(await prepare(off.ports, off.pending, input)).toMatchObject(denied)
    const on = openDesk()
    expect(await prepare(on.ports, on.pending, on.asked)).toMatchObject(denied)
    expect(on.ports.journal.recent(5)).toEqual([])
  })

  it('keeps no card in the plan it remembers, and none in the journal', async () => {
    const desk = openDesk()
    const { attemptId } = await desk.review()
    expect(desk.pending.get(attemptId)?.plan.fields).not.toHaveProperty('credit_card_number')
    const { request } = desk.ports.journal.get(attemptId)!
    expect(request['credit_card_number']).toBe('•••• 1111')
    expect(request).not.toHaveProperty('cvv2')
  })

  it('signs at the confirmation what was reviewed, card included, and holds it no longer', async () => {
    const desk = openDesk()
    const review = await desk.review()
    const again = () => confirm(desk.ports, desk.pending, review)
    expect(await again()).toMatchObject({ ok: true, value: { state: 'ACCEPTED' } })
    expect(await again()).toMatchObject({ ok: false, fault: { reason: 'already-confirmed' } })
    const [sent, ...more] = desk.gateway.sent
    expect(more).toEqual([])
    expect(sent?.fields).toMatchObject({ credit_card_number: '4111111111111111', cvv2: '123' })
    expect(desk.ports.cards.take(review.attemptId)).toBeNull()
  })

  it('sends nothing once the card is gone, or typing was switched off in between', async () => {
    const gone = openDesk()
    const review = await gone.review()
    gone.ports.cards.clear()
    expect(await confirm(gone.ports, gone.pending, review)).toMatchObject({
      ok: false,
      fault: { sent: 'no', reason: 'confirmation-expired' },
    })
    expect(gone.ports.journal.get(review.attemptId)?.state).toBe('DISCARDED')
    const off = openDesk()
    const reviewed = await off.review()
    off.settings.cardEntry = false
    expect(await confirm(off.ports, off.pending, reviewed)).toMatchObject({
      ok: false,
      fault: { sent: 'no', reason: 'not-permitted' },
    })
    expect([...gone.gateway.sent, ...off.gateway.sent]).toEqual([])
  })
})
