// What makes a file, or its name in a folder, durable before anybody counts on it.
import { closeSync, fsyncSync, openSync } from 'node:fs'

function sync(path: string, flags: string): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

export const syncFile = (file: string): void => sync(file, 'r+')

/** Windows can't open a folder; there the name is durable without it. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r')
}
