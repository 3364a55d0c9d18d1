import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import type { ListOf, RowAction, RowBase } from '~/kit/list/list_types'
import type { ListQueryState } from '~/kit/list/use_list_query'
import type { Selection } from '~/kit/list/use_selection'
import { RowMenu } from '~/kit/table/row_menu'
import { TableCards } from '~/kit/table/table_cards'
import { TableGrid } from '~/kit/table/table_grid'
import type { TableLook } from '~/kit/table/use_table_look'
import styles from './table.module.css'

export type DataTableProps<Row extends RowBase> = {
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

/** The rows of a list: a table, or cards on a phone. The old rows stay, dimmed, while new ones are on their way. */
export function DataTable<Row extends RowBase>(props: DataTableProps<Row>) {
  const { rows, look, query, selection, rowActions, rowHref, onRowOpen, onConfirm } = props
  const isPhone = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false })
  const hrefOf = (row: Row) => rowHref?.(row) ?? null
  const menuOf = (row: Row) => <RowMenu row={row} actions={rowActions} onConfirm={onConfirm} />
  if (rows.length === 0) {
    return (
      <div className={styles.scroll} aria-busy={query.isLoading}>
        {props.empty}
      </div>
    )
  }
  if (!isPhone) return <TableGrid {...props} hrefOf={hrefOf} menuOf={menuOf} />
  return (
    <div className={styles.scroll} aria-busy={query.isLoading}>
      <TableCards
        rows={rows}
        columns={look.visible}
        selection={selection}
        hrefOf={hrefOf}
        onOpen={onRowOpen ?? null}
        actionsOf={menuOf}
      />
      {props.hasMore ? (
        <button type="button" className={styles.more} disabled={props.isFetching} onClick={props.onMore}>
          Cargar más
        </button>
      ) : null}
    </div>
  )
}
