// Renews the pictures of a team in docs/images: by the tests that drive a window into each of its
// states and read its words. Apart from the tour, as they need PostgreSQL.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isOfTeam, keepPictures } from './pictures.ts'

const top = resolve(import.meta.dirname, '../..')
const made = join(top, 'out/team-pictures')
rmSync(made, { recursive: true, force: true })
const { status } = spawnSync('vitest', ['run', '--project', 'screens', 'test/screens/team'], {
  ...{ cwd: top, stdio: 'inherit' },
})
if (status === 0) {
  const bytes = await keepPictures([made], isOfTeam)
  process.stdout.write(`${Math.round(bytes / 1024)} KiB of pictures of a team are in docs/images\n`)
} else process.exitCode = 1
