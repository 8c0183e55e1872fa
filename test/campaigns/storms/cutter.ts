// What stands between the desks and their database: it can cut every connection, lose the next
// answer, and lead to another server after a fail-over.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Cutter {
  port: number
  /** Where new connections go. */
  leadTo(port: number): void
  cut(): void
  /** The next bytes that the database sends, or the nth, are lost with their connection. */
  loseAnswer(nth?: number): void
  /** How many were lost so. */
  lost(): number
  close(): Promise<void>
}

export async function openCutter(target: number): Promise<Cutter> {
  let at = target
  /** How many bytes to come are let through before each loss. */
  let losses: number[] = []
  let lost = 0
  const open = new Set<Socket>()
  const server = createServer((desk) => {
    const database = connect(at, '127.0.0.1')
    const end = (): void => {
      for (const one of [desk, database]) {
        one.destroy()
        open.delete(one)
      }
    }
    for (const one of [desk, database]) {
      open.add(one)
      one.on('error', end)
      one.on('close', end)
    }
    desk.on('data', (chunk: Buffer) => database.write(chunk))
    database.on('data', (chunk: Buffer) => {
      losses = losses.map((left) => left - 1)
      if (losses.includes(0)) {
        losses = losses.filter((left) => left > 0)
        lost += 1
        end()
      } else desk.write(chunk)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    for (const one of open) one.destroy()
    open.clear()
  }
  return {
    port: (server.address() as { port: number }).port,
    leadTo: (port) => {
      at = port
      cut()
    },
    cut,
    loseAnswer: (nth = 1) => void losses.push(nth),
    lost: () => lost,
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
