// What a column of a file holds, and the names by which heads of tables call it. A name proposes a
// role; a person confirms it. Pure.
import { currencyDigits } from '../currency.ts'
import { say } from '../message.ts'

export const columnRoles = [
  'orderId',
  'merchantOrderId',
  'amount',
  'currency',
  'reason',
  'day',
  'email',
  'lastFour',
  'name',
  'account',
  'kind',
  'payeeAccount',
  'payee',
  'bankCode',
  'cardRef',
  // Of a report of the gateway: numbers of a movement, and amounts whose column says the direction.
  'rrn',
  'approvalCode',
  'serialNumber',
  'debit',
  'credit',
  // Of a report: the batch that the bank pays as one, what is taken off, and what is left.
  'batch',
  'fee',
  'net',
  'rate',
  'convertedAmount',
  'convertedCurrency',
  // Kept with each row and written beside its result; of this role there may be several columns.
  'beside',
  'none',
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** A message each: "order ID". */
export const roleName: Readonly<Record<ColumnRole, string>> = {
  orderId: say('files.role-order-id'),
  merchantOrderId: say('files.role-merchant-order-id'),
  amount: say('files.role-amount'),
  currency: say('files.role-currency'),
  reason: say('files.role-reason'),
  day: say('files.role-day'),
  email: say('files.role-email'),
  lastFour: say('files.role-last-four'),
  name: say('files.role-name'),
  account: say('files.role-account'),
  kind: say('files.role-kind'),
  payeeAccount: say('files.role-payee-account'),
  payee: say('files.role-payee'),
  bankCode: say('files.role-bank-code'),
  cardRef: say('connections.a-card-reference'),
  rrn: say('files.role-rrn'),
  approvalCode: say('files.role-approval-code'),
  serialNumber: say('files.role-serial-number'),
  debit: say('files.role-debit'),
  credit: say('files.role-credit'),
  batch: say('files.role-batch'),
  fee: say('files.role-fee'),
  net: say('files.role-net'),
  rate: say('files.role-rate'),
  convertedAmount: say('files.role-converted-amount'),
  convertedCurrency: say('files.role-converted-currency'),
  beside: say('files.role-beside'),
  none: say('files.role-none'),
}

// English, German, Spanish, Polish, French; letters and digits alone, lower case.
const names: Readonly<Partial<Record<ColumnRole, string>>> = {
  orderId:
    'order orderid orderno ordernumber ordernr paynetorderid gatewayorderid bestellung bestellnummer bestellid auftrag auftragsnummer pedido idpedido iddelpedido numerodepedido nodepedido ndepedido zamówienie zamowienie nrzamówienia nrzamowienia numerzamówienia idzamówienia commande nodecommande ndecommande numérodecommande numerodecommande idcommande',
  merchantOrderId:
    'clientorderid clientorder merchantorderid merchantorder merchantreference merchantref shoporder shoporderid invoice invoiceno invoicenumber rechnung rechnungsnummer referencia reference faktura facture',
  amount:
    'amount sum refund refundamount value betrag summe erstattung importe monto cantidad kwota wartość montant somme',
  currency: 'currency currencycode ccy cur währung waehrung wahrung moneda divisa waluta devise',
  payeeAccount:
    'iban account accountnumber accountno accountnr payeeaccount recipientaccount beneficiaryaccount bankaccount wallet konto kontonummer bankkonto cuenta numerodecuenta númerodecuenta numerkonta nrkonta rachunek nrrachunku numerrachunku compte numérodecompte numerodecompte',
  payee:
    'payee payeename recipient recipientname beneficiary beneficiaryname supplier suppliername vendor name accountname accountholder holder empfänger empfaenger empfanger lieferant kontoinhaber beneficiario destinatario proveedor odbiorca dostawca bénéficiaire beneficiaire fournisseur',
  bankCode: 'bankcode bic swift swiftcode bicswift routingnumber routing sortcode blz bankleitzahl',
  cardRef:
    'cardrefid cardref cardreference cardreferenceid cardid cardtoken token savedcard storedcard kartenreferenz kartenref referenciadetarjeta idtarjeta referencjakarty référencecarte referencecarte',
  reason:
    'description reference paymentreference purpose details verwendungszweck zahlungsreferenz concepto descripción descripcion referencia tytuł tytul tytułem opis libellé libelle référence reason comment note why grund kommentar bemerkung motivo razón razon comentario powód powod uwagi raison motif commentaire',
  day: 'date day orderdate created createdat paidat datum fecha data',
  email: 'email emailaddress mail customeremail correo adresemail courriel',
  lastFour:
    'lastfour last4 lastfourdigits cardlastfour cardlast4 last4digits letztevier ultimos4 últimos4',
  name: 'name customer customername cardholder buyer kunde kundenname cliente nombre klient nom client',
  account: 'account login endpoint endpointid merchantaccount konto cuenta compte connection',
  rrn: 'rrn bankreference retrievalreference retrievalreferencenumber processorrrn arn',
  approvalCode:
    'approvalcode approval authcode authorisationcode authorizationcode autorisierungscode',
  serialNumber:
    'serialnumber serial serialno seriennummer transactionid movementid refundid numéroserie',
  debit: 'debit grossdebit debitamount soll belastung débit cargo',
  credit: 'credit grosscredit creditamount haben gutschrift crédit abono',
  batch: 'batch batchno batchnumber batchid payoutid payoutreference stapel partia lote lot',
  fee: 'fee fees feeamount commission merchantfee processingfee gebühr gebuehr gebühren gebuehren comisión comision opłata oplata prowizja frais',
  net: 'net netamount nettobetrag netto neto importeneto kwotanetto montantnet',
  rate: 'exchangerate fxrate wechselkurs kurswymiany tipodecambio tauxdechange',
  convertedAmount: 'convertedamount',
  convertedCurrency: 'convertedcurrency',
  kind: 'kind type operation transactiontype vorgang art tipo typ rodzaj',
}
const byName = new Map<string, ColumnRole[]>()
for (const [role, list] of Object.entries(names))
  for (const name of list.split(' '))
    byName.set(name, [...(byName.get(name) ?? []), role as ColumnRole])

const withCurrency = /^(.+?)\s*(?:\(\s*([A-Z]{3})\s*\)|\[\s*([A-Z]{3})\s*\]|\sin\s+([A-Z]{3}))\s*$/

/** "EUR" of "Amount (EUR)" and "Betrag in EUR"; null where the name says none. */
export function currencyOfName(name: string): string | null {
  const [, , ...codes] = withCurrency.exec(name) ?? []
  const code = codes.find((one) => one !== undefined) ?? ''
  return currencyDigits[code] === undefined ? null : code
}

const known = (name: string): readonly ColumnRole[] =>
  byName.get(
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\d]/gu, ''),
  ) ?? []

/** Of what the rows are for: an account is whom to pay, or whose the list is. 'none' if unknown. */
export function roleOfName(name: string, used: readonly ColumnRole[]): ColumnRole {
  const plain = currencyOfName(name) === null ? name : withCurrency.exec(name)![1]!
  const roles = known(plain).filter((role) => used.includes(role))
  if (plain !== name && roles.includes('amount')) return 'amount'
  return known(name).find((role) => used.includes(role)) ?? 'none'
}
