import { Link } from '@inertiajs/react'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Column, RowBase } from '~/kit/list/list_types'
import { yields } from '~/kit/table/column_width'
import { isRowClick, openRow } from '~/kit/table/open_row'
import styles from './table.module.css'

type Props<Row extends RowBase> = {
  row: Row
  index: number
  columns: Column<Row>[]
  href: string | null
  isActive: boolean
  isSelected: boolean
  onToggle: (() => void) | null
  onOpen: (() => void) | null
  onFocus: () => void
  actions: ReactNode
}

/** One row: a click opens it, its first cell is a real link, its box selects it. */
export function TableRow<Row extends RowBase>(props: Props<Row>) {
  const { row, index, columns, href, isActive, isSelected, onToggle, onOpen, onFocus, actions } = props
  return (
    <tr
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      aria-selected={onToggle ? isSelected : undefined}
      data-opens={href !== null || onOpen !== null || undefined}
      onFocus={onFocus}
      onClick={(event) => {
        if (!isRowClick(event)) return
        if (href) openRow(href, event)
        else onOpen?.()
      }}
      onAuxClick={(event) => {
        if (event.button === 1 && href && isRowClick(event)) openRow(href, { ctrlKey: true, metaKey: false })
      }}
    >
      {onToggle ? (
        <td className={styles.check}>
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={`Seleccionar la fila ${index + 1}`}
            checked={isSelected}
            onChange={onToggle}
          />
        </td>
      ) : null}
      {columns.map((column, at) =>
        at === 0 ? (
          <th
            key={column.key}
            scope="row"
            data-numeric={column.numeric || undefined}
            data-kind={column.kind}
            data-yields={yields(column) || undefined}
          >
            {href ? (
              <Link href={href} tabIndex={-1} className={styles.link}>
                {column.cell(row)}
              </Link>
            ) : (
              column.cell(row)
            )}
          </th>
        ) : (
          <td
            key={column.key}
            data-numeric={column.numeric || undefined}
            data-kind={column.kind}
            data-yields={yields(column) || undefined}
          >
            {column.cell(row)}
          </td>
        )
      )}
      {actions === undefined ? null : <td className={styles.actions}>{actions}</td>}
    </tr>
  )
}
