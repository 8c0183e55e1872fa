// Work that waits for its turn. Pure.

/** One after the other, in the order of the calls; one that fails holds no other one up. */
export function turns(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const done = last.then(act)
    last = done.catch(() => undefined)
    return done
  }
}
