// What the system asks before this computer goes on with a desk from a file: where its money can
// go, and that the file may be opened in one place only. MONEY: whether it was opened elsewhere,
// nobody here can know.
import { ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { quoted } from '#shared/names/unseen.ts'
import { askOutside, type OutsideParts } from '../base/ask-outside.ts'
import { placesInPages } from '../connections/set-up/set-up-question.ts'
import type { Unpacked } from './move-parts.ts'

/** In as many questions as a small screen needs. Faults: denied. */
export async function askToGoOn(
  outside: OutsideParts,
  what: Unpacked,
  isBack: boolean,
): Promise<Result<null>> {
  const found = placesInPages(what.connections)
  const pages = found.length === 0 ? [[]] : found
  for (const [at, places] of pages.entries()) {
    const place = { number: at + 1, all: pages.length }
    const asked = await askOutside(outside, 'move', {
      message: isBack
        ? say('moving.go-on-here-after-all')
        : say('moving.go-on-here', { from: quoted(what.from) }),
      detail: [
        ...(pages.length === 1 ? [] : [say('set-up.one-of-several', place)]),
        say('moving.opened-once'),
        ...places,
      ],
      action: say('moving.go-on-here-button'),
    })
    if (!asked.ok) return asked
  }
  return ok(null)
}
