// A file of a bank among the files of rows: which form it has, in which encoding it is written, and
// the reading that is made of it. It is read for a reconciliation alone.
import type { FilePurpose, FileReading, ReadChoices } from '#shared/files/file-row.ts'
import { say } from '#shared/message.ts'
import type { DigitsRule } from '#shared/money.ts'
import { encodingOf, textOf } from '../bytes/encodings.ts'
import type { OpenedSource } from '../bytes/source.ts'
import { UnreadableFile } from '../bytes/source-row.ts'
import { readCamt } from './camt.ts'
import { readMt940 } from './mt940.ts'
import { checkedStatement } from './statement.ts'

interface StatementOptions {
  purpose: FilePurpose
  digitsRule: DigitsRule
  choices: ReadChoices
}

type StatementReading = Pick<FileReading, 'rows' | 'rowCount' | 'isUsable'> &
  Required<Pick<FileReading, 'statement'>>

/** Null for a table. Throws UnreadableFile for a statement that nobody should believe. */
export async function readStatement(
  opened: OpenedSource,
  options: StatementOptions,
): Promise<StatementReading | null> {
  const { form } = opened
  if (form !== 'camt' && form !== 'mt940') return null
  if (options.purpose !== 'report') {
    if (form === 'mt940') return null
    throw new UnreadableFile('no-table', say('files.no-table'))
  }
  const { encoding: chosen = declaredIn(opened.head) } = options.choices
  const text = textOf(opened, encodingOf(opened, chosen), chosen !== undefined)
  const read = form === 'camt' ? readCamt : readMt940
  const { facts, rows } = checkedStatement(await read(text, options.digitsRule))
  return { rows, rowCount: rows.length, statement: facts, isUsable: true }
}

/** As the first line of an XML file names it, by the name that this program knows it by. */
function declaredIn(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, 200)).toString('latin1')
  const name = /^[^<]*<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(text)?.[1]?.toLowerCase()
  return name === 'iso-8859-1' ? 'windows-1252' : name === 'us-ascii' ? 'utf-8' : name
}
