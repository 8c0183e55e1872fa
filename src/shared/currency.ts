// Minor digits per currency, pinned from ISO 4217 (list one, active codes). Intl is not ISO 4217:
// it says 0 digits for sixteen currencies that have 2 or 3, which would be a 100x error. Checked
// against a public package in the tests.

const with2 =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG'
const with0 = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
const with3 = 'BHD IQD JOD KWD LYD OMR TND'
const with4 = 'CLF UYW'

const entries = (codes: string, digits: number): [string, number][] =>
  codes.split(' ').map((code) => [code, digits])

export const currencyDigits: Readonly<Record<string, number>> = Object.freeze(
  Object.assign(
    Object.create(null) as Record<string, number>,
    Object.fromEntries([
      ...entries(with2, 2),
      ...entries(with0, 0),
      ...entries(with3, 3),
      ...entries(with4, 4),
    ]),
  ),
)
