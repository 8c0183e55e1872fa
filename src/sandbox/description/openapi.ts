// An OpenAPI 3.1 description of what this gateway serves, made from its own routes and records, at
// {base}/openapi.json. It holds no key and no order.
import type { ServerResponse } from 'node:http'
import { exampleMerchant, exampleRecord, exampleRequest } from './examples.ts'
import { type FieldForm, type FieldRule, nameAndValue } from '../http/fields.ts'
import { BASE_PATH, MEDIA_TYPE } from '../http/answers.ts'
import type { SandboxContext, Route, RouteAuth } from '../context/context.ts'
import { recordOf, type RecordName, records, type RecordShape } from '../context/records.ts'
import { routes } from '../operations/routes.ts'
import { formulas } from '../signing/verify-control.ts'

export const DESCRIPTION_PATH = '/openapi.json'

type Schema = Record<string, unknown>

const schemeNames = { 'hmac-sha1': 'oauth-hmac-sha1', 'rsa-sha256': 'oauth-rsa-sha256' } as const

function formSchema({ pattern, values, formats }: FieldForm = {}): Schema {
  return {
    ...(pattern === undefined ? {} : { pattern }),
    ...(values === undefined ? {} : { enum: [...values] }),
    ...(formats?.length === 1 ? { format: formats[0] } : {}),
    ...(formats !== undefined && formats.length > 1
      ? { anyOf: formats.map((format) => ({ type: 'string', format })) }
      : {}),
  }
}

const fieldSchema = ({ longest, form }: FieldRule): Schema => ({
  type: 'string',
  minLength: 1,
  maxLength: longest,
  ...formSchema(form),
})

const properties = <Item>(items: readonly (readonly [string, Item])[]): Record<string, Item> =>
  Object.fromEntries(items)

/** Together: each field needs the others. Any of: at least one. */
function bondSchema({ together = [], anyOf = [], fields }: Route): Schema {
  // Every operation that may leave the amount out keeps it with its currency (fields.ts).
  const mayLackMoney = fields.some(({ name, isRequired }) => name === 'amount' && !isRequired)
  const money = mayLackMoney ? [['amount', 'currency']] : []
  const needs = [...money, ...together].flatMap((names) =>
    names.map((name) => [name, names.filter((other) => other !== name)] as const),
  )
  const choices = anyOf.map((names) => ({ anyOf: names.map(choiceSchema) }))
  return {
    ...(needs.length === 0 ? {} : { dependentRequired: properties(needs) }),
    ...(choices.length === 0 ? {} : { allOf: choices }),
  }
}

function choiceSchema(asked: string): Schema {
  const [name, value] = nameAndValue(asked)
  return {
    required: [name],
    ...(value === undefined ? {} : { properties: { [name]: { const: value } } }),
  }
}

const requestSchema = (route: Route): Schema => ({
  type: 'object',
  properties: properties(route.fields.map((rule) => [rule.name, fieldSchema(rule)] as const)),
  required: route.fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  ...bondSchema(route),
})

const recordSchema = ({ about, required, optional, forms }: RecordShape): Schema => ({
  type: 'object',
  description: about,
  properties: properties(
    [...required, ...optional].map(
      (name) => [name, { type: 'string', ...formSchema(forms[name]) }] as const,
    ),
  ),
  required: [...required],
  additionalProperties: { type: 'string' },
})

function signed(auth: RouteAuth): Schema {
  return auth.scheme === 'control' ? {} : { [schemeNames[auth.scheme]]: [] }
}

function signedWith(auth: RouteAuth): string {
  return auth.scheme === 'control'
    ? `control: SHA-1 of ${[...formulas[auth.formula], 'merchant_control_key'].join(', ')}, in lower-case hexadecimal`
    : `OAuth 1.0a, ${auth.scheme.toUpperCase()}`
}

const answer = (name: RecordName, message: string, status = 200): Schema => ({
  description: message,
  content: {
    [MEDIA_TYPE]: {
      schema: { $ref: `#/components/schemas/${name}` },
      example: exampleRecord(records[name], status),
    },
  },
})

/** Families of operations, as interface.md groups them, and the first of which an id is one. */
const families: readonly [tag: string, about: string, ids: RegExp][] = [
  ['3-D Secure', 'Results of a customer’s bank, handed back.', /^upload-/],
  ['Hosted forms', 'Orders that a customer completes on the gateway’s own page.', /-form$/],
  ['Cards', 'Card references and what is known of a card.', /card-(?:ref|info)|rebill|^account-/],
  ['Subscriptions', 'Recurring payments.', /recurring/],
  ['Payouts and transfers', 'Money out, and from card to card.', /payout|transfer|eligibility/],
  ['Payments', 'Card payments, what follows them, and their status.', /./],
]

