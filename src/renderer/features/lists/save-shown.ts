// Saves a list that the page has all rows of, as it shows them. Main asks where, and notes it.
import type { ListReport, ShownList } from '#shared/bridge/lists.ts'
import type { Result } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'

export const saveShown = (
  list: string,
  as: ShownList['as'],
  shown: Pick<ShownList, 'columns' | 'rows'>,
): Promise<Result<ListReport | null>> => call('list:save', { list, as, ...shown })
