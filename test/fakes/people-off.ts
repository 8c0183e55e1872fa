// A desk on which sign-in is off: nobody signs in, and nothing takes an approval.
import type { DeskPorts } from '../../src/main/desk/base/ports.ts'
import { rollOf } from '../../src/main/desk/people/statements.ts'

const nobody = rollOf('', [])

export const peopleOff: DeskPorts['roll'] = {
  isOn: () => false,
  read: () => nobody,
  fault: () => null,
}
