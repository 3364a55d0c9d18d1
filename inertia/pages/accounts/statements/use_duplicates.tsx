import { type ReactNode, useState } from 'react'
import type { RowAction } from '~/kit/list/list_types'
import { DuplicateDialog } from './duplicate_dialog'

type Options<Row> = {
  /** The account whose movements they are; null for those who do not reconcile it. */
  accountId: number | null
  rows: Row[]
  /** The line of a row that may be there twice; null where nothing is in doubt. */
  lineOf: (row: Row) => number | null
}

/** What a list of movements offers for those that may be there twice: an action of the row, and its dialog. */
export function useDuplicates<Row>({ accountId, rows, lineOf }: Options<Row>): {
  rowActions: RowAction<Row>[]
  dialog: ReactNode
} {
  const [shown, setShown] = useState<number | null>(null)
  if (accountId === null) return { rowActions: [], dialog: null }
  return {
    rowActions: rows.some((row) => lineOf(row) !== null)
      ? [
          {
            label: 'Revisar el posible duplicado',
            transition: 'duplicate',
            onSelect: (row) => setShown(lineOf(row)),
          },
        ]
      : [],
    dialog:
      shown === null ? null : (
        <DuplicateDialog key={shown} accountId={accountId} lineId={shown} onClose={() => setShown(null)} />
      ),
  }
}
