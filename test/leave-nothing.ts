// Loaded before each test file of a process that files share. What one of them leaves behind would
// let another one fail, or pass, in some orders only.
import { afterAll, expect, vi } from 'vitest'

/** Libraries mark with `__` that they are loaded, and they stay loaded for the next file. */
const globals = (): string[] =>
  Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith('__'))
const left = () => ({
  env: { ...process.env },
  folder: process.cwd(),
  umask: process.umask(),
  listeners: process.eventNames().map((name) => [String(name), process.listenerCount(name)]),
})

const before = { globals: new Set(globals()), left: left() }

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const name of globals())
    if (!before.globals.has(name)) Reflect.deleteProperty(globalThis, name)
  expect(left()).toEqual(before.left)
})
