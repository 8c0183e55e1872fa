// On a screen that lists what was read before: a dropped file is taken to the screen where the next
// one is read, and read there. What can't be read is said there, too.
import { useRouter } from 'vue-router'
import type { ListUse } from '#shared/files/file-methods.ts'
import { useDropTaker } from '../../api/desktop/dropped.ts'
import { useFileRunStore } from './from-list/file-run.ts'

/** `path`: of the screen that reads lists for this use. */
export function useBeginDropped(use: ListUse | 'run', path: string): void {
  const list = useFileRunStore()
  const router = useRouter()
  useDropTaker(async (file: File) => {
    await router.push(path)
    // Somebody went on meanwhile: it is read for nobody.
    if (router.currentRoute.value.path !== path) return
    list.use(use)
    await list.readDropped(file)
  })
}
