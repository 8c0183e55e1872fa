// A typed card in main: opened once, for the place it was sealed for, held alone and for a short
// time, and gone afterwards.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SealedCard } from '#shared/bridge/cards.ts'
import { connectionSettings } from '#shared/connections/connection.ts'
import { withoutCard } from '../../../../../src/main/desk/payments/cards/card-entry.ts'
import {
  cardLastsMs,
  createHeldCards,
  type HeldCards,
} from '../../../../../src/main/desk/payments/cards/held-card.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { undoAttempt } from '../../../../../src/main/desk/payments/send/undo.ts'
import { sealCard } from '../../../../../src/renderer/features/card-entry/seal-card.ts'
import { connection as plainConnection, createTestDesk } from '../../../../fakes/desk.ts'
import { withSealedCard } from '../../../../fakes/sealed-card.ts'
import { testCardDigits } from '../../../../fakes/test-card.ts'
import { everyField } from '../../../../journeys/field-samples.ts'

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
    expect(number).toMatch(testCardDigits)
    expect(JSON.stringify(card)).not.toMatch(testCardDigits)
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
    cards.hold('a1', place, await open())
    expect(cards.take('a2', place)).toBeNull()
    expect(cards.take('a1', { ...place, connectionId: 'c2' })).toBeNull()
    expect(cards.take('a1', { ...place, operation: 'payout' })).toBeNull()
    expect(cards.take('a1', place)?.fields()).toEqual({ credit_card_number: number })
    expect(cards.take('a1', place)).toBeNull()
  })

  it('is wiped when it is dropped, replaced or the program ends', async () => {
    const [dropped, replaced, last] = [await open(), await open(), await open()]
    cards.hold('a1', place, dropped)
    cards.drop('a2')
    expect(dropped.fields()).not.toEqual({})
    cards.drop('a1')
    expect(dropped.fields()).toEqual({})
    cards.hold('a2', place, replaced)
    cards.hold('a3', place, last)
    expect(replaced.fields()).toEqual({})
    cards.clear()
    expect(last.fields()).toEqual({})
  })

  it('is wiped after five minutes, whoever looks', async () => {
    vi.useFakeTimers()
    const card = await open()
    cards.hold('a1', place, card)
    vi.advanceTimersByTime(cardLastsMs - 1)
    expect(card.fields()).not.toEqual({})
    vi.advanceTimersByTime(1)
    expect(card.fields()).toEqual({})
    expect(cards.take('a1', place)).toBeNull()
  })

  it('lasts no longer for being held again', async () => {
    vi.useFakeTimers()
    const card = await open()
    cards.hold('a1', place, card)
    vi.advanceTimersByTime(cardLastsMs - 1_000)
    cards.hold('a2', place, cards.take('a1', place)!)
    expect(card.leftMs()).toBe(1_000)
    vi.advanceTimersByTime(1_000)
    expect([card.fields(), card.leftMs(), cards.take('a2', place)]).toEqual([{}, 0, null])
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
    const connections = { ...desk.ports.connections, all: () => [found], find: () => found }
    const ports = { ...desk.ports, connections }
    const { client_orderid: _id, ...request } = everyField('sale')
    const asked = { connectionId: connection.id, operation: 'sale' as const, request }
    const review = async () => {
      const input = await withSealedCard(asked, ports.cards.begin)
      const reviewed = await reviewRequest(ports, input)
      if (!reviewed.ok) throw new Error(JSON.stringify(reviewed.fault))
      return reviewed.value
    }
    return { ...desk, ports, asked, review, settings }
  }

  it('refuses card data that is not sealed, and any while it is switched off', async () => {
    const off = openDesk(false)
    const denied = { ok: false, fault: { kind: 'denied', reason: 'not-permitted' } }
    expect(await reviewRequest(off.ports, off.asked)).toMatchObject(denied)
    const input = await withSealedCard(off.asked, off.ports.cards.begin)
    expect(await reviewRequest(off.ports, input)).toMatchObject(denied)
    const on = openDesk()
    expect(await reviewRequest(on.ports, on.asked)).toMatchObject(denied)
    expect(on.ports.journal.recent(5)).toEqual([])
  })

  it('keeps no card in the plan it remembers, and none in the journal', async () => {
    const desk = openDesk()
    const { attemptId } = await desk.review()
    expect(desk.ports.reviews.get(attemptId)?.request.fields).not.toHaveProperty(
      'credit_card_number',
    )
    const { request } = desk.ports.journal.get(attemptId)!
    expect(request['credit_card_number']).toBe('•••• 1111')
    expect(request).not.toHaveProperty('cvv2')
  })

  it('signs at the confirmation what was reviewed, card included, and holds it no longer', async () => {
    const desk = openDesk()
    const review = await desk.review()
    const again = () => confirm(desk.ports, review)
    expect(await again()).toMatchObject({ ok: true, value: { state: 'ACCEPTED' } })
    expect(await again()).toMatchObject({ ok: false, fault: { reason: 'already-confirmed' } })
    const [sent, ...more] = desk.gateway.sent
    expect(more).toEqual([])
    expect(sent?.fields).toMatchObject({ credit_card_number: '4111111111111111', cvv2: '123' })
    expect(desk.ports.cards.take(review.attemptId, place)).toBeNull()
  })

  describe('that was gone back from', () => {
    const keepsCard = true
    const back = (desk: ReturnType<typeof openDesk>, attemptId: string, keeps = keepsCard) =>
      undoAttempt(desk.ports, attemptId, keeps)
    const reviewWith = (desk: ReturnType<typeof openDesk>, heldCard: string, more = {}) =>
      reviewRequest(desk.ports, {
        ...desk.asked,
        request: { ...withoutCard(desk.asked.request), ...more },
        heldCard,
      })

    it('is reviewed again without the card being typed, and is sent once', async () => {
      const desk = openDesk()
      const first = await desk.review()
      back(desk, first.attemptId)
      const again = await reviewWith(desk, first.attemptId, { order_desc: 'Another one' })
      if (!again.ok) throw new Error(JSON.stringify(again.fault))
      expect(again.value.expiresAt).toBeLessThanOrEqual(desk.ports.clock() + cardLastsMs)
      const { request } = desk.ports.journal.get(again.value.attemptId)!
      expect(request['credit_card_number']).toBe('•••• 1111')
      expect(await confirm(desk.ports, again.value)).toMatchObject({ ok: true })
      expect(desk.gateway.sent.map(({ fields }) => fields)).toMatchObject([
        { credit_card_number: number, cvv2: '123', order_desc: 'Another one' },
      ])
      expect(await reviewWith(desk, again.value.attemptId)).toMatchObject(refusal)
    })

    it('keeps its card over a review that can’t be made', async () => {
      const desk = openDesk()
      const { attemptId } = await desk.review()
      back(desk, attemptId)
      expect(await reviewWith(desk, attemptId, { amount: '2.614' })).toMatchObject({ ok: false })
      expect(await reviewWith(desk, attemptId)).toMatchObject({ ok: true })
    })

    it('gives no card to another form, after it was left, or while typing is switched off', async () => {
      const desk = openDesk()
      const { attemptId } = await desk.review()
      back(desk, attemptId)
      const other = { ...desk.asked, request: withoutCard(desk.asked.request), heldCard: attemptId }
      expect(await reviewRequest(desk.ports, { ...other, operation: 'preauth' })).toMatchObject(
        refusal,
      )
      desk.settings.cardEntry = false
      expect(await reviewWith(desk, attemptId)).toMatchObject({ fault: { kind: 'denied' } })
      desk.settings.cardEntry = true
      const left = await desk.review()
      back(desk, left.attemptId, false)
      expect(await reviewWith(desk, left.attemptId)).toMatchObject(refusal)
      expect(desk.gateway.sent).toEqual([])
    })
  })

  it('sends nothing once the card is gone, or typing was switched off in between', async () => {
    const gone = openDesk()
    const review = await gone.review()
    gone.ports.cards.clear()
    expect(await confirm(gone.ports, review)).toMatchObject({
      ok: false,
      fault: { sent: 'no', reason: 'confirmation-expired' },
    })
    expect(gone.ports.journal.get(review.attemptId)?.state).toBe('UNDONE')
    const off = openDesk()
    const reviewed = await off.review()
    off.settings.cardEntry = false
    expect(await confirm(off.ports, reviewed)).toMatchObject({
      ok: false,
      fault: { sent: 'no', reason: 'not-permitted' },
    })
    expect([...gone.gateway.sent, ...off.gateway.sent]).toEqual([])
  })
})
