// Every way this gateway says no: a name, a code and an HTTP status. Callers return refusals; they
// are never thrown.

export const refusalCodes = {
  INVALID_CONTROL_CODE: { code: '8', http: 400 },
  MISSING_FIELD: { code: '10', http: 400 },
  INVALID_FIELD: { code: '11', http: 400 },
  FIELD_TOO_LONG: { code: '12', http: 400 },
  INVALID_AMOUNT: { code: '13', http: 400 },
  INVALID_CURRENCY: { code: '14', http: 400 },
  AMOUNT_WITHOUT_CURRENCY: { code: '15', http: 400 },
  REPEATED_FIELD: { code: '16', http: 400 },
  MALFORMED_BODY: { code: '17', http: 400 },
  WRONG_CONTENT_TYPE: { code: '18', http: 400 },
  WRONG_ACCEPT: { code: '19', http: 400 },
  UNKNOWN_ENDPOINT: { code: '20', http: 400 },
  WRONG_LOGIN: { code: '21', http: 400 },
  DUPLICATE_ORDER: { code: '30', http: 400 },
  ORDER_NOT_FOUND: { code: '31', http: 400 },
  ORDER_MISMATCH: { code: '32', http: 400 },
  NOT_A_PREAUTH: { code: '40', http: 400 },
  NOT_APPROVED: { code: '41', http: 400 },
  HOLD_RELEASED: { code: '42', http: 400 },
  ALREADY_SETTLED: { code: '43', http: 400 },
  ABOVE_REMAINDER: { code: '44', http: 400 },
  NOTHING_LEFT: { code: '45', http: 400 },
  CURRENCY_MISMATCH: { code: '46', http: 400 },
  PARTIAL_NOT_POSSIBLE: { code: '47', http: 400 },
  IDENTICAL_RETURN: { code: '48', http: 400 },
  NOT_RETURNABLE: { code: '49', http: 400 },
  CARD_REF_NOT_FOUND: { code: '50', http: 400 },
  RECURRING_NOT_FOUND: { code: '51', http: 400 },
  NOT_CHECKED: { code: '52', http: 400 },
  ALREADY_PAID: { code: '53', http: 400 },
  NOT_IN_3DS: { code: '54', http: 400 },
  DESTINATION_REFUSED: { code: '55', http: 400 },
  OAUTH_MALFORMED: { code: '60', http: 403 },
  OAUTH_CONSUMER: { code: '61', http: 403 },
  OAUTH_METHOD: { code: '62', http: 403 },
  OAUTH_TIMESTAMP: { code: '63', http: 403 },
  OAUTH_NONCE: { code: '64', http: 403 },
  OAUTH_SIGNATURE: { code: '65', http: 403 },
  OAUTH_KEY: { code: '66', http: 403 },
  UNKNOWN_PATH: { code: '90', http: 404 },
  METHOD_NOT_ALLOWED: { code: '91', http: 405 },
  BODY_TOO_LARGE: { code: '92', http: 413 },
  INTERNAL: { code: '99', http: 500 },
} as const satisfies Record<string, { code: string; http: number }>

export type RefusalName = keyof typeof refusalCodes

export interface Refusal {
  name: RefusalName
  http: number
  code: string
  /** Names the field where there is one. */
  message: string
  field: string | null
}

export type Checked<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

export const accept = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

export function refuse(
  name: RefusalName,
  message: string,
  field: string | null = null,
): { ok: false; refusal: Refusal } {
  const { code, http } = refusalCodes[name]
  return { ok: false, refusal: { name, http, code, message: `${name}: ${message}`, field } }
}
