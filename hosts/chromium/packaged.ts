// Starts a packed archive in the place of Electron: node hosts/chromium/packaged.ts <resources>
// [switch …]. Node can't look into an archive, so its files are laid out in a folder of their own
// for this run; what the program sees is what Electron would show it: it is packaged, its resources
// are there, and these are its switches.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { extractAll } from '@electron/asar'

const [resources, ...switches] = process.argv.slice(2)
if (resources === undefined) throw new Error('Usage: packaged.ts <resources> [switch …]')
const place = resolve(resources)
const program = mkdtempSync(join(tmpdir(), 'paydesk-packaged-'))
process.on('exit', () => rmSync(program, { recursive: true, force: true }))
try {
  extractAll(join(place, 'app.asar'), program)
} catch {
  // Electron would say no more than this of an archive it can't read.
  process.stderr.write('The archive of the program can’t be read.\n')
  process.exit(1)
}
Object.assign(process, { resourcesPath: place })
process.env['PAYDESK_HOST_PROGRAM'] = program
process.argv = [join(place, '..', 'paydesk'), ...switches]
await import('./run.ts')
