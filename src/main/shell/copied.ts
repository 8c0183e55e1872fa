// What is copied from Paydesk leaves the clipboard after a minute, or when Paydesk ends: links are
// worth money to whoever has them. What a person copied elsewhere meanwhile stays.

export interface ClipboardPort {
  writeText(text: string): Promise<void>
  readText(): Promise<string>
}

export interface Copier {
  copy(text: string): Promise<void>
  /** What lies there, whoever copied it; empty while another program holds it. */
  read(): Promise<string>
  /** Takes out what was copied last, if it is still there. */
  clear(): Promise<void>
}

export function createCopier(clipboard: ClipboardPort, lastsMs = 60_000): Copier {
  let copied: string | null = null
  let timer: NodeJS.Timeout | undefined

  async function clear(): Promise<void> {
    clearTimeout(timer)
    const mine = copied
    copied = null
    if (mine === null || (await clipboard.readText()) !== mine) return
    // What was copied from here while the system still answered is newer, and stays its minute.
    if (copied === null) await clipboard.writeText('')
  }
  // Another program may hold the clipboard. An error that nobody hears would end the program.
  const forget = (): void => void clear().catch(() => undefined)

  return {
    copy: async (text) => {
      clearTimeout(timer)
      await clipboard.writeText(text)
      copied = text
      timer = setTimeout(forget, lastsMs).unref()
    },
    read: () => clipboard.readText().catch(() => ''),
    clear,
  }
}
