// Reads the file of certificate authorities that a connection names. A person may name any path:
// only a file of its own, of a size that such a file has, is read, so that no device, pipe or share
// holds the program up or learns who asks.
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** All authorities of a large system take a quarter of it. */
const mostBytes = 1_000_000

/** The file's text. Rejects anything but a plain file of this computer. */
export async function readCaFile(path: string): Promise<string> {
  // On Windows asking for a share's file tells the share who this person is.
  if (/^[\\/]{2}/.test(path)) throw new Error('A file of another computer is not read.')
  // Without waiting: opening a pipe would last until somebody writes to it. Windows has no such
  // flag, and no such pipes.
  const flags: Partial<typeof constants> = constants
  const file = await open(path, constants.O_RDONLY | (flags.O_NONBLOCK ?? 0))
  try {
    const facts = await file.stat()
    if (!facts.isFile()) throw new Error('That is no file.')
    if (facts.size > mostBytes) throw new Error(`It has more than ${mostBytes} bytes.`)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}
