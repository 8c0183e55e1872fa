// What the desk allows with a typed card: only sealed, only where the connection's settings switch
// it on. Called by review and confirm; its methods give out keys and keep the window out of
// screenshots. It keeps no card itself: held-card.ts does.
import { say } from '#shared/message.ts'
import type { SealedCard } from '#shared/bridge/cards.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { cardFields } from '#shared/gateway/operations/parts/fields.ts'
import { takesCard } from '#shared/gateway/form-fields.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { Desk, ShellPorts } from '../../base/desk.ts'
import type { OpenCard, HeldCards } from './held-card.ts'
import type { DeskPorts } from '../../base/ports.ts'
import {
  cardEntryOff,
  cardGone,
  cardNotSealed,
  noConnection,
  takesNoCard,
} from '../../base/faults.ts'

export interface CardPorts {
  cards: HeldCards
}

export function createCardMethods(
  ports: CardPorts & Pick<DeskPorts, 'connections'>,
  shell: ShellPorts,
): Pick<Desk, 'card:begin' | 'card:shown' | 'card:forget'> {
  return {
    'card:begin': async (place) => {
      const connection = ports.connections.find(place.connectionId)
      if (connection === undefined) return fail(noConnection)
      if (!connection.settings.cardEntry) return fail(cardEntryOff)
      if (!takesCard(place.operation)) return fail(takesNoCard(place.operation))
      return ok(ports.cards.begin(place))
    },

    'card:forget': async ({ attemptId }) => {
      ports.cards.drop(attemptId)
      return ok(null)
    },

    'card:shown': async ({ isShown }) => {
      shell.protectContent(isShown)
      return ok(null)
    },
  }
}

/**
 * The card of a request that is to be reviewed, or null when it has none; the caller wipes it.
 * Faults: denied, input.
 */
export function cardOf(
  ports: CardPorts,
  connection: Connection,
  input: {
    operation: OperationId
    request: Record<string, string>
    card?: SealedCard | undefined
    heldCard?: string | undefined
  },
): Result<OpenCard | null> {
  const isRaw = Object.keys(input.request).some((name) => cardFields.has(name))
  const { card, heldCard } = input
  const hasCard = card !== undefined || heldCard !== undefined
  if ((isRaw || hasCard) && !connection.settings.cardEntry) return fail(cardEntryOff)
  if (isRaw) return fail(cardNotSealed)
  const place = { connectionId: connection.id, operation: input.operation }
  if (card !== undefined) return ports.cards.open(card, place)
  if (heldCard === undefined) return ok(null)
  const held = ports.cards.take(heldCard, place)
  return held === null ? fail(heldNoMore) : ok(held)
}

export const withoutCard = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !cardFields.has(name)))

/**
 * What confirm signs besides the reviewed fields: nothing, or the held card. Faults: denied, when
 * it is gone.
 */
export function fieldsOfHeld(
  connection: Connection,
  hasCard: boolean,
  card: OpenCard | null,
): Result<Record<string, string>> {
  if (!hasCard) return ok({})
  if (!connection.settings.cardEntry) return fail(cardEntryOff)
  return card === null ? fail(cardGone) : ok(card.fields())
}

const heldNoMore = inputFault('credit_card_number', say('requests.card-gone'))
