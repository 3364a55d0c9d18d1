import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { nextSort } from '~/kit/list/list_query'
import type { Column, ListOf, RowBase } from '~/kit/list/list_types'
import type { ListQueryState } from '~/kit/list/use_list_query'
import type { Selection } from '~/kit/list/use_selection'
import { yields } from '~/kit/table/column_width'
import styles from './table.module.css'

type Props<Row extends RowBase> = {
  columns: Column<Row>[]
  list: ListOf<Row>
  query: ListQueryState
  selection: Selection<Row> | null
  hasActions: boolean
  /** Of the columns that yield, in px. */
  widths: Record<string, number>
}

export function TableHead<Row extends RowBase>({
  columns,
  list,
  query,
  selection,
  hasActions,
  widths,
}: Props<Row>) {
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
            data-kind={column.kind}
            data-yields={yields(column) || undefined}
            style={exactly(widths[column.key])}
            aria-sort={column.sortable ? ariaSort(sortOf(column), list) : undefined}
          >
            {column.sortable ? (
              <button
                type="button"
                className={styles.sort}
                onClick={() =>
                  query.change({
                    sort: nextSort(sortOf(column), list.sort, list.direction, 'sort' in query.query),
                  })
                }
              >
                {column.header}
                <SortMark isSorted={list.sort === sortOf(column)} direction={list.direction} />
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

const exactly = (width: number | undefined) =>
  width === undefined ? undefined : { width, minWidth: width, maxWidth: width }

const sortOf = <Row,>({ key, sort }: Column<Row>) => sort ?? key

function SortMark({ isSorted, direction }: { isSorted: boolean; direction: 'asc' | 'desc' }) {
  const Arrow = isSorted && direction === 'desc' ? IconArrowDown : IconArrowUp
  return <Arrow size={13} aria-hidden="true" className={isSorted ? styles.sorted : styles.unsorted} />
}

function ariaSort(key: string, list: { sort: string; direction: 'asc' | 'desc' }) {
  if (list.sort !== key) return 'none'
  return list.direction === 'asc' ? 'ascending' : 'descending'
}
