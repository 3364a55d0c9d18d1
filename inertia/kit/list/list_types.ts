import type { ReactNode } from 'react'
import type { ColumnKind, ShownColumn } from '#app/kernel/lists/list_columns'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import type { MoneyValue } from '~/kit/money'

export type RowBase = { id: number | string; actions?: string[] }

/** One page of rows with where it stands in the whole. */
export type PageOfRows<Row> = {
  rows: Row[]
  page: number
  perPage: number | 'all'
  total: number
  totalIsExact: boolean
  sort: string
  direction: 'asc' | 'desc'
  /** The next chunk when `perPage` is `all`. */
  cursor: string | null
  totals?: Record<string, MoneyValue[]>
  counters?: Record<string, number>
}

/** A page of a list as the server sends it, with how it is drawn: a page only adds the cells that are its own. */
export type ListOf<Row> = PageOfRows<Row> & { columns: ShownColumn[] }

export type Column<Row> = {
  /** Also the key of its total. */
  key: string
  header: string
  /** What it holds: how wide it is and what is cut of it. */
  kind?: ColumnKind
  /** The name it is sorted by, where that is not its key. */
  sort?: string
  cell: (row: Row) => ReactNode
  /** Right-aligned, tabular figures. */
  numeric?: boolean
  sortable?: boolean
  /**
   * A column of text: how wide it would like to be, in px of a table of 1200. It gives way to the others, down to half of
   * that, and cuts its text with an ellipsis, before the table has to be scrolled sideways.
   */
  width?: number
  /** Not shown until it is chosen. */
  optional?: boolean
  /** On a phone: `figure` stands right of the title, `hidden` is left out; the rest are label and value. */
  card?: 'figure' | 'hidden'
}

export type RowAction<Row> = {
  label: string
  icon?: ReactNode
  /** Only shown on rows whose `actions` name it. */
  transition?: string
  isDangerous?: boolean
  href?: (row: Row) => string
  onSelect?: (row: Row) => void
  /** Asks first, with `ConfirmAction`. */
  confirm?: (row: Row) => Confirmation
}

export type BulkAction<Row> = {
  label: string
  icon?: ReactNode
  /** Takes the selected rows that name it; offered while there is one. */
  transition?: string
  isDangerous?: boolean
  onSelect?: (rows: Row[]) => void
  confirm?: (rows: Row[]) => Confirmation
}

export type Filter =
  | { name: string; label: string; kind: 'text' | 'check' }
  /** One day, sent as `YYYY-MM-DD`. */
  | { name: string; label: string; kind: 'day' }
  | { name: string; label: string; kind: 'select' | 'multi'; options: { value: string; label: string }[] }
  /** Companies in scope; sent as `name[]`. */
  | { name: string; label: string; kind: 'sites' }
  /** Sent as `{name}_from` and `{name}_to`, days. */
  | { name: string; label: string; kind: 'days' }
  /** The same, or as `{name}` a span that is told from today: `overdue`, `today`, `week`. */
  | { name: string; label: string; kind: 'due' }
  /** Sent as `{name}_min` and `{name}_max`, amounts as text. */
  | { name: string; label: string; kind: 'amounts' }
  /** `selected` is the option of the value in the URL, when the server knows it. */
  | {
      name: string
      label: string
      kind: 'picker'
      url: string
      selected?: { value: string; label: string } | null
    }
