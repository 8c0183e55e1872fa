// Amounts as people read them. Pure. What is stored, sent or exported has its own forms
// (shared/money.ts): nothing but a sentence or a cell of the screen holds this one.

/** In minor units; `digits` of them stand behind the decimal point. */
interface Minor {
  minor: bigint | string
  currency: string
  digits: number
}

export function formatMoney({ minor, currency, digits }: Minor): string {
  const text = String(minor).padStart(digits + 1, '0')
  const amount = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return formatAmount({ amount, currency })
}

/** Grouped with narrow spaces, all digits, currency after it: "1 234.50 EUR". */
export function formatAmount(money: { amount: string; currency: string }): string {
  const [whole = '', decimals] = money.amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f')
  return `${decimals === undefined ? grouped : `${grouped}.${decimals}`}\u00a0${money.currency}`
}
