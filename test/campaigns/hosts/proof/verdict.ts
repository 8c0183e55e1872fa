// How a flow ended at a trait, as one letter: by the foreign gateway's books and by what the
// order's page says.
import type { Output } from '#shared/contract/bridge.ts'
import type { Order, Sums } from '../foreign/books.ts'
import { amountText } from '../foreign/rules.ts'
import type { Trait } from '../foreign/trait.ts'

export type Kind = 'missing' | 'by hand' | 'shut' | 'stale' | 'misread' | 'stuck' | 'wrong'

/** What was noticed in a flow, with the words of the desk. */
export type Notes = [kind: Kind, words: string][]

export interface Cell {
  letter: string
  words: string
}

/** From the mildest. */
export const letters: readonly (readonly [letter: string, kind: Kind | null, meaning: string])[] = [
  ['R', null, 'Right: the desk ends as the books do.'],
  ['r', 'missing', 'Right, but something is missing on the screen.'],
  ['H', 'by hand', 'Left open honestly, and resolved by a person in the run.'],
  [
    'B',
    'shut',
    'Refused before anything was sent, or the order can’t be read. The screen says why.',
  ],
  ['s', 'stale', 'The page is out of date, because the host hid what a colleague did.'],
  [
    'x',
    'misread',
    'The page believes what the host’s answers mean by the default settings, before the settings are made.',
  ],
  ['S', 'stuck', 'Nobody can end the request.'],
  ['W', 'wrong', 'The desk says what the books contradict.'],
]

export function cellOf(notes: Notes): Cell {
  const worst = letters.findLast(([, kind]) => notes.some(([one]) => one === kind))
  const [letter, kind] = worst ?? ['R', null]
  const words = notes.find(([one]) => one === kind)?.[1] ?? ''
  return { letter, words }
}

/** How bad a belief is that the books contradict. */
export const falseBelief = ({ isBare }: Trait, wasTold: boolean): Kind =>
  !wasTold ? 'stale' : isBare === true ? 'misread' : 'wrong'

/** What the page of an order believes, against the books. */
export function checkPage(
  trait: Trait,
  view: Output['order:check'],
  order: Order,
  sums: Sums,
): Notes {
  const notes: Notes = []
  const { returnable } = view
  const action = view.actions.return
  const isWarned = view.conflict !== null || !action.isPossible || action.note !== undefined
  const left = sums.captured - sums.returned
  const reported = (text: { amount: string } | null): bigint | null =>
    text === null ? null : BigInt(text.amount.replace('.', ''))
  const pairs = [
    ['Captured', reported(view.captured), sums.captured],
    ['Refunded', reported(view.returned), sums.returned],
    ['Refundable', reported(returnable), left],
  ] as const
  for (const [name, shown, real] of pairs) {
    if (shown === real || (shown === null && real === 0n)) continue
    const words = `${name} ${shown === null ? 'unknown' : amountText(shown)}, books ${amountText(real)}`
    if (shown === null || isWarned) notes.push(['missing', words])
    else
      notes.push([
        falseBelief(
          trait,
          order.transactions.every((one) => one.wasTold),
        ),
        words,
      ])
  }
  return notes
}
