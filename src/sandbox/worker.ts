// The sandbox in a worker thread of the app: starts with workerData's options, says 'ready', closes
// when told.
import { parentPort, workerData } from 'node:worker_threads'
import { type SandboxOptions, startSandbox } from './start.ts'

export type WorkerMessage =
  | {
      type: 'ready'
      baseUrl: string
      identity: Awaited<ReturnType<typeof startSandbox>>['identity']
      console: string
      trainingOrders: ReturnType<Awaited<ReturnType<typeof startSandbox>>['trainingOrders']>
    }
  | { type: 'failed'; message: string }
  | { type: 'closed' }

async function run(port: NonNullable<typeof parentPort>): Promise<void> {
  const say = (message: WorkerMessage): void => port.postMessage(message)
  try {
    // The clock can't cross into a worker: functions are not cloned.
    const { clock: _clock, ...options } = (workerData ?? {}) as SandboxOptions
    const sandbox = await startSandbox(options)
    port.on('message', (message: { type?: string }) => {
      if (message.type !== 'close') return
      void sandbox.close().then(() => {
        say({ type: 'closed' })
        port.close()
      })
    })
    say({
      type: 'ready',
      baseUrl: sandbox.baseUrl,
      identity: sandbox.identity,
      console: sandbox.console,
      trainingOrders: sandbox.trainingOrders(),
    })
  } catch (error) {
    say({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    port.close()
  }
}

if (parentPort === null) throw new Error('worker.ts runs in a worker thread; use cli.ts')
await run(parentPort)
