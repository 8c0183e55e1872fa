// Loaded before each test file of the page: the page keeps its language, its stores and their
// timers in modules. A file begins with modules of its own in a process that files share, and what
// its page had put off ends with it.
import { afterAll, vi } from 'vitest'

vi.resetModules()

const { setTimeout: begin } = globalThis
const begun: NodeJS.Timeout[] = []
globalThis.setTimeout = Object.assign((...asked: Parameters<typeof begin>) => {
  const timer = begin(...asked)
  begun.push(timer)
  return timer
}, begin)

afterAll(() => {
  vi.useRealTimers()
  globalThis.setTimeout = begin
  for (const timer of begun) clearTimeout(timer)
})
