// Runs the built Paydesk, or another main bundle, in the system's Chromium: node tools/chromium-host/run.ts [main.js]
import './register.ts'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { becomeReady } from './phase.ts'

// Electron turns these into an orderly quit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void import('./app.ts').then(({ app }) => app.quit()))

const built = resolve(import.meta.dirname, '../../out/app/main/index.js')
const main = process.argv[2] === undefined ? built : resolve(process.argv[2])
await import(pathToFileURL(main).href)
// Electron, too, becomes ready only after the main module has been evaluated: a top-level wait for it would never end.
becomeReady()
