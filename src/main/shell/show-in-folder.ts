// Shows what was saved in the system's file manager. Nothing is opened by that: the folder comes up
// with the file marked in it.
import { access } from 'node:fs/promises'
import { shell } from 'electron'

/** False when nothing is there any more. */
export async function showInFolder(path: string): Promise<boolean> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere) shell.showItemInFolder(path)
  return isThere
}
