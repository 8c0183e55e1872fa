// A zip of a few texts, in memory. Only its owner reads the files, where it is unpacked too.
import { ZipFile } from 'yazl'

export async function zipOf(
  files: readonly { name: string; text: string }[],
  mtime: Date,
): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const { name, text } of files)
    zip.addBuffer(Buffer.from(text), `paydesk-diagnostics/${name}`, { mtime, mode: 0o100600 })
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
