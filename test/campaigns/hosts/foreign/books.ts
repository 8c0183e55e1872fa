// The books of the foreign gateway: orders and their transactions, in minor units of EUR, on a
// clock that a test moves. They know no trait: what a host tells may differ, what happened may not.

export type End = 'approved' | 'declined' | 'error'

export interface Transaction {
  /** The processor's. */
  id: string
  serial: string
  type: string
  minor: bigint
  end: End
  startedAt: number
  endsAt: number
  /** The order id that a host of own ids gave this request. */
  alias: string
  /** Whether any status has told it since it ended. */
  wasTold: boolean
}

export interface Order {
  orderid: string
  clientOrderid: string
  transactions: Transaction[]
  cardRef: string
  /** Status questions since its newest transaction began. */
  asks: number
}

export interface Sums {
  held: bigint
  captured: bigint
  returned: bigint
}

export interface Books {
  orders: Order[]
  now(): number
  pass(ms: number): void
  serial(): string
  open(clientOrderid: string): Order
  /** By its own id, an id given to one of its requests, or the merchant's. */
  find(orderid: string, clientOrderid: string): Order | undefined
  add(order: Order, type: string, minor: bigint, end: End, serial: string): Transaction
  endOf(transaction: Transaction): End | 'processing'
  /** What is approved, or, counting what is still processing, what may be. */
  sums(order: Order, countsProcessing?: boolean): Sums
}

const processingMs = 60_000

/** Numbers are read as numbers. */
const plain = (id: string): string => id.replace(/^0+/, '')

export function openBooks(idOf: (n: number) => string): Books {
  const orders: Order[] = []
  let shiftMs = 0
  let made = 0
  const next = (): number => (made += 1)
  const now = (): number => Date.now() + shiftMs
  const endOf = ({ end, endsAt }: Transaction) => (now() < endsAt ? 'processing' : end)
  return {
    orders,
    now,
    pass: (ms) => void (shiftMs += ms),
    serial: () => `00000000-0000-0000-0000-${String(next()).padStart(12, '0')}`,
    open: (clientOrderid) => {
      const order = {
        ...{ orderid: idOf(next()), clientOrderid, transactions: [], cardRef: '' },
        asks: 0,
      }
      orders.push(order)
      return order
    },
    find: (orderid, clientOrderid) =>
      orders.find((order) =>
        orderid === ''
          ? order.clientOrderid === clientOrderid
          : plain(order.orderid) === plain(orderid) ||
            order.transactions.some(({ alias }) => alias === orderid),
      ),
    add: (order, type, minor, end, serial) => {
      const at = now()
      const transaction = {
        ...{ id: `PT-${next()}`, serial, type, minor, end, startedAt: at },
        ...{ endsAt: at + processingMs, alias: idOf(next()), wasTold: false },
      }
      order.transactions.push(transaction)
      order.asks = 0
      return transaction
    },
    endOf,
    sums: ({ transactions }, countsProcessing = false) => {
      const counts = countsProcessing ? ['approved', 'processing'] : ['approved']
      const total = (...types: string[]): bigint =>
        transactions
          .filter((one) => types.includes(one.type) && counts.includes(endOf(one)))
          .reduce((sum, { minor }) => sum + minor, 0n)
      const isGone = total('cancel', 'void') > 0n
      const captured = total('sale', 'capture')
      const held = isGone ? 0n : total('preauth') - total('capture')
      return { held, captured, returned: total('reversal') }
    },
  }
}
