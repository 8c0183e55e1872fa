// Long work over many rows gives the thread back between two pages.

export const othersTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
