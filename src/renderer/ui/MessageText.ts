// A sentence with components in it: the message names a place, and the slot of that name fills it.
// test/renderer/messages/catalogue.test.ts checks that slots and values match the names in the
// message.
import type { SetupContext } from 'vue'
import type { MessageCode } from '#messages/catalogue.ts'
import { partsOf, type Value } from '../messages/message.ts'

interface Sentence {
  code: MessageCode
  values?: Readonly<Record<string, Value>>
}

export function MessageText({ code, values }: Sentence, { slots }: SetupContext): unknown {
  const parts = Object.entries(slots).map(([name, slot]) => [name, slot?.() ?? []] as const)
  return partsOf(code, values ?? {}, Object.fromEntries(parts))
}
MessageText.props = ['code', 'values']
