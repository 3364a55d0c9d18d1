import { router } from '@inertiajs/react'
import { useHotkeys } from '@mantine/hooks'
import { useListQuery } from '~/kit/list/use_list_query'
import type { LineRow } from './line_types'

const lists: ReadonlySet<string> = new Set(['status'])

/** Which movement is in view, moved by mouse or keyboard; only the right pane is asked for again. */
export function useLines(rows: LineRow[], selectedId: number | null) {
  const query = useListQuery(lists)
  const at = rows.findIndex((row) => row.id === selectedId)

  function select(row: LineRow | undefined) {
    if (!row || row.id === selectedId) return
    router.get(
      query.urlWith({ line: String(row.id) }),
      {},
      { only: ['selected'], preserveState: true, preserveScroll: true, replace: true }
    )
    document.getElementById(`line-${row.id}`)?.scrollIntoView({ block: 'nearest' })
  }

  return {
    query,
    select,
    next: () => select(rows[Math.min(at + 1, rows.length - 1)]),
    previous: () => select(rows[Math.max(at - 1, 0)]),
    /** Where the work goes on once the movement in view is done. */
    following: rows[at + 1] ?? rows[at - 1],
  }
}

type Keys = {
  isOn: boolean
  next: () => void
  previous: () => void
  accept: () => void
  book: () => void
  undo: () => void
}

/** ↑↓ J K move, S skips, Enter accepts, N opens a new entry, U undoes; never while something else has the focus. */
export function useReconcileKeys({ isOn, next, previous, accept, book, undo }: Keys) {
  const guarded = (act: () => void) => (event: KeyboardEvent) => {
    if (!isOn || !isAtWork(event.target)) return
    event.preventDefault()
    act()
  }
  const key = (name: string, act: () => void) => [name, guarded(act), { preventDefault: false }] as const
  useHotkeys(
    [
      key('ArrowDown', next),
      key('J', next),
      key('S', next),
      key('ArrowUp', previous),
      key('K', previous),
      key('Enter', accept),
      key('N', book),
      key('U', undo),
    ].map(([name, act, options]) => [name, act, options])
  )
}

/** The keys belong to the movements and to the bare page: a link or a button that has the focus keeps its own. */
function isAtWork(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.closest('[data-line]') !== null)
}
