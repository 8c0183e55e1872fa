// Where a packaged Paydesk begins: it looks at how it was started and at its own files before any
// of the rest of the program is loaded. A start from a checkout begins in index.ts.
import './composition/own-files-only.ts'
import './composition/own-environment.ts'
import { say } from '#shared/message.ts'
import { findDamage } from './packaged/archive.ts'
import { switchRefusal } from './packaged/switches.ts'
import { isPackaged, refuseStart } from './shell/refuse.ts'

function refusal(): string | null {
  if (!isPackaged()) return null
  const refused = switchRefusal(process.argv.slice(1), process.platform)
  if (refused !== null) return refused
  const path = findDamage(process.resourcesPath)
  return path === null ? null : say('program.packed-file-differs', { path })
}

const why = refusal()
if (why === null) await import('./index.ts')
else refuseStart(why)
