// Statements of banks as other programs write them, from their lines: camt.053, camt.054 and MT940.
// Shares nothing with what reads them.

export interface BankEntry {
  /** "1250.00"; negative where the bank took money. */
  amount: string
  day: string
  text: string
  reference?: string
  isPending?: boolean
}

export interface BankStatement {
  account: string
  currency: string
  decimals: number
  opening: string
  entries: readonly BankEntry[]
}

const scaled = (amount: string, decimals: number): bigint => {
  const [whole = '', rest = ''] = amount.replace('-', '').split('.')
  const size = BigInt(whole + rest.padEnd(decimals, '0'))
  return amount.startsWith('-') ? -size : size
}
const written = (units: bigint, decimals: number): string => {
  const text = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}
const side = (units: bigint): 'CRDT' | 'DBIT' => (units < 0n ? 'DBIT' : 'CRDT')

/** What is left once all booked lines are counted. */
function closingOf({ opening, entries, decimals }: BankStatement): bigint {
  return entries
    .filter(({ isPending }) => isPending !== true)
    .reduce((sum, { amount }) => sum + scaled(amount, decimals), scaled(opening, decimals))
}

const balance = (code: string, units: bigint, { currency, decimals }: BankStatement): string =>
  `  <Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${written(units, decimals)}</Amt><CdtDbtInd>${side(units)}</CdtDbtInd><Dt><Dt>2026-11-27</Dt></Dt></Bal>`

const entryOf = (
  { amount, day, text, reference = '', isPending = false }: BankEntry,
  { currency, decimals }: BankStatement,
): string => {
  const units = scaled(amount, decimals)
  return [
    `  <Ntry><Amt Ccy="${currency}">${written(units, decimals)}</Amt><CdtDbtInd>${side(units)}</CdtDbtInd><Sts><Cd>${isPending ? 'PDNG' : 'BOOK'}</Cd></Sts>`,
    `    <BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>`,
    `    <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  ].join('\n')
}

export function camt(one: BankStatement, form: '053' | '054' = '053'): string {
  const [message, container] =
    form === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${form}.001.08"><${message}><GrpHdr><MsgId>m1</MsgId></GrpHdr>`,
    `<${container}><Id>s1</Id><Acct><Id><IBAN>${one.account}</IBAN></Id><Ccy>${one.currency}</Ccy></Acct>`,
    ...(form === '053' ? [balance('OPBD', scaled(one.opening, one.decimals), one)] : []),
    ...(form === '053' ? [balance('CLBD', closingOf(one), one)] : []),
    `  <TxsSummry><TtlNtries><NbOfNtries>${one.entries.length}</NbOfNtries></TtlNtries></TxsSummry>`,
    ...one.entries.map((entry) => entryOf(entry, one)),
    `</${container}></${message}></Document>`,
    '',
  ].join('\n')
}

const comma = (units: bigint, decimals: number): string => {
  const text = written(units, decimals).replace('.', ',')
  return text.includes(',') ? text : `${text},`
}
const short = (day: string): string => day.slice(2).replaceAll('-', '')

export function mt940(
  one: BankStatement,
  balances: readonly ['60F' | '60M', '62F' | '62M'] = ['60F', '62F'],
): string {
  const { account, currency, decimals, entries } = one
  const at = (tag: string, units: bigint): string =>
    `:${tag}:${units < 0n ? 'D' : 'C'}261127${currency}${comma(units, decimals)}`
  return [
    ':20:STARTUMSE',
    `:25:${account}`,
    ':28C:00001/001',
    at(balances[0], scaled(one.opening, decimals)),
    ...entries.flatMap(({ amount, day, text, reference = '', isPending = false }) => {
      const units = scaled(amount, decimals)
      const mark = `${isPending ? 'E' : ''}${units < 0n ? 'D' : 'C'}`
      return [
        `:61:${short(day)}${short(day).slice(2)}${mark}${comma(units, decimals)}NTRFNONREF//${reference}`,
        `:86:166?00PAYOUT?20${text}`,
      ]
    }),
    at(balances[1], closingOf(one)),
    '-',
    '',
  ].join('\r\n')
}
