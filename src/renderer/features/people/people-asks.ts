// What can be asked for about people, as data: which fields each dialog has, in their order, and
// the call it makes. Passphrases live in the dialog until the call and no longer.
import type { Fault, Result } from '#shared/fault.ts'
import type { PersonView } from '#shared/people/people-methods.ts'
import type { Limit, LimitedRole, LimitGroup } from '#shared/people/limits.ts'
import {
  type GivableRight,
  givableRights,
  type HeldRole,
  type OwnRole,
  type OwnRoleId,
} from '#shared/people/own-roles.ts'
import { call } from '../../api/bridge.ts'
import { t } from '../../messages/message.ts'

/** `own`: the passphrase of whoever is signed in, whose key signs the change. */
export type PeopleField =
  | 'name'
  | 'roles'
  | 'rights'
  | 'minutes'
  | 'role'
  | 'group'
  | 'per'
  | 'amount'
  | 'currency'
  | 'approvals'
  | 'publicKey'
  | 'own'
  | 'passphrase'
  | 'again'

export interface TypedPerson {
  name: string
  roles: HeldRole[]
  rights: GivableRight[]
  minutes: string
  role: LimitedRole
  group: LimitGroup
  per: 'request' | 'day'
  amount: string
  currency: string
  approvals: '1' | '2'
  publicKey: string
  own: string
  passphrase: string
  again: string
}

interface PeopleAsk {
  testid: string
  title: (name: string) => string
  about: string
  action: string
  isGrave?: boolean
  fields: readonly PeopleField[]
  /** `id`: of the person or the role that it is about; empty where it is about neither. */
  send: (typed: TypedPerson, id: string) => Promise<Result<unknown>>
}

const perOf = (per: TypedPerson['per']): { per?: 'day' } => (per === 'day' ? { per } : {})

const ask = (one: PeopleAsk): PeopleAsk => one

