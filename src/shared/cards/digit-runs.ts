// The digits of a reading (readings.ts) that may belong together, with what stands between them.
// Pure. Caller: card-number.ts.
import { withoutIds } from './id-forms.ts'
import { fieldEnd } from './readings.ts'

/** By the place of a digit in the run. */
export interface DigitRun {
  value: number[]
  /** Where the digit stands in the reading. */
  at: number[]
  /** Digits with nothing between them are a group: its first place, and the one behind its last. */
  groupFrom: number[]
  groupTo: number[]
  /** How many ends of a field stand before the digit. */
  field: number[]
}

/**
 * Blanks count for nothing, however many, as does a repeated mark behind its first: what a page or
 * a document puts between the groups of one number can be long, and is seldom of many kinds.
 */
const mostMarks = 3

/** A letter ends a run, and an id by its form does. */
export function digitRunsOf(reading: string): DigitRun[] {
  const text = withoutIds(reading)
  const runs: DigitRun[] = []
  let run = emptyRun()
  const close = (): void => {
    if (run.value.length > 0) runs.push(withGroups(run))
    run = emptyRun()
  }
  let gap = emptyGap()
  for (const char of charsFrom(text)) {
    const { code, at } = char
    if (code >= 48 && code <= 57) {
      // Two of the marks that hide digits end a run, so that a masked number is never found again.
      if (gap.marks > mostMarks || gap.masks > 1) close()
      run.field.push((run.field.at(-1) ?? 0) + (gap.hasEnd ? 1 : 0))
      run.value.push(code - 48)
      run.at.push(at)
      gap = emptyGap()
    } else if (code <= 32 || code === formBlank) {
      gap.last = 0
      gap.hasEnd ||= text[at] === fieldEnd
    } else if (isLetter(code)) {
      close()
      gap = emptyGap()
    } else {
      if (gap.last !== code) gap.marks += 1
      if (code === hidingMark) gap.masks += 1
      gap.last = code
    }
  }
  close()
  return runs
}

/** Forms of a page write + for a space. */
const formBlank = 43
const hidingMark = '•'.codePointAt(0)
const emptyRun = (): DigitRun => ({ value: [], at: [], groupFrom: [], groupTo: [], field: [] })
const emptyGap = () => ({ marks: 0, masks: 0, last: 0, hasEnd: false })

function* charsFrom(text: string): Generator<{ code: number; at: number }> {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at)!
    yield { code, at }
    if (code > 0xffff) at += 1
  }
}

const LETTER = /^[\p{L}\p{N}]/u
const isLetter = (code: number): boolean =>
  code < 128 ? (code | 32) >= 97 && (code | 32) <= 122 : LETTER.test(String.fromCodePoint(code))

function withGroups(run: DigitRun): DigitRun {
  const { at, groupFrom, groupTo } = run
  for (let place = 0; place < at.length; place += 1)
    groupFrom.push(place > 0 && at[place] === at[place - 1]! + 1 ? groupFrom[place - 1]! : place)
  for (let place = at.length - 1; place >= 0; place -= 1)
    groupTo[place] = at[place + 1] === at[place]! + 1 ? groupTo[place + 1]! : place + 1
  return run
}
