// The digits of a card while they are typed. They lie in bytes, which can be overwritten; a string
// can't be. The shown text is made here: of a card number the first six and last four digits (PCI
// DSS 4.0.1, 3.4.1), of a security code nothing.
import { passesLuhn } from '#shared/cards/card-brand.ts'

export type Bytes = Uint8Array<ArrayBuffer>

export interface Digits {
  readonly length: number
  /**
   * Replaces the digits from `from` to `to` with those of `text`. Answers false, and changes
   * nothing, when the digits would be too many.
   */
  replace(from: number, to: number, text: string): boolean
  /** The first digits, six at most. */
  head(): string
  /** The digit at a place that may be shown. */
  shownAt(place: number): string
  isLuhn(): boolean
  /** ASCII, for the caller to overwrite. */
  copy(): Bytes
  wipe(): void
}

const zero = 0x30
const isDigit = (code: number): boolean => code >= zero && code <= zero + 9

export function createDigits(most: number, isHidden: boolean): Digits {
  const held = new Uint8Array(most)
  let length = 0

  const isShown = (place: number): boolean => !isHidden && (place < 6 || place >= length - 4)

  return {
    get length() {
      return length
    },
    replace(from, to, text) {
      let added = 0
      for (let i = 0; i < text.length; i += 1) if (isDigit(text.charCodeAt(i))) added += 1
      const after = length - (to - from) + added
      if (after > most) return false
      held.copyWithin(from + added, to, length)
      for (let i = 0, place = from; i < text.length; i += 1) {
        const code = text.charCodeAt(i)
        if (!isDigit(code)) continue
        held[place] = code - zero
        place += 1
      }
      held.fill(0, after)
      length = after
      return true
    },
    head: () => (isHidden ? '' : held.subarray(0, Math.min(length, 6)).join('')),
    shownAt: (place) => (isShown(place) ? String(held[place]) : '•'),
    isLuhn: () => passesLuhn(held.subarray(0, length)),
    copy: () => held.slice(0, length).map((digit) => digit + zero),
    wipe: () => {
      held.fill(0)
      length = 0
    },
  }
}

/** What the field shows, in groups of these lengths. */
export function shownOf(digits: Digits, groups: readonly number[]): string {
  const ends = new Set<number>()
  let end = 0
  for (const size of groups) ends.add((end += size))
  let shown = ''
  for (let place = 0; place < digits.length; place += 1) {
    if (place > 0 && ends.has(place)) shown += ' '
    shown += digits.shownAt(place)
  }
  return shown
}

/** Between a place in what is shown and the number of digits before it. */
export const digitsBefore = (shown: string, caret: number): number =>
  shown.slice(0, caret).replaceAll(' ', '').length
export function caretAfter(shown: string, count: number): number {
  let left = count
  let caret = 0
  while (left > 0 && caret < shown.length) {
    if (shown[caret] !== ' ') left -= 1
    caret += 1
  }
  return caret
}

export interface Edit {
  from: number
  to: number
  text: string
}

/**
 * The change that an input event makes to the digits (Input Events Level 2, input types); null for
 * an event that changes nothing.
 */
export function editOf(
  change: { inputType: string; text: string },
  selected: { from: number; to: number },
  length: number,
): Edit | null {
  const { from, to } = selected
  const isRange = to > from
  switch (change.inputType) {
    case 'insertText':
    case 'insertFromPaste':
    case 'insertFromDrop':
    case 'insertReplacementText':
    case 'insertFromYank':
      return { from, to, text: change.text }
    case 'deleteContentBackward':
      return { from: isRange ? from : Math.max(0, from - 1), to, text: '' }
    case 'deleteContentForward':
      return { from, to: isRange ? to : Math.min(length, to + 1), text: '' }
    case 'deleteByCut':
    case 'deleteByDrag':
      return { from, to, text: '' }
    case 'deleteWordBackward':
    case 'deleteSoftLineBackward':
    case 'deleteHardLineBackward':
      return { from: isRange ? from : 0, to, text: '' }
    case 'deleteWordForward':
    case 'deleteSoftLineForward':
    case 'deleteHardLineForward':
      return { from, to: isRange ? to : length, text: '' }
    default:
      return null
  }
}
