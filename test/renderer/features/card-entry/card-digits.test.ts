// A masked field behaves as any field does: random typing, deleting and pasting against a plain
// text, and what may be seen of it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  caretAfter,
  createDigits,
  digitsBefore,
  editOf,
  shownOf,
} from '../../../../src/renderer/features/card-entry/card-digits.ts'

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const fours = [4, 4, 4, 4, 3]

describe('digits in bytes', () => {
  it('are what a text would be after the same changes', () => {
    const change = fc.record({
      inputType: fc.constantFrom(
        'insertText',
        'insertFromPaste',
        'deleteContentBackward',
        'deleteContentForward',
        'deleteWordBackward',
        'deleteByCut',
        'historyUndo',
      ),
      text: fc.stringMatching(/^[0-9 a-]{0,8}$/),
      from: fc.nat(19),
      span: fc.nat(5),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const digits = createDigits(19, false)
        let model = ''
        for (const { inputType, text, from, span } of changes) {
          const start = Math.min(from, model.length)
          const end = Math.min(start + span, model.length)
          const edit = editOf({ inputType, text }, { from: start, to: end }, model.length)
          if (edit === null) continue
          const after =
            model.slice(0, edit.from) + edit.text.replaceAll(/\D/g, '') + model.slice(edit.to)
          const isTaken = digits.replace(edit.from, edit.to, edit.text)
          expect(isTaken).toBe(after.length <= 19)
          if (isTaken) model = after
          expect(textOf(digits.copy())).toBe(model)
          expect(digits.head()).toBe(model.slice(0, 6))
        }
      }),
    )
  })

  it('delete as a person expects', () => {
    const at = (inputType: string, from: number, to: number) =>
      editOf({ inputType, text: '' }, { from, to }, 10)
    expect(at('deleteContentBackward', 3, 3)).toEqual({ from: 2, to: 3, text: '' })
    expect(at('deleteContentBackward', 3, 5)).toEqual({ from: 3, to: 5, text: '' })
    expect(at('deleteContentBackward', 0, 0)).toEqual({ from: 0, to: 0, text: '' })
    expect(at('deleteContentForward', 10, 10)).toEqual({ from: 10, to: 10, text: '' })
    expect(at('deleteSoftLineBackward', 7, 7)).toEqual({ from: 0, to: 7, text: '' })
  })

  it('are gone when wiped, also from what held them', () => {
    const digits = createDigits(19, false)
    digits.replace(0, 0, '4111 1111 1111 1111')
    const copy = digits.copy()
    digits.wipe()
    expect(digits.length).toBe(0)
    expect(textOf(digits.copy())).toBe('')
    digits.replace(0, 0, '5')
    expect(shownOf(digits, fours)).toBe('5')
    expect(textOf(copy)).toBe('4111111111111111')
  })
})

describe('what is shown', () => {
  it('is the first six and the last four digits, grouped as on the card', () => {
    const digits = createDigits(19, false)
    digits.replace(0, 0, '4929371845026736')
    expect(shownOf(digits, fours)).toBe('4929 37•• •••• 6736')
    const amex = createDigits(19, false)
    amex.replace(0, 0, '378282246310005')
    expect(shownOf(amex, [4, 6, 5])).toBe('3782 82•••• •0005')
  })

  it('never holds more than ten digits of a number, whatever was typed so far', () => {
    for (let count = 0; count <= 19; count += 1) {
      const digits = createDigits(19, false)
      digits.replace(0, 0, '4929371845026736123'.slice(0, count))
      const shown = shownOf(digits, fours).replaceAll(/\D/g, '')
      expect(shown.length).toBe(Math.min(count, 10))
    }
  })

  it('is nothing of a security code', () => {
    const code = createDigits(4, true)
    code.replace(0, 0, '7391')
    expect(shownOf(code, [4])).toBe('••••')
    expect(code.head()).toBe('')
  })

  it('keeps the caret behind the digit it was behind', () => {
    const shown = '4929 37•• •••• 6736'
    for (let count = 0; count <= 16; count += 1)
      expect(digitsBefore(shown, caretAfter(shown, count))).toBe(count)
  })
})
