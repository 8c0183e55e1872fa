// Faults of signing in and of changing who works here, in words. Nothing was sent in any of them.
import type { Fault } from '#shared/fault.ts'
import { type FaultWording, messageOfFault } from '../../messages/faults.ts'
import { t } from '../../messages/message.ts'

export const wordingOfSignIn = (fault: Fault): FaultWording =>
  fault.kind === 'denied'
    ? { tone: 'warn', title: t('people.not-signed-in'), advice: '' }
    : messageOfFault(fault)

export const wordingOfChange = (fault: Fault): FaultWording =>
  fault.kind === 'denied'
    ? { tone: 'warn', title: t('people.nothing-changed'), advice: '' }
    : messageOfFault(fault)
