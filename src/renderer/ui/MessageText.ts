// A sentence with parts of the page in it: each slot stands where the sentence names it. That slots
// and values are all that it names is held by test/renderer/messages/catalogue.test.ts.
import type { SetupContext } from 'vue'
import type { MessageCode } from '../messages/catalogue.ts'
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
