// Which names a person or a role of this computer may have: one that everybody can see, and that
// nobody takes for another one, nor for a role that is always there, nor for Paydesk itself.
import { type Fault, inputFault } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { quoted, unseenInName } from '#shared/names/unseen.ts'
import { roleIds, roles } from '#shared/people/roles.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { lookAlike } from '../base/look-alike.ts'

type Named = readonly { name: string }[]

const builtIn = (): Named => roleIds.map((id) => ({ name: formatMessage(roles[id].name) }))

/** Of all who are or were here. Faults: input on `name`. */
export function personNameFault(name: string, people: Named): Fault | null {
  const taken = lookAlike(name, people)
  if (taken !== undefined)
    return inputFault('name', say('people.name-taken', { name: quoted(taken.name) }))
  return unseenFault(name) ?? builtInFault(name) ?? programFault(name)
}

/** MONEY: who reads “Auditor” reads what an auditor may do. Faults: input on `name`. */
export function roleNameFault(name: string, others: Named): Fault | null {
  const taken = lookAlike(name, others)
  if (taken !== undefined)
    return inputFault('name', say('people.role-taken', { name: quoted(taken.name) }))
  return unseenFault(name) ?? builtInFault(name)
}

function unseenFault(name: string): Fault | null {
  const code = unseenInName(name)
  return code === null ? null : inputFault('name', say('people.name-unseen', { code }))
}

/** The log has what Paydesk did by itself under this name, and so would a person's be read. */
function programFault(name: string): Fault | null {
  return lookAlike(name, [{ name: 'paydesk' }]) === undefined
    ? null
    : inputFault('name', say('people.named-like-paydesk'))
}

function builtInFault(name: string): Fault | null {
  const role = lookAlike(name, builtIn())
  return role === undefined
    ? null
    : inputFault('name', say('people.named-like-a-role', { name: quoted(role.name) }))
}
