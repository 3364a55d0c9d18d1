import { type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react'
import type { RowBase } from '~/kit/list/list_types'
import type { DataTableProps } from '~/kit/table/data_table'
import { openRow } from '~/kit/table/open_row'
import { rowKeys } from '~/kit/table/row_keys'
import { TableFoot } from '~/kit/table/table_foot'
import { TableHead } from '~/kit/table/table_head'
import { TableRow } from '~/kit/table/table_row'
import { useColumnWidths } from '~/kit/table/use_column_widths'
import { useDrawnRows } from '~/kit/table/use_drawn_rows'
import styles from './table.module.css'

type Props<Row extends RowBase> = DataTableProps<Row> & {
  hrefOf: (row: Row) => string | null
  menuOf: (row: Row) => ReactNode
}

/** The table itself: sticky head, first column and totals, with its own scroll and the keys of its rows. */
export function TableGrid<Row extends RowBase>(props: Props<Row>) {
  const { label, list, rows, look, query, selection, onRowOpen, hrefOf, menuOf, hasMore, onMore } = props
  const [active, setActive] = useState(0)
  const drawn = useDrawnRows({ count: rows.length, rowHeight: look.rowHeight, hasMore, onMore })
  const widths = useColumnWidths(drawn.scroll, look.visible, rows)
  const hasActions = props.rowActions.length > 0
  const table = { columns: look.visible, list, hasActions }

  const onKeyDown = rowKeys({
    count: rows.length,
    focusRow(index) {
      setActive(index)
      drawn.focusRow(index)
    },
    open(index, event) {
      const row = rows[index]
      const href = row ? hrefOf(row) : null
      if (href) openRow(href, event)
      else if (row) onRowOpen?.(row)
    },
    toggle: selection ? (index) => rows[index] && selection.toggle(rows[index]) : undefined,
  })

  function rowAt(index: number) {
    const row = rows[index]
    if (!row) return null
    return (
      <TableRow
        key={row.id}
        row={row}
        index={index}
        columns={look.visible}
        href={hrefOf(row)}
        isActive={index === Math.min(active, rows.length - 1)}
        isSelected={selection?.has(row) ?? false}
        onToggle={selection ? () => selection.toggle(row) : null}
        onOpen={onRowOpen ? () => onRowOpen(row) : null}
        onFocus={() => setActive(index)}
        actions={hasActions ? menuOf(row) : undefined}
      />
    )
  }

  return (
    <section ref={drawn.scroll} className={styles.scroll} aria-busy={query.isLoading} aria-label={label}>
      <table
        className={styles.table}
        data-selectable={selection !== null || undefined}
        aria-rowcount={list.totalIsExact ? list.total : -1}
        style={{ '--row-height': `${look.rowHeight}px` } as CSSProperties}
      >
        <TableHead {...table} widths={widths} query={query} selection={selection} />
        <tbody onKeyDown={onKeyDown} onPointerOver={tellCutText}>
          <Spacer height={drawn.before} />
          {drawn.indexes.map(rowAt)}
          <Spacer height={drawn.after} />
        </tbody>
        <TableFoot {...table} hasSelection={selection !== null} />
      </table>
    </section>
  )
}

/** Text that its column has no room for is said whole under the pointer. */
function tellCutText({ target }: PointerEvent) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null
  if (!cell) return
  // A name with a second line is cut inside, each line by itself.
  const lines = [cell, ...cell.querySelectorAll<HTMLElement>('[data-line]')]
  cell.title = lines.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth) ? cell.innerText : ''
}

// Stands for the rows that are not drawn.
function Spacer({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tr className={styles.spacer}>
      <td style={{ height }} />
    </tr>
  )
}
