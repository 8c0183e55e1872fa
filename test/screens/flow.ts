// Plays one flow of flow-list.ts as a test. A flow that never looks into the sandbox's own books
// fails, and so does a flow by keys in which anything but the keyboard was used.
import { expect, it } from 'vitest'
import { booksRead, type PageDriver } from './page-driver.ts'
import { type FlowId, flows } from './flow-list.ts'
import { keysAlone } from './keys.ts'

export function flow(id: FlowId, play: () => Promise<void>): void {
  if (flows[id].isByKeys === true) throw new Error(`${id} is played by keys alone`)
  it(titleOf(id), () => endingInBooks(play))
}

/**
 * The page driver is asked for when the test runs: the program starts after the tests were named.
 */
export function flowByKeys(id: FlowId, driver: () => PageDriver, play: () => Promise<void>): void {
  if (flows[id].isByKeys !== true) throw new Error(`${id} is not marked as played by keys`)
  it(titleOf(id), () => endingInBooks(() => keysAlone(driver(), play)))
}

const titleOf = (id: FlowId): string =>
  `${id}: ${flows[id].title}${flows[id].isByKeys === true ? ', by keys alone' : ''}`

/** The page's words are no proof. */
async function endingInBooks(play: () => Promise<void>): Promise<void> {
  const before = booksRead()
  await play()
  expect(booksRead(), 'times the sandbox’s own books were read').toBeGreaterThan(before)
}
