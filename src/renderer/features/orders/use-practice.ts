// Opens a practice order of the sandbox: looked up like any other order, and shown.
import { useAppState } from '../../api/app-state.ts'
import { useFoundOrder } from '../lookups/found-order.ts'
import { useLookUpStore } from '../lookups/look-up.ts'

export function usePractice(): (orderid: string) => Promise<void> {
  const app = useAppState()
  const lookUps = useLookUpStore()
  const open = useFoundOrder()
  return async (orderid) => {
    if (app.connection === null) return
    const found = await lookUps.lookUp(app.connection.id, orderid, 'orderid')
    if (found !== null) await open(found)
  }
}