const familyOf = (id: string): string => families.find(([, , ids]) => ids.test(id))?.[0] ?? ''

/** "create-card-ref-v4" as a title: "Create card ref v4". */
const titleOf = (id: string): string =>
  `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`

function operation(route: Route, place: 'endpoint' | 'group'): Schema {
  const hasOAuth = route.auth.some(({ scheme }) => scheme !== 'control')
  const isGroup = place === 'group'
  return {
    operationId: isGroup ? `${route.id}-by-group` : route.id,
    summary: isGroup ? `${titleOf(route.id)}, at an endpoint group` : titleOf(route.id),
    tags: [familyOf(route.id)],
    description: `Signed with ${route.auth.map(signedWith).join('; or with ')}.`,
    parameters: [
      { $ref: `#/components/parameters/${place}Id` },
      { $ref: '#/components/parameters/accept' },
    ],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: { $ref: `#/components/schemas/${route.id}-request` },
          example: exampleRequest(route, place),
        },
      },
    },
    responses: {
      200: answer(recordOf(route), 'The request was accepted.'),
      400: answer('ValidationErrorResponse', 'The request was refused.', 400),
      ...(hasOAuth
        ? { 403: answer('ServerErrorResponse', 'The OAuth signature was refused.', 403) }
        : {}),
      413: answer('ServerErrorResponse', 'The body has more than one mebibyte.', 413),
      500: answer('ServerErrorResponse', 'The gateway failed.', 500),
    },
    security: route.auth.map(signed),
  }
}

const oauth = (method: string): Schema => ({
  type: 'http',
  scheme: 'OAuth',
  description: `OAuth 1.0a (RFC 5849) with ${method}; all parameters travel in the Authorization header.`,
})

/** The whole description; `origin` is where the gateway listens. */
export function describeInterface(origin: string): Schema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payment processing gateway (sandbox)',
      version: 'dev',
      description: `A practice gateway: no real money moves. The control parameter of the control scheme is a field of the request body. Every request needs the header Accept: ${MEDIA_TYPE}. In the examples a control is made with the key “${exampleMerchant.key}” for endpoint ${exampleMerchant.endpointId} or group ${exampleMerchant.groupId}.`,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The gateway’s console', url: `${origin}/console/` },
    },
    tags: families.map(([name, description]) => ({ name, description })),
    servers: [{ url: origin + BASE_PATH }],
    paths: properties(
      routes.flatMap(
        (route) =>
          [
            [`${route.path}/{endpointId}`, { post: operation(route, 'endpoint') }],
            [`${route.path}/group/{groupId}`, { post: operation(route, 'group') }],
          ] as const,
      ),
    ),
    components: {
      parameters: {
        endpointId: {
          name: 'endpointId',
          in: 'path',
          required: true,
          example: Number(exampleMerchant.endpointId),
          description: 'The endpoint’s id.',
          schema: { type: 'integer', format: 'int64' },
        },
        groupId: {
          name: 'groupId',
          in: 'path',
          required: true,
          example: Number(exampleMerchant.groupId),
          description:
            'The id of an endpoint group; it enters the formula in the endpoint’s place.',
          schema: { type: 'integer', format: 'int64' },
        },
        // OpenAPI has no say over a header of this name, but clients made from a description send
        // what they find here.
        accept: {
          name: 'Accept',
          in: 'header',
          required: true,
          description: 'Any other answer type is refused.',
          schema: { type: 'string', enum: [MEDIA_TYPE], default: MEDIA_TYPE },
        },
      },
      securitySchemes: {
        [schemeNames['hmac-sha1']]: oauth('HMAC-SHA1'),
        [schemeNames['rsa-sha256']]: oauth('RSA-SHA256'),
      },
      schemas: {
        ...properties(
          routes.map((route) => [`${route.id}-request`, requestSchema(route)] as const),
        ),
        ...properties(
          Object.entries(records).map(([name, shape]) => [name, recordSchema(shape)] as const),
        ),
      },
    },
  }
}

export function answerDescription({ origin }: SandboxContext, response: ServerResponse): void {
  response
    .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(describeInterface(origin)))
}
