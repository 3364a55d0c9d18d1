import { type ReactNode, useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { type Cells, declaredColumns } from '~/kit/list/declared_columns'
import { EmptyState } from '~/kit/list/empty_state'
import { ExportMenu } from '~/kit/list/export_menu'
import { FilterBar } from '~/kit/list/filter_bar'
import { listNames } from '~/kit/list/filter_values'
import { ListTabs, type ListTabsOf } from '~/kit/list/list_tabs'
import type { BulkAction, Filter, ListOf, RowAction, RowBase } from '~/kit/list/list_types'
import { SavedViews } from '~/kit/list/saved_views'
import { SelectionBar } from '~/kit/list/selection_bar'
import { useAllRows } from '~/kit/list/use_all_rows'
import { useListQuery } from '~/kit/list/use_list_query'
import { useSelection } from '~/kit/list/use_selection'
import { LoadFailure } from '~/kit/load_failure'
import type { MoneyValue } from '~/kit/money'
import { DataTable } from '~/kit/table/data_table'
import { TablePager } from '~/kit/table/table_pager'
import { TableTools } from '~/kit/table/table_tools'
import { tellRow } from '~/kit/table/tell_row'
import { useTableLook } from '~/kit/table/use_table_look'
import styles from './list_page.module.css'

export type DataListProps<Row extends RowBase> = {
  /** What the table holds, for screen readers. */
  label: string
  /** The page's prop, passed as it came. */
  list: ListOf<Row>
  /** Cells that are this page's own, by the key of their column. */
  cells?: Cells<Row>
  /** Names what this browser remembers of the list: columns, views. */
  storageKey: string
  filters?: Filter[]
  /** Placeholder of the text search (`q`), or null for a list without it. */
  searchLabel?: string | null
  tabs?: ListTabsOf
  rowHref?: (row: Row) => string | null
  /** For rows that open a drawer or a dialog instead of a page. */
  onRowOpen?: (row: Row) => void
  rowActions?: RowAction<Row>[]
  bulkActions?: BulkAction<Row>[]
  /** What the selection bar counts: `{ one: 'factura', many: 'facturas' }`. */
  nouns?: { one: string; many: string }
  amountOf?: (row: Row) => MoneyValue | null
  empty?: { text: string; action?: ReactNode }
  /** Offers XLSX and CSV on the same URL. */
  isExportable?: boolean
  /** Offers PDF too. */
  isPrintable?: boolean
}

const rowNouns = { one: 'fila', many: 'filas' }

/** A list with all it needs, without the head of a page: for tabs and parts of a page. One to a page, its state is the URL. */
export function DataList<Row extends RowBase>(props: DataListProps<Row>) {
  const {
    label,
    list,
    storageKey,
    filters = [],
    searchLabel = 'Buscar',
    tabs,
    rowActions = [],
    bulkActions = [],
  } = props
  const { columns, query, look, all, selection, isFiltered } = useDataList(props)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)

  return (
    <div className={styles.list}>
      {tabs ? <ListTabs tabs={tabs} counters={list.counters ?? {}} query={query} /> : null}
      <FilterBar filters={filters} query={query} searchLabel={searchLabel}>
        <SavedViews storageKey={storageKey} query={query} />
        <TableTools look={look} columns={columns} />
        {props.isExportable ? <ExportMenu query={query} isPrintable={props.isPrintable} /> : null}
      </FilterBar>
      <DataTable
        label={label}
        list={list}
        rows={all.rows}
        look={look}
        query={query}
        selection={bulkActions.length > 0 ? selection : null}
        rowActions={rowActions}
        rowHref={props.rowHref}
        onRowOpen={props.onRowOpen}
        onConfirm={setConfirmation}
        empty={
          <EmptyState
            text={isFiltered && !props.empty ? 'No hay resultados con estos filtros.' : props.empty?.text}
            action={props.empty?.action}
          />
        }
        hasMore={all.hasMore}
        isFetching={all.isFetching}
        onMore={all.loadMore}
      />
      {all.hasFailed ? (
        <LoadFailure
          text="No se han podido cargar más filas. Inténtelo de nuevo o recargue la página."
          askAgain={all.loadMore}
        />
      ) : null}
      {bulkActions.length > 0 ? (
        <SelectionBar
          selection={selection}
          actions={bulkActions}
          nouns={props.nouns ?? rowNouns}
          amountOf={props.amountOf}
          onConfirm={setConfirmation}
          tellRow={(row) => tellRow(columns, row)}
        />
      ) : null}
      <TablePager list={list} shown={all.rows.length} query={query} />
      <ConfirmAction
        confirmation={confirmation}
        onClose={() => setConfirmation(null)}
        onDone={selection.clear}
      />
    </div>
  )
}

/** What a list shows and what is chosen of it: its columns, its query, the rows asked for so far and the selection. */
function useDataList<Row extends RowBase>({ list, cells, storageKey, filters = [] }: DataListProps<Row>) {
  const columns = declaredColumns(list.columns, cells)
  const lists = listNames(filters)
  const query = useListQuery(lists)
  const look = useTableLook(storageKey, columns)
  const all = useAllRows(list, lists)
  const selection = useSelection(all.rows)
  const isFiltered = Object.keys(query.query).some((name) => !['page', 'per_page', 'sort'].includes(name))
  return { columns, query, look, all, selection, isFiltered }
}
