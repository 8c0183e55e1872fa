// How the compiler holds the stand-ins to Electron's own electron.d.ts: picked members must have
// Electron's types, except that listener methods are checked by name only (Electron's have a
// hundred overloads each).

type ListenerMethod = 'on' | 'once' | 'off' | 'removeListener'

export type StandIn<T, K extends keyof T> = {
  [M in K]: M extends ListenerMethod ? (event: string, listener: () => void) => unknown : T[M]
}
