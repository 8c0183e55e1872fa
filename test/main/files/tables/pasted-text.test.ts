// Cells on the clipboard, whatever wrote them there.
import { describe, expect, it } from 'vitest'
import { tabbed } from '../../../../src/main/files/tables/pasted-text.ts'

describe('pasted cells', () => {
  it('keep their tabs', () => {
    expect(tabbed('a  b\tc\n1\t2')).toBe('a  b\tc\n1\t2')
  })

  it('are parted by bars and by wide gaps, line by line', () => {
    expect(tabbed('| a | b |\n|---|---|\n| 1 | 2 x |')).toBe('a\tb\n\n1\t2 x')
    expect(tabbed('Please refund\n6760150   20.00 EUR\n6760151  3.00 EUR\n')).toBe(
      'Please refund\n6760150\t20.00 EUR\n6760151\t3.00 EUR\n',
    )
  })

  it('are left alone where nothing parts them', () => {
    expect(tabbed('6760150\n6760151')).toBe('6760150\n6760151')
  })
})
