// A source file as it stands, or with one planted mistake, loaded as a module of its own: what it
// imports stays the real thing, and 'electron' is a stand-in that writes down what it is asked.
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const top = join(import.meta.dirname, '../..')

export const sourceOf = (file: string): string => readFileSync(join(top, file), 'utf8')

/**
 * Throws when the text to change is not there, or is there twice: a mutation that changes nothing
 * would prove nothing.
 */
export function mutated(file: string, find: string, replace: string): string {
  const parts = sourceOf(file).split(find)
  if (parts.length !== 2)
    throw new Error(`${file} holds ${JSON.stringify(find)} ${parts.length - 1} times`)
  return parts.join(replace)
}

/** What the preload told contextBridge, newest last. */
export const exposed: [string, unknown][] = []

const electron = `data:text/javascript,${encodeURIComponent(`
  const told = globalThis.paydeskExposed ??= []
  export const contextBridge = { exposeInMainWorld: (name, value) => told.push([name, value]) }
  export const ipcRenderer = { invoke: () => {}, on: () => {}, removeListener: () => {} }
  export const webUtils = { getPathForFile: () => {} }
  export class BrowserWindow {}
`)}`
Object.assign(globalThis, { paydeskExposed: exposed })

let loads = 0
export async function loadSource(file: string, text = sourceOf(file)): Promise<unknown> {
  const plain = stripTypeScriptTypes(text, { mode: 'strip' })
  const whole = plain.replace(
    /(from\s+|import\s+)'((?:\.{1,2}\/|#shared\/)[^']*|electron)'/g,
    (_all, word: string, name: string) => `${word}'${placeOf(file, name)}'`,
  )
  // A comment that differs: the same text would give the same module.
  const url = `data:text/javascript,${encodeURIComponent(`${whole}\n// ${(loads += 1)}`)}`
  return (await import(/* @vite-ignore */ url)) as unknown
}

function placeOf(file: string, name: string): string {
  if (name === 'electron') return electron
  const path = name.startsWith('#shared/')
    ? join(top, 'src/shared', name.slice('#shared/'.length))
    : join(top, dirname(file), name)
  return pathToFileURL(path).href
}
