// From which packages each shipped file was made. The build records the modules of each bundled
// file (electron.vite.config.ts); all else is told by where it lies.
import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The project itself, as a component of what ships. */
export const own = 'paydesk'

/** Modules that a build tool makes up: parts of its own that are shipped in a bundle. */
const madeUp: readonly [start: string, name: string][] = [
  ['\0vite/', 'vite'],
  ['\0plugin-vue', '@vitejs/plugin-vue'],
  ['\0rolldown/', 'rolldown'],
]

/** Behind the first node_modules: one package, or one within another. */
function packageOf(module: string): string {
  const found = madeUp.find(([start]) => module.startsWith(start))
  if (found !== undefined) return found[1]
  if (module.startsWith('\0')) throw new Error(`Nobody knows where ${module} comes from.`)
  const [, ...inner] = module.split(sep).join('/').split('node_modules/')
  if (inner.length === 0) return own
  const names = inner.map((path) =>
    path
      .split('/')
      .slice(0, path.startsWith('@') ? 2 : 1)
      .join('/'),
  )
  return names.join('/node_modules/')
}

/** Fonts that the build writes into the style sheet of printed pages (electron.vite.config.ts). */
const printFonts = [
  '@fontsource/noto-sans',
  '@fontsource/noto-sans-arabic',
  '@fontsource/noto-sans-hebrew',
]

/** Of every file in the archive, the packages it was made of. */
export function originsOf(top: string, files: readonly string[]): Map<string, Set<string>> {
  const recorded = new Map<string, string[]>()
  for (const part of ['main', 'preload', 'renderer']) {
    const text = readFileSync(join(top, 'out/origins', `${part}.json`), 'utf8')
    for (const [file, modules] of Object.entries(JSON.parse(text) as Record<string, string[]>))
      recorded.set(file, modules)
  }
  return new Map(
    files.map((file) => {
      if (file === 'out/app/main/print-fonts.css') return [file, new Set(printFonts)]
      const modules = recorded.get(file)
      if (modules !== undefined && modules.length > 0)
        return [file, new Set(modules.map(packageOf))]
      return [file, new Set([packageOf(file)])]
    }),
  )
}
