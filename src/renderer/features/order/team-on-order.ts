// What the page of an order asks main for about the team of this computer.
import type { Input } from '#shared/contract/bridge.ts'
import { call } from '../../api/bridge.ts'

export const teamOnOrder = (asked: Input<'team:order'>) => call('team:order', asked)
export const releaseClaim = (asked: Input<'team:release'>) => call('team:release', asked)
