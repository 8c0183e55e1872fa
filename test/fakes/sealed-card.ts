// What the page does with a typed card, for tests without a page: card fields leave the request and
// go sealed beside it.
import type { CardKey, SealedCard } from '#shared/bridge/cards.ts'
import { cardFields } from '#shared/gateway/operations/parts/fields.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { sealCard } from '../../src/renderer/features/card-entry/seal-card.ts'

interface Asked {
  connectionId: string
  operation: OperationId
  request: Record<string, string>
}

/** An input of attempt:review, sealed to the key that `begin` gives when there is a card in it. */
export async function withSealedCard(
  asked: Asked,
  begin: (place: { connectionId: string; operation: OperationId }) => CardKey | Promise<CardKey>,
): Promise<Asked & { card?: SealedCard }> {
  const { connectionId, operation } = asked
  const isCard = ([name]: [string, string]): boolean => cardFields.has(name)
  const fields = Object.entries(asked.request)
  const card = fields.filter(isCard)
  if (card.length === 0) return asked
  const request = Object.fromEntries(fields.filter((field) => !isCard(field)))
  const place = { connectionId, operation }
  const bytes = card.map(
    ([name, value]) => [name, new TextEncoder().encode(value)] as [string, Uint8Array<ArrayBuffer>],
  )
  return { ...asked, request, card: await sealCard(await begin(place), place, bytes) }
}
