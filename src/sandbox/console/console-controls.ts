// The console's switches as plain forms: faults, behaviour, clock, registered keys; and the tables
// of what amounts and cards do.
import { dateText } from '../http/answers.ts'
import { testCards } from '../book/card.ts'
import { cells, code, escapeHtml as e, table } from '../http/html.ts'
import { disputeEndings, disputeTypes } from '../events/dispute.ts'
import { hostNames, hostPlayed, hostProfile } from '../hosts/profiles.ts'
import { faultKinds, faultRow } from '../book/test-amounts.ts'
import type { SandboxContext } from '../context/context.ts'
import { routes } from '../operations/routes.ts'

const form = (action: string, body: string): string =>
  `<form method="post" action="/console/${action}">${body}</form>`
const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${e(value)}">`
const select = (name: string, label: string, values: readonly string[]): string =>
  `<select name="${name}" aria-label="${e(label)}">${values.map((value) => `<option value="${e(value)}">${e(value)}</option>`).join('')}</select>`

export function faultControls({ faults }: SandboxContext): string {
  const list = faults.list().map(({ operation, kind, times }) => {
    const left = times === undefined ? '' : `, ${times} more`
    const body = `${hidden('operation', operation)}${code(operation)} ${e(kind)}${left} <button>Clear</button>`
    return `<li>${form('faults/clear', body)}</li>`
  })
  const times =
    '<input name="times" size="6" placeholder="times" aria-label="How many times; empty for always">'
  const operations = select('operation', 'Operation', ['*', ...routes.map(({ id }) => id)])
  return (
    form(
      'faults',
      `${operations}${select('kind', 'Fault', faultKinds)}${times}<button>Switch on</button>`,
    ) + (list.length === 0 ? '<p>No fault is switched on.</p>' : `<ul>${list.join('')}</ul>`)
  )
}

export const switchControls = ({ switches }: SandboxContext): string =>
  switches
    .list()
    .map(({ name, isOn, about }) =>
      form(
        'switches',
        `${hidden('name', name)}${hidden('on', isOn ? 'off' : 'on')}<button>${isOn ? 'Switch off' : 'Switch on'}</button><span>${code(name)} is ${isOn ? 'on' : 'off'}: ${e(about)}</span>`,
      ),
    )
    .join('<br>')

export function hostControls({ switches }: SandboxContext): string {
  const played = hostPlayed(switches)
  const now =
    played === null
      ? 'The switches below are those of no host in this list.'
      : `This is the host ${code(played)}: ${e(hostProfile(played).about)}`
  const rows = hostNames.map((name) =>
    cells(
      form('host', `${hidden('name', name)}<button>Play ${e(name)}</button>`),
      e(hostProfile(name).about),
    ),
  )
  return `<p>${now}</p>${table(['Host', 'What is different'], rows, '')}`
}

export const disputeControls = (): string =>
  form(
    'disputes',
    `<input name="orderid" size="12" placeholder="order" aria-label="Order ID">${disputeTypes
      .map((type) => `<button name="type" value="${type}">Make a ${type}</button>`)
      .join('')}`,
  )

export const clockControls = ({ clock }: SandboxContext): string =>
  `<p>The book’s time is ${dateText(clock.book())}.</p>${form(
    'advance',
    '<select name="ms" aria-label="How far"><option value="60000">1 minute</option><option value="600000">10 minutes</option><option value="86400000">1 day</option><option value="2592000000">30 days</option></select><button>Move ahead</button>',
  )}`

export const keyControls = ({ keys }: SandboxContext): string =>
  table(
    ['SHA-256 fingerprint'],
    keys.list().map(({ fingerprint }) => cells(code(fingerprint))),
    'No key is registered.',
  ) +
  form(
    'keys',
    '<textarea name="pem" rows="4" cols="66" aria-label="Public key in PEM form" placeholder="-----BEGIN PUBLIC KEY-----"></textarea><button>Register a public key</button>',
  )

export const testAmountTable = (): string =>
  table(
    ['Ends in', 'What happens'],
    faultKinds
      .flatMap((kind) => {
        const { ends, about } = faultRow(kind)
        return ends === undefined ? [] : [cells(code(ends), e(about))]
      })
      .concat(disputeEndings.map(({ ends, about }) => cells(code(ends), e(about)))),
    '',
  )

export const cardsTable = (): string =>
  table(
    ['Number', 'What happens'],
    testCards.map(({ number, about }) => cells(code(number), e(about))),
    '',
  )
