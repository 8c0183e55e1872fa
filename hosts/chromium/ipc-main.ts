// Stand-in for ipcMain: handlers by channel, refusing what Electron refuses - a second handler, an
// unknown channel, an answer that can't be cloned.
import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import type { StandIn } from './stand-in.ts'

type Answer = (event: IpcMainInvokeEvent, ...asked: unknown[]) => unknown

const answers = new Map<string, Answer>()

export const ipcMain = {
  handle: (channel: string, answer: Answer) => {
    if (answers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    answers.set(channel, answer)
  },
  removeHandler: (channel: string) => void answers.delete(channel),
} satisfies StandIn<IpcMain, 'handle' | 'removeHandler'>

export type Reply = { value: unknown } | { error: string }

/**
 * What ipcRenderer.invoke gets back. Errors keep only their message, as across Electron's
 * processes.
 */
export async function answerInvoke(
  channel: string,
  event: IpcMainInvokeEvent,
  asked: unknown[],
): Promise<Reply> {
  const lead = `Error invoking remote method '${channel}': `
  const answer = answers.get(channel)
  if (answer === undefined) return { error: `${lead}Error: No handler registered for '${channel}'` }
  try {
    return { value: structuredClone(await answer(event, ...asked)) }
  } catch (error) {
    return { error: `${lead}${error instanceof Error ? String(error) : JSON.stringify(error)}` }
  }
}

/** How a reply goes over to the page. */
export type Carried = { text: string } | { reply: Reply }

/**
 * The wire takes an object apart and rebuilds it in the page, at 0.3 ms for each row of a list;
 * Electron copies the whole list in half of one. A text passes at once. Values that JSON would
 * change are passed as they are.
 */
export const carried = (reply: Reply): Carried =>
  isJson(reply) ? { text: JSON.stringify(reply) } : { reply }

function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object' || value === null)
    return value === null || typeof value === 'string' || typeof value === 'boolean'
  if (Array.isArray(value)) return value.every(isJson)
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson)
}
