// What is cut short in the rows of a list, element by element: a name of which the end is missing
// tells less than a column less.
import type { Locator } from 'playwright-core'

export const cutCells = (rows: Locator): Promise<string[]> =>
  rows.locator('.grid-cell, .grid-cell *').evaluateAll((all) =>
    all
      .filter((one) => getComputedStyle(one).overflowX !== 'visible')
      // Read out, and not drawn.
      .filter((one) => !one.classList.contains('sr-only'))
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent)
      .filter((text) => text !== ''),
  )
