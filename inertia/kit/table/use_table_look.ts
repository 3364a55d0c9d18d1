import { useState } from 'react'
import { isTexts, readStored, writeStored } from '~/browser_store'
import type { Column } from '~/kit/list/list_types'
import { useTableDensity } from '~/kit/table/use_table_density'

/** Which columns of a table are shown, remembered in this browser, and how tall its rows are, kept with the user. */
export function useTableLook<Row>(storageKey: string, columns: Column<Row>[]) {
  const columnsKey = `caudal.list.${storageKey}.columns`
  const { density, toggleDensity } = useTableDensity()
  const [shown, setShown] = useState<string[] | null>(() =>
    readStored<string[] | null>(columnsKey, null, isTexts)
  )
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
    toggleDensity,
  }
}

export type TableLook<Row> = ReturnType<typeof useTableLook<Row>>
