// Long work over the rows of a run gives the thread back between two pages.

export const othersTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
