import { expect, it } from 'vitest'
import { createDroppedFiles } from '../../../src/main/shell/dropped.ts'

it('opens the newest dropped file once, and nothing by a name that is guessed', () => {
  const dropped = createDroppedFiles()
  const first = dropped.keep('/home/anna/list.csv')
  const second = dropped.keep('/home/anna/other.csv')
  expect([dropped.take(first), dropped.take(''), dropped.take('/home/anna/other.csv')]).toEqual([
    null,
    null,
    null,
  ])
  expect([dropped.take(second), dropped.take(second)]).toEqual(['/home/anna/other.csv', null])
})

it('knows no place for what lies nowhere on this computer', () => {
  const dropped = createDroppedFiles()
  for (const place of ['', 'list.csv', '../list.csv', null, { path: '/a' }, 7]) {
    dropped.keep('/home/anna/list.csv')
    expect(dropped.take(dropped.keep(place)), String(place)).toBeNull()
  }
})
