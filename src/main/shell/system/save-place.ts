// Where a save dialog begins: in the folder of documents, where the system knows one. Pure.
import { join } from 'node:path'

/** The name alone where the folder can't be told: on a drive that is away, for example. */
export function savePlace(documents: () => string, suggestedName: string): string {
  try {
    return join(documents(), suggestedName)
  } catch {
    return suggestedName
  }
}
