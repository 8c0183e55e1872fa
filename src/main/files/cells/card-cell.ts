// The reference of a saved card, as a row that charges it names it. Pure.
// MONEY: a reference that a spreadsheet changed is the card of another customer.
import { holdsCardNumber } from '#shared/cards/card-number.ts'
import type { ColumnRole } from '#shared/files/column-role.ts'
import type { ReadChoices, WrongKind } from '#shared/files/file-row.ts'
import { say } from '#shared/message.ts'
import type { CellKind } from '../bytes/source-row.ts'
import { bareId, isChangedNumber, short } from './id-cell.ts'

interface CardCell {
  line: number
  cells: Partial<Record<ColumnRole, string>>
  kinds?: Partial<Record<ColumnRole, CellKind>>
}

/** What the gateway takes. */
const mostCharacters = 64

/** Null for a row that is refused. */
export function readCardRef(
  { line, cells, kinds }: CardCell,
  { formulas }: ReadChoices,
  refuse: (kind: WrongKind, message: string) => null,
): string | null {
  const ref = bareId(cells.cardRef ?? '')
  const kind = kinds?.cardRef ?? null
  if (ref === '') return refuse('card-reference', say('files.card-reference-missing', { line }))
  if (kind === 'formula' && formulas !== 'stored')
    return refuse('formula', say('files.card-reference-formula', { line }))
  if (kind === 'day' || isChangedNumber(ref, kind))
    return refuse('card-reference', say('files.card-reference-rounded', { line, text: short(ref) }))
  if (holdsCardNumber(ref))
    return refuse('card-reference', say('files.card-reference-like-card', { line }))
  const isSound = ref.length <= mostCharacters && /^[\p{L}\p{N}][\p{L}\p{N}._:/+=-]*$/u.test(ref)
  return isSound
    ? ref
    : refuse('card-reference', say('files.no-card-reference', { line, text: short(ref) }))
}
