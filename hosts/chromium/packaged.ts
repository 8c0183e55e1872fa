// Starts a packed archive in place of Electron: node hosts/chromium/packaged.ts <resources> [switch
// …]. Node can't read files inside an archive, so they are extracted into a folder for this run.
// The program sees what Electron would show: it is packaged, and it has its resources and these
// switches.
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
  // Electron's whole message about an archive that it can't read.
  process.stderr.write('The archive of the program can’t be read.\n')
  process.exit(1)
}
Object.assign(process, { resourcesPath: place })
process.env['PAYDESK_HOST_PROGRAM'] = program
process.argv = [join(place, '..', 'paydesk'), ...switches]
await import('./run.ts')
