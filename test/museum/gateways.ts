// Gateways that more than one story was told of.
import type { Room } from './room.ts'

type Gateway = NonNullable<Room['gateway']>

export const leavesSums: Gateway = {
  is: 'leaves the sums to the merchant: it refunds what it is asked for, also more than was paid.',
  set: (sandbox) => sandbox.setSwitch('checks-sums', false),
}
