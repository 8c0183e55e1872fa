// How columns of lists were read before, by what the list is for and the names of its columns in
// their order. A comfort of this computer: it is offered for a list that names the very same
// columns, and a person takes it or not. MONEY: nothing of it is ever taken by itself.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { ColumnRole } from '#shared/files/column-role.ts'
import type { FileView } from '#shared/files/file-methods.ts'
import type { Preference } from '#shared/bridge/preferences.ts'
import { findPreference, keep } from '../../../api/preferences.ts'

type KnownColumns = Preference<'list-columns'>[number]
/** Of an older list there is another one like it before this many others. */
const mostKept = 40

type Columns = Pick<FileView, 'operation' | 'headLine' | 'columns' | 'roles'>

const isOf = (one: KnownColumns, { operation, columns }: Columns): boolean =>
  one.operation === operation &&
  one.names.length === columns.length &&
  one.names.every((name, at) => name === columns[at]!.name)

export const useKnownColumnsStore = defineStore('known-columns', () => {
  const known = ref<KnownColumns[]>([])
  let hasLoaded = false

  async function load(): Promise<void> {
    if (hasLoaded) return
    hasLoaded = true
    known.value = (await findPreference('list-columns')) ?? []
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

  return { load, offerFor, remember, forget }
})
