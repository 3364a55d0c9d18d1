import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Confirmation } from '~/kit/confirm_action'
import type { ListOf, RowAction, RowBase } from '~/kit/list_types'
import { openRow } from '~/kit/open_row'
import { RowMenu } from '~/kit/row_menu'
import { rowKeys } from '~/kit/row_keys'
import { TableCards } from '~/kit/table_cards'
import { TableFoot } from '~/kit/table_foot'
import { TableHead } from '~/kit/table_head'
import { TableRow } from '~/kit/table_row'
import type { ListQueryState } from '~/kit/use_list_query'
import type { Selection } from '~/kit/use_selection'
import type { TableLook } from '~/kit/use_table_look'
import styles from './table.module.css'

type Props<Row extends RowBase> = {
  label: string
  list: ListOf<Row>
  rows: Row[]
  look: TableLook<Row>
  query: ListQueryState
  selection: Selection<Row> | null
  rowActions: RowAction<Row>[]
  rowHref?: (row: Row) => string | null
  onRowOpen?: (row: Row) => void
  onConfirm: (confirmation: Confirmation) => void
  empty: ReactNode
  hasMore: boolean
  isFetching: boolean
  onMore: () => void
}

// Below this many rows drawing them all is cheaper than measuring.
const virtualFrom = 150
const moreBefore = 40

/** The rows of a list: a table, or cards on a phone. «Todos» draws only what is in view and asks for the rest. */
export function DataTable<Row extends RowBase>(props: Props<Row>) {
  const { label, list, rows, look, query, selection, rowActions, rowHref, onRowOpen, onConfirm, hasMore, onMore } = props
  const isPhone = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false })
  const scroll = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const isVirtual = rows.length > virtualFrom
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroll.current, estimateSize: () => look.rowHeight, overscan: 12, enabled: isVirtual && !isPhone })
  const drawn = isVirtual ? virtual.getVirtualItems().map((item) => item.index) : rows.map((_, index) => index)
  const last = drawn.at(-1) ?? 0
  const isNearEnd = hasMore && last >= rows.length - moreBefore
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once each time the end comes near
  useEffect(() => {
    if (isNearEnd) onMore()
  }, [isNearEnd, rows.length])

  if (rows.length === 0) return <div className={styles.scroll} aria-busy={query.isLoading}>{props.empty}</div>
  const hrefOf = (row: Row) => rowHref?.(row) ?? null
  const menuOf = (row: Row) => <RowMenu row={row} actions={rowActions} onConfirm={onConfirm} />
  const hasActions = rowActions.length > 0
  if (isPhone) {
    return (
      <div className={styles.scroll} aria-busy={query.isLoading}>
        <TableCards rows={rows} columns={look.visible} selection={selection} hrefOf={hrefOf} onOpen={onRowOpen ?? null} actionsOf={menuOf} />
        {hasMore ? <button type="button" className={styles.more} onClick={onMore}>Cargar más</button> : null}
      </div>
    )
  }

  function focusRow(index: number) {
    setActive(index)
    if (isVirtual) virtual.scrollToIndex(index)
    requestAnimationFrame(() => scroll.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus())
  }
  const onKeyDown = rowKeys({
    count: rows.length,
    focusRow,
    open(index, event) {
      const row = rows[index]
      const href = row ? hrefOf(row) : null
      if (href) openRow(href, event)
      else if (row) onRowOpen?.(row)
    },
    toggle: selection ? (index) => rows[index] && selection.toggle(rows[index]) : undefined,
  })
  const [before, after] = isVirtual ? margins(virtual) : [0, 0]

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section ref={scroll} className={styles.scroll} aria-busy={query.isLoading} aria-label={label} tabIndex={0}>
      <table
        className={styles.table}
        data-selectable={selection !== null || undefined}
        aria-rowcount={list.totalIsExact ? list.total : -1}
        style={{ '--row-height': `${look.rowHeight}px` } as React.CSSProperties}
      >
        <TableHead columns={look.visible} list={list} query={query} selection={selection} hasActions={hasActions} />
        <tbody onKeyDown={onKeyDown}>
          <Spacer height={before} />
          {drawn.map((index) => {
            const row = rows[index]
            return row ? (
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
            ) : null
          })}
          <Spacer height={after} />
        </tbody>
        <TableFoot columns={look.visible} list={list} hasSelection={selection !== null} hasActions={hasActions} />
      </table>
    </section>
  )
}

function Spacer({ height }: { height: number }) {
  return height > 0 ? <tr className={styles.spacer} aria-hidden="true"><td style={{ height }} /></tr> : null
}

function margins(virtual: { getVirtualItems: () => { start: number; end: number }[]; getTotalSize: () => number }): [number, number] {
  const items = virtual.getVirtualItems()
  return [items[0]?.start ?? 0, Math.max(0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0))]
}
