// A file somebody opened, told by its text: a list of ids to look up, or a callback to check. Pure;
// nothing of it is sent anywhere.
import { listHoldsCardNumber, mostListCharacters, readIdList } from '../look-up-list.ts'
import { fail, inputFault, ok, type Result } from '../fault.ts'
import { say } from '../message.ts'

export interface OpenedText {
  kind: 'list' | 'callback'
  text: string
}

const longestCallback = 20_000
/** Of a file that is opened or dropped. */
export const mostFileBytes = 1_000_000

/** Where a text is shown; nothing is asked for by that. */
export const placeOfText = ({ kind, text }: OpenedText) =>
  ({ screen: kind === 'list' ? '/orders/pasted' : '/callbacks', text }) as const

/** Faults: input on `file` for what is neither, too long, no text, or holds a card number. */
export function openedText(text: string): Result<OpenedText> {
  const refuse = (why: string) => fail(inputFault('file', why))
  if (text.length > mostListCharacters) return refuse(say('program.this-file-is-too-long'))
  if (text.includes('\0') || text.includes('\ufffd'))
    return refuse(say('program.this-file-holds-no-text'))
  if (listHoldsCardNumber(text)) return refuse(say('program.file-with-card'))
  const isCallback =
    /\b(control|status|orderid|client_orderid)["']?\s*[=:]/.test(text) &&
    /\bcontrol["']?\s*[=:]/.test(text)
  if (isCallback && text.length <= longestCallback)
    return ok({ kind: 'callback', text: text.trim() })
  const { ids, columns } = readIdList(text, null)
  return ids.length === 0 && columns.length === 0
    ? refuse(say('program.this-file-holds-no-id'))
    : ok({ kind: 'list', text })
}
