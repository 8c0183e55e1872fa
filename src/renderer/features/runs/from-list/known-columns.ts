// How columns of lists were read before, by what the list is for and the names of its columns in
// their order, and what names of a report's kinds mean on a connection. A comfort of this computer:
// columns are offered for a list that names the very same ones, and a person takes it or not.
// MONEY: nothing of it is ever taken by itself.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { ColumnRole } from '#shared/files/column-role.ts'
import type { FileView } from '#shared/files/file-methods.ts'
import type { Preference } from '#shared/bridge/preferences.ts'
import { findPreference, keep } from '../../../api/preferences.ts'

type KnownColumns = Preference<'list-columns'>[number]
type KnownKinds = Preference<'report-kinds'>
/** Of an older list there is another one like it before this many others. */
const mostKept = 40
/** Names of one connection. */
const mostNames = 60

type Columns = Pick<FileView, 'operation' | 'headLine' | 'columns' | 'roles'>

type Kinds = Pick<FileView, 'connectionId' | 'openKinds'>

const isOf = (one: KnownColumns, { operation, columns }: Columns): boolean =>
  one.operation === operation &&
  one.names.length === columns.length &&
  one.names.every((name, at) => name === columns[at]!.name)

export const useKnownColumnsStore = defineStore('known-columns', () => {
  const known = ref<KnownColumns[]>([])
  const kinds = ref<KnownKinds>({})
  let hasLoaded = false

  async function load(): Promise<void> {
    if (hasLoaded) return
    hasLoaded = true
    known.value = (await findPreference('list-columns')) ?? []
    kinds.value = (await findPreference('report-kinds')) ?? {}
  }

  /** What a person said last of these names, of those that they said something of. */
  function kindsFor({ connectionId, openKinds }: Kinds): KnownKinds[string] {
    const said = kinds.value[connectionId] ?? {}
    return Object.fromEntries(
      openKinds.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])),
    )
  }

  /** Of a report that was taken in. */
  function rememberKinds(connectionId: string, said: KnownKinds[string]): void {
    if (Object.keys(said).length === 0) return
    const all = { ...kinds.value[connectionId], ...said }
    const newest = Object.fromEntries(Object.entries(all).slice(-mostNames))
    kinds.value = { ...kinds.value, [connectionId]: newest }
    void keep('report-kinds', kinds.value)
  }

  /** As they were read before; null where that is not known, or they are read like that now. */
  function offerFor(view: Columns): ColumnRole[] | null {
    const roles = view.headLine > 0 ? known.value.find((one) => isOf(one, view))?.roles : undefined
    const may = (role: ColumnRole): boolean => role === 'none' || view.roles.includes(role)
    if (roles === undefined || !roles.every(may)) return null
    return roles.every((role, at) => role === view.columns[at]!.role) ? null : [...roles]
  }

  /** Of a list that something was made of, where a person said what its columns hold. */
  function remember(view: Columns): void {
    if (view.headLine === 0) return
    const { operation, columns } = view
    const names = columns.map(({ name }) => name)
    const roles = columns.map(({ role }) => role)
    const others = known.value.filter((one) => !isOf(one, view))
    known.value = [{ operation, names, roles }, ...others].slice(0, mostKept)
    void keep('list-columns', known.value)
  }

  function forget(view: Columns): void {
    known.value = known.value.filter((one) => !isOf(one, view))
    void keep('list-columns', known.value)
  }

  return { load, offerFor, remember, forget, kindsFor, rememberKinds }
})
