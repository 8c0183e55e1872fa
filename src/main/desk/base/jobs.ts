// Work a person waits for: one of a kind at a time, its progress told, ended when asked. It decides
// nothing about the work itself.
import type { Change } from '#shared/contract/bridge.ts'
import type { JobName } from '#shared/bridge/lists.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { RunOptions } from '../../ledger/worker/reader.ts'
import { logInUse, underWay } from './faults.ts'

export interface Jobs {
  /**
   * Null when it was ended. Faults: denied when work of this name is under way already, and those
   * of the work.
   */
  run<T>(
    name: JobName,
    act: (options: Required<RunOptions>) => Promise<Result<T>>,
  ): Promise<Result<T | null>>
  /** Nothing happens when none is under way. */
  end(name: JobName): void
  /** Before the program ends. */
  endAll(): void
}

export function createJobs(onChange: (change: Change) => void): Jobs {
  const running = new Map<JobName, AbortController>()
  return {
    run: async (name, act) => {
      // Entries must not leave while somebody reads the log from end to end.
      const isBarred = name === 'archive' ? running.size > 0 : running.has('archive')
      if (running.has(name) || isBarred) return fail(isBarred ? logInUse : underWay)
      const control = new AbortController()
      running.set(name, control)
      try {
        return await act({
          signal: control.signal,
          onProgress: (done, total) =>
            onChange({
              topic: 'work',
              work: { name, done: total === 0 ? done : Math.min(done, total), total },
            }),
        })
      } catch (error) {
        if (control.signal.aborted) return ok(null)
        throw error
      } finally {
        running.delete(name)
      }
    },
    end: (name) => running.get(name)?.abort(),
    endAll: () => {
      for (const control of running.values()) control.abort()
    },
  }
}
