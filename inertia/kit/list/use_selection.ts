import { useState } from 'react'
import type { RowBase } from '~/kit/list/list_types'

/** The selected rows of a list, kept while its pages are turned. */
export function useSelection<Row extends RowBase>(rows: Row[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<Row['id'], Row>>(new Map())
  // What a row said when it was chosen may be old: the rows in view are newer.
  const selected = new Map(chosen)
  for (const row of rows) if (selected.has(row.id)) selected.set(row.id, row)
  const isAllSelected = rows.length > 0 && rows.every((row) => selected.has(row.id))

  return {
    rows: [...selected.values()],
    count: selected.size,
    has: (row: Row) => selected.has(row.id),
    isAllSelected,
    isSomeSelected: !isAllSelected && rows.some((row) => selected.has(row.id)),
    toggle(row: Row) {
      const next = new Map(selected)
      if (!next.delete(row.id)) next.set(row.id, row)
      setChosen(next)
    },
    toggleAll() {
      const next = new Map(selected)
      for (const row of rows) {
        if (isAllSelected) next.delete(row.id)
        else next.set(row.id, row)
      }
      setChosen(next)
    },
    clear: () => setChosen(new Map()),
  }
}

export type Selection<Row extends RowBase> = ReturnType<typeof useSelection<Row>>
