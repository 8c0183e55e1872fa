// Roles, as data: each is a name and the rights it gives. A person holds one or more, and may do
// what any of them gives. Operations are taken in by what their rows say, so that a new operation
// has its people as soon as it has its row.
import { say } from '../message.ts'
import { operationIds, rowOf, type OperationId } from '../gateway/operations/index.ts'
import type { Operation } from '../gateway/operations/parts/operation.ts'
import type { DeskRight, Right } from './rights.ts'

const all = (belongs: (row: Operation) => boolean): OperationId[] =>
  operationIds.filter((id) => belongs(rowOf(id)))

const areaOf = ({ place }: Operation): string => place.split('/')[1] ?? ''
const paidOut = ['payouts', 'transfers']

const reads = all(({ risk }) => risk === 'read')
const payments = all((row) => !paidOut.includes(areaOf(row)))
/** With the cards they are paid to. */
const payouts = all(
  (row) => paidOut.includes(areaOf(row)) || (areaOf(row) === 'cards' && row.risk !== 'money'),
)

interface RoleRow {
  name: string
  about: string
  desk: readonly DeskRight[]
  operations: readonly OperationId[]
}

export const roles = {
  support: {
    name: say('people.role-support'),
    about: say('people.role-support-about'),
    desk: ['notes'],
    operations: reads,
  },
  payments: {
    name: say('people.role-payments'),
    about: say('people.role-payments-about'),
    desk: ['notes', 'card-entry', 'runs', 'reports', 'export'],
    operations: [...new Set([...reads, ...payments])],
  },
  payouts: {
    name: say('people.role-payouts'),
    about: say('people.role-payouts-about'),
    desk: ['notes', 'card-entry', 'recipients', 'runs', 'reports', 'export'],
    operations: [...new Set([...reads, ...payouts])],
  },
  approver: {
    name: say('people.role-approver'),
    about: say('people.role-approver-about'),
    desk: ['notes', 'approve', 'resolve', 'resume-money', 'reports'],
    operations: reads,
  },
  auditor: {
    name: say('people.role-auditor'),
    about: say('people.role-auditor-about'),
    desk: ['verify', 'export', 'reports'],
    operations: [],
  },
  administrator: {
    name: say('people.role-administrator'),
    about: say('people.role-administrator-about'),
    desk: ['people', 'connections', 'records', 'program', 'verify', 'resume-money'],
    operations: reads,
  },
} as const satisfies Readonly<Record<string, RoleRow>>

export type Role = keyof typeof roles
export const roleIds = Object.keys(roles) as [Role, ...Role[]]

export const isRole = (name: string): name is Role => Object.hasOwn(roles, name)

const rightsOfRole = (role: Role): readonly Right[] => {
  const { desk, operations }: RoleRow = roles[role]
  return [...desk, ...operations]
}

/** What any of these roles gives. */
export const rightsOf = (held: readonly Role[]): ReadonlySet<Right> =>
  new Set(held.flatMap(rightsOfRole))

/** The roles that give this right. */
export const rolesWith = (right: Right): readonly Role[] =>
  roleIds.filter((role) => rightsOfRole(role).includes(right))