export const peopleAsks = {
  'switch-on': ask({
    testid: 'people-switch-on',
    title: () => t('people.first-administrator'),
    about: t('people.switch-on-about'),
    action: t('people.switch-on-dots'),
    fields: ['name', 'passphrase', 'again'],
    send: ({ name, passphrase }) => call('people:switch-on', { name, passphrase }),
  }),
  recover: ask({
    testid: 'people-recover',
    title: () => t('people.become-administrator'),
    about: t('people.recover-about'),
    action: t('people.recover-go'),
    fields: ['name', 'passphrase', 'again'],
    send: ({ name, passphrase }) => call('people:recover', { name, passphrase }),
  }),
  'take-over': ask({
    testid: 'people-take-over',
    title: () => t('people.become-administrator'),
    about: t('people.take-over-about'),
    action: t('people.become-administrator'),
    fields: ['own'],
    send: ({ own }) => call('people:take-over', { own }),
  }),
  add: ask({
    testid: 'person-add',
    title: () => t('people.add-a-person'),
    about: t('people.add-about'),
    action: t('people.add'),
    fields: ['name', 'roles', 'passphrase', 'again', 'own'],
    send: ({ name, roles, passphrase, own }) =>
      call('people:add', { name, roles, passphrase, own }),
  }),
  elsewhere: ask({
    testid: 'person-elsewhere',
    title: () => t('people.add-elsewhere'),
    about: t('people.add-elsewhere-about'),
    action: t('people.add'),
    fields: ['name', 'publicKey', 'roles', 'own'],
    send: ({ name, roles, publicKey, own }) =>
      call('people:add-elsewhere', { name, roles, publicKey, own }),
  }),
  roles: ask({
    testid: 'person-roles',
    title: (name) => t('people.roles-of', { name }),
    about: t('people.roles-about'),
    action: t('everywhere.save'),
    fields: ['roles', 'own'],
    send: ({ roles, own }, personId) => call('people:set-roles', { personId, roles, own }),
  }),
  key: ask({
    testid: 'person-key',
    title: (name) => t('people.new-passphrase-of', { name }),
    about: t('people.new-key-about'),
    action: t('everywhere.save'),
    fields: ['passphrase', 'again', 'own'],
    send: ({ passphrase, own }, personId) => call('people:new-key', { personId, passphrase, own }),
  }),
  remove: ask({
    testid: 'person-remove',
    title: (name) => t('people.remove-name', { name }),
    about: t('people.remove-about'),
    action: t('people.remove-go'),
    isGrave: true,
    fields: ['own'],
    send: ({ own }, personId) => call('people:remove', { personId, own }),
  }),
  idle: ask({
    testid: 'people-idle',
    title: () => t('people.lock-after'),
    about: t('people.idle-about'),
    action: t('everywhere.save'),
    fields: ['minutes', 'own'],
    send: ({ minutes, own }) => call('people:set-idle', { minutes: Number(minutes), own }),
  }),
  limit: ask({
    testid: 'limit-add',
    title: () => t('approvals.add-limit'),
    about: t('approvals.limit-about'),
    action: t('everywhere.save'),
    fields: ['role', 'group', 'per', 'amount', 'currency', 'approvals', 'own'],
    send: ({ role, group, per, amount, currency, approvals, own }) =>
      call('people:set-limit', {
        ...{ role, group, ...perOf(per), currency, own },
        ...{ amount, approvals: approvals === '2' ? 2 : 1 },
      }),
  }),
  'limit-end': ask({
    testid: 'limit-remove',
    title: () => t('approvals.remove-limit'),
    about: t('approvals.remove-limit-about'),
    action: t('everywhere.remove'),
    isGrave: true,
    fields: ['own'],
    send: ({ role, group, per, currency, own }) =>
      call('people:set-limit', {
        ...{ role, group, ...perOf(per), currency, own },
        ...{ amount: null, approvals: 1 },
      }),
  }),
  role: ask({
    testid: 'own-role',
    title: (name) => (name === '' ? t('people.add-role') : t('people.change-role')),
    about: t('people.role-fields-about'),
    action: t('everywhere.save'),
    fields: ['name', 'rights', 'own'],
    send: ({ name, rights, own }, id) =>
      call('people:set-role', { roleId: id === '' ? null : (id as OwnRoleId), name, rights, own }),
  }),
  'role-end': ask({
    testid: 'own-role-remove',
    title: () => t('people.remove-role'),
    about: t('people.remove-role-about'),
    action: t('everywhere.remove'),
    isGrave: true,
    fields: ['own'],
    send: ({ own }, id) => call('people:remove-role', { roleId: id as OwnRoleId, own }),
  }),
  passphrase: ask({
    testid: 'own-passphrase',
    title: () => t('people.change-my-passphrase'),
    about: t('people.own-passphrase-about'),
    action: t('everywhere.save'),
    fields: ['own', 'passphrase', 'again'],
    send: ({ own, passphrase }) => call('people:change-passphrase', { own, passphrase }),
  }),
} as const

export type PeopleAskName = keyof typeof peopleAsks

export const noPerson = (
  person: PersonView | null,
  limit: Limit | null = null,
  role: OwnRole | null = null,
): TypedPerson => ({
  ...{
    name: role?.name ?? '',
    minutes: '',
    own: '',
    passphrase: '',
    again: '',
    amount: '',
    approvals: '1',
  },
  publicKey: '',
  ...{ role: limit?.role ?? 'payments', group: limit?.group ?? 'refunds' },
  per: limit?.per ?? 'request',
  currency: limit?.currency ?? '',
  roles: [...(person?.roles ?? []), ...(person?.ownRoles ?? []).map(({ id }) => id)],
  rights: givableRights.filter((right) => role?.rights.includes(right)),
})

/** The field of the dialog that a fault of main is about, or null. */
export const fieldOf = (fault: Fault, fields: readonly PeopleField[]): PeopleField | null =>
  fault.kind === 'input' ? (fields.find((one) => one === fault.field) ?? null) : null
