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

/** The numbers that ISO 4217 gives the same currencies, each behind its code. */
const numbered =
  'AED784 AFN971 ALL008 AMD051 AOA973 ARS032 AUD036 AWG533 AZN944 BAM977 BBD052 BDT050 BHD048 BIF108 BMD060 BND096 BOB068 BOV984 BRL986 BSD044 BTN064 BWP072 BYN933 BZD084 CAD124 CDF976 CHE947 CHF756 CHW948 CLF990 CLP152 CNY156 COP170 COU970 CRC188 CUP192 CVE132 CZK203 DJF262 DKK208 DOP214 DZD012 EGP818 ERN232 ETB230 EUR978 FJD242 FKP238 GBP826 GEL981 GHS936 GIP292 GMD270 GNF324 GTQ320 GYD328 HKD344 HNL340 HTG332 HUF348 IDR360 ILS376 INR356 IQD368 IRR364 ISK352 JMD388 JOD400 JPY392 KES404 KGS417 KHR116 KMF174 KPW408 KRW410 KWD414 KYD136 KZT398 LAK418 LBP422 LKR144 LRD430 LSL426 LYD434 MAD504 MDL498 MGA969 MKD807 MMK104 MNT496 MOP446 MRU929 MUR480 MVR462 MWK454 MXN484 MXV979 MYR458 MZN943 NAD516 NGN566 NIO558 NOK578 NPR524 NZD554 OMR512 PAB590 PEN604 PGK598 PHP608 PKR586 PLN985 PYG600 QAR634 RON946 RSD941 RUB643 RWF646 SAR682 SBD090 SCR690 SDG938 SEK752 SGD702 SHP654 SLE925 SOS706 SRD968 SSP728 STN930 SVC222 SYP760 SZL748 THB764 TJS972 TMT934 TND788 TOP776 TRY949 TTD780 TWD901 TZS834 UAH980 UGX800 USD840 USN997 UYI940 UYU858 UYW927 UZS860 VED926 VES928 VND704 VUV548 WST882 XAD396 XAF950 XCD951 XCG532 XOF952 XPF953 YER886 ZAR710 ZMW967 ZWG924'

const byNumber: ReadonlyMap<string, string> = new Map(
  numbered.split(' ').map((one) => [one.slice(3), one.slice(0, 3)]),
)

/**
 * The code of a currency that a gateway told in small letters or by its number (978, or 36 for
 * 036); what is neither stays as it was told.
 */
export function currencyWord(reported: string): string {
  const word = reported.trim()
  if (/^\d{1,3}$/.test(word)) return byNumber.get(word.padStart(3, '0')) ?? word
  const code = word.toUpperCase()
  return Object.hasOwn(currencyDigits, code) ? code : reported
}
