// 3-D Secure results handed back: interface.md, operation table, rows TDS_UPLOAD_*. They spell the
// merchant's id client-order-id. The browser's field names are those of the EMV 3-D Secure
// specification; interface.md shows only threeDSCompInd. Taking a result is all an upload does:
// what becomes of the payment is its order's status. An upload that stayed open until then would
// keep the next result of the same check from being handed in.
import { z } from 'zod'
import { asyncResponse } from './parts/answers.ts'
import { say } from '../../message.ts'
import * as f from './parts/fields.ts'
import { operation } from './parts/operation.ts'

const byOrder = { 'client-order-id': f.client_orderid, orderid: f.orderid }

const uploadControl = {
  scheme: 'control',
  parts: ['@login', 'client-order-id', 'orderid', '#merchant_control_key'],
} as const

/**
 * Only for an upload whose answer was lost: once the payment it belongs to is final, nothing waits
 * for it any more.
 */
const checkedTypes = ['sale', 'preauth', 'account verification']

const encoded = (what: string) =>
  z
    .string({ error: say('operations.enter-what', { what }) })
    // Many banks break the text into lines (RFC 2045), and copying adds blanks.
    .overwrite((text) => text.replace(/\s+/g, ''))
    .max(65_536, 'At most 65,536 characters.')
    .regex(/^[A-Za-z0-9+/_-]+={0,2}$/, 'Paste the Base64 text as it came.')
const number = (what: string, longest: number) =>
  f
    .freeText(what, longest)
    .regex(/^-?\d+$/, 'A whole number.')
    .optional()
const yesNo = z.enum(['true', 'false'], { error: 'Use true or false.' }).optional()

export const secure3d = {
  'upload-cres-result': operation({
    path: '/api/3ds/v1/upload-cres-result',
    wire: 'TDS_UPLOAD_CRES_RESULT',
    risk: 'write',
    title: '3-D Secure challenge response',
    form: '3-D Secure challenge response (CRes)',
    noun: 'challenge response',
    send: 'Submit challenge response',
    done: 'Submitted',
    about: 'Submits what the customer’s bank answered to a 3-D Secure 2 challenge.',
    place: '/secure3d/cres',
    statusTypes: checkedTypes,
    auth: uploadControl,
    request: z.strictObject({ ...byOrder, cres: encoded('the challenge response (CRes)') }),
    response: asyncResponse,
    resolvedBy: 'answer',
  }),
  'upload-method-url-result': operation({
    path: '/api/3ds/v1/upload-method-url-result',
    wire: 'TDS_UPLOAD_METHOD_URL_RESULT',
    risk: 'write',
    title: '3-D Secure method result',
    noun: 'method result',
    send: 'Submit method result',
    done: 'Submitted',
    about: 'Tells the gateway how the 3-D Secure method step ended, and the browser’s details.',
    place: '/secure3d/method',
    statusTypes: checkedTypes,
    auth: uploadControl,
    request: z.strictObject({
      ...byOrder,
      threeDSCompInd: z.enum(['Y', 'N', 'U'], {
        error: 'Y: completed, N: not within 10 seconds, U: there was no method address.',
      }),
      browserAcceptHeader: f.optionalText('the Accept header', 2048),
      browserLanguage: f.optionalText('the browser’s language', 35),
      browserColorDepth: number('the colour depth', 2),
      browserScreenHeight: number('the height of the screen', 6),
      browserScreenWidth: number('the width of the screen', 6),
      browserTZ: number('the time zone in minutes', 5),
      browserUserAgent: f.optionalText('the user agent', 2048),
      browserJavaEnabled: yesNo,
      browserJavascriptEnabled: yesNo,
    }),
    response: asyncResponse,
    resolvedBy: 'answer',
  }),
  'upload-pares-result': operation({
    path: '/api/3ds/v1/upload-pares-result',
    wire: 'TDS_UPLOAD_PARES_RESULT',
    risk: 'write',
    title: '3-D Secure 1 response',
    form: '3-D Secure 1 response (PaRes)',
    noun: 'authentication response',
    send: 'Submit authentication response',
    done: 'Submitted',
    about: 'Submits what the customer’s bank answered to a 3-D Secure 1 check.',
    place: '/secure3d/pares',
    statusTypes: checkedTypes,
    auth: uploadControl,
    request: z.strictObject({
      ...byOrder,
      pares: encoded('the payer authentication response (PaRes)'),
    }),
    response: asyncResponse,
    resolvedBy: 'answer',
  }),
}
