import { useState } from 'react'
import { readStored, writeStored } from '~/browser_store'
import type { Column } from '~/kit/list_types'
import { useShared } from '~/shared_props'

export type Density = 'normal' | 'compact'

const densityKey = 'caudal.table.density'

/** Which columns of a table are shown and how tall its rows are, both remembered in this browser. */
export function useTableLook<Row>(storageKey: string, columns: Column<Row>[]) {
  const columnsKey = `caudal.table.${storageKey}.columns`
  const preferred = useShared().auth.user?.table_density === 'compact' ? 'compact' : 'normal'
  const [shown, setShown] = useState<string[] | null>(() => readStored(columnsKey, null))
  const [density, setDensity] = useState<Density>(() => readStored(densityKey, preferred))
  const keys = shown ?? columns.filter((column) => !column.optional).map((column) => column.key)
  const visible = columns.filter((column, index) => index === 0 || keys.includes(column.key))

  return {
    visible,
    density,
    rowHeight: density === 'compact' ? 30 : 36,
    isShown: (key: string) => visible.some((column) => column.key === key),
    toggleColumn(key: string) {
      const next = keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]
      setShown(next)
      writeStored(columnsKey, next)
    },
    toggleDensity() {
      const next = density === 'compact' ? 'normal' : 'compact'
      setDensity(next)
      writeStored(densityKey, next)
    },
  }
}

export type TableLook<Row> = ReturnType<typeof useTableLook<Row>>
