import type { KeyboardEvent } from 'react'

type Keys = {
  count: number
  focusRow: (index: number) => void
  open: (index: number, event: KeyboardEvent) => void
  toggle?: (index: number) => void
}

/** The keys of a list: arrows move, Enter opens, x selects, Space selects and goes on. */
export function rowKeys({ count, focusRow, open, toggle }: Keys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    if (!row || event.target !== row) return
    const index = Number(row.dataset.index)
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: count - 1,
    }
    const to = moves[event.key]
    if (to !== undefined) focusRow(Math.min(Math.max(to, 0), count - 1))
    else if (event.key === 'Enter') open(index, event)
    else if ((event.key === 'x' || event.key === 'X') && !event.ctrlKey && !event.metaKey) toggle?.(index)
    else if (event.key === ' ') {
      toggle?.(index)
      focusRow(Math.min(index + 1, count - 1))
    } else return
    event.preventDefault()
  }
}
