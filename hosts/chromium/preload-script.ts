// The script Chromium runs before the page's own: gives the real built preload its
// `require('electron')`, copies what it exposes as Electron's context bridge does, and hides the
// wires. It lives in the page's world, which a real sandboxed preload does not.

/**
 * Runs inside the page. Everything it needs arrives as arguments, because its source is sent there
 * as text.
 */
function runPreload(
  wires: { ask: string; deliver: string; files: string },
  preload: (require: (name: string) => unknown, module: object) => void,
): void {
  type Reply = { value: unknown } | { error: string }
  type Ask = (payload: unknown) => Promise<{ text: string } | { reply: Reply }>
  type Listener = (event: object, ...heard: unknown[]) => void
  const page = window as unknown as Record<string, unknown>
  const ask = page[wires.ask] as Ask
  Reflect.deleteProperty(page, wires.ask)
  // Electron runs a preload in the main frame only.
  if (window !== window.top) return

  const listeners = new Map<string, Set<Listener>>()
  const deliver = (channel: string, heard: unknown[]): void => {
    for (const listener of listeners.get(channel) ?? []) listener({}, ...heard)
  }
  Object.defineProperty(page, wires.deliver, { value: deliver, enumerable: false })

  // Electron tells a path at once. Here the browser is asked for it as the call goes by: what
  // stands for it until then is the place of the file in this list.
  const files: File[] = []
  Object.defineProperty(page, wires.files, { value: files, enumerable: false })
  const webUtils = {
    getPathForFile: (file: unknown) => {
      if (!(file instanceof File)) throw new TypeError('The object is no File')
      return `${wires.files} ${files.push(file) - 1}`
    },
  }

  const ipcRenderer = {
    invoke: async (channel: string, ...asked: unknown[]) => {
      const carried = await ask({ channel, asked: structuredClone(asked) })
      const reply = 'text' in carried ? (JSON.parse(carried.text) as Reply) : carried.reply
      if ('error' in reply) throw new Error(reply.error)
      return reply.value
    },
    on: (channel: string, listener: Listener) => {
      const heard = listeners.get(channel) ?? new Set()
      listeners.set(channel, heard.add(listener))
      return ipcRenderer
    },
    removeListener: (channel: string, listener: Listener) => {
      listeners.get(channel)?.delete(listener)
      return ipcRenderer
    },
  }

  /**
   * Copies a value across the bridge. Functions become functions that copy; objects lose their
   * prototype and are frozen.
   */
  const bridged = (value: unknown): unknown => {
    if (typeof value === 'function') {
      const call = value as (...given: unknown[]) => unknown
      return (...given: unknown[]) => bridged(call(...given.map(bridged)))
    }
    if (value instanceof Promise) return value.then(bridged)
    if (value instanceof File) return value
    if (Array.isArray(value)) return value.map(bridged)
    if (typeof value !== 'object' || value === null) return value
    const plain = Object.getPrototypeOf(value) as unknown
    if (plain !== Object.prototype && plain !== null) return structuredClone(value)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, bridged(part)]))
  }
  const contextBridge = {
    exposeInMainWorld: (name: string, exposed: unknown) => {
      if (Object.hasOwn(page, name))
        throw new Error('Cannot bind an API on top of an existing property on the window object')
      const copy = bridged(exposed)
      const value = typeof copy === 'object' && copy !== null ? Object.freeze(copy) : copy
      Object.defineProperty(page, name, { value, enumerable: true })
    },
  }
  const require = (name: string): unknown => {
    if (name === 'electron') return { contextBridge, ipcRenderer, webUtils }
    throw new Error(`module not found: ${name}`)
  }
  preload(require, { exports: {} })
}

/** The text for an init script. `preload` is the built CommonJS file's source. */
export const preloadScript = (
  wires: { ask: string; deliver: string; files: string },
  preload: string,
): string =>
  `(${runPreload.toString()})(${JSON.stringify(wires)}, (require, module) => {\nconst exports = module.exports\n${preload}\n})`
