import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { nextSort } from '~/kit/list_query'
import type { Column, ListOf, RowBase } from '~/kit/list_types'
import type { ListQueryState } from '~/kit/use_list_query'
import type { Selection } from '~/kit/use_selection'
import styles from './table.module.css'

type Props<Row extends RowBase> = {
  columns: Column<Row>[]
  list: ListOf<Row>
  query: ListQueryState
  selection: Selection<Row> | null
  hasActions: boolean
}

export function TableHead<Row extends RowBase>({ columns, list, query, selection, hasActions }: Props<Row>) {
  return (
    <thead>
      <tr>
        {selection ? (
          <th scope="col" className={styles.check}>
            <Checkbox
              size="xs"
              aria-label="Seleccionar las filas de la página"
              checked={selection.isAllSelected}
              indeterminate={selection.isSomeSelected}
              onChange={selection.toggleAll}
            />
          </th>
        ) : null}
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            data-numeric={column.numeric || undefined}
            data-yields={column.width !== undefined || undefined}
            style={yieldingWidth(column.width)}
            aria-sort={column.sortable ? ariaSort(column.key, list) : undefined}
          >
            {column.sortable ? (
              <button
                type="button"
                className={styles.sort}
                onClick={() =>
                  query.change({
                    sort: nextSort(column.key, list.sort, list.direction, 'sort' in query.query),
                  })
                }
              >
                {column.header}
                <SortMark isSorted={list.sort === column.key} direction={list.direction} />
              </button>
            ) : (
              column.header
            )}
          </th>
        ))}
        {hasActions ? (
          <th scope="col" className={styles.actions}>
            <span className="only-read">Acciones</span>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}

/** A share of the table, and the half of what it would like to be as its least. */
function yieldingWidth(width: number | undefined) {
  return width === undefined ? undefined : { width: `${width / 12}%`, minWidth: width / 2 }
}

function SortMark({ isSorted, direction }: { isSorted: boolean; direction: 'asc' | 'desc' }) {
  const Arrow = isSorted && direction === 'desc' ? IconArrowDown : IconArrowUp
  return <Arrow size={13} aria-hidden="true" className={isSorted ? styles.sorted : styles.unsorted} />
}

function ariaSort(key: string, list: { sort: string; direction: 'asc' | 'desc' }) {
  if (list.sort !== key) return 'none'
  return list.direction === 'asc' ? 'ascending' : 'descending'
}
