import type { Actor } from '#app/audit/record_event'
import type { Answers, Outcome, ShownKind } from '#app/imports/define_import'
import type { OpenTable } from '#app/imports/tables/open_table'
import type { Progress } from '#app/jobs/queue'
import type { Transaction } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'

export type ShownValue = string | number | MoneyJson | null
export type ShownRow = Readonly<Record<string, ShownValue>>
export type { ShownKind }

/** A row as it is shown and kept: what is wrong with it, what must be seen, whether it is there already. */
export type JudgedRow = {
  rowNo: number
  raw: Record<string, string>
  /** The same for the same thing in every copy of a file. */
  hash: string | null
  state: 'right' | 'wrong' | 'repeated'
  errors: string[]
  warnings: string[]
  shown: ShownRow
}

/** A row that is no business of the import: it never happened, or goes the other way. */
export type LeftOutRow = { rowNo: number; reason: string; text: string }

/** Under which locks and for whom the right rows of a file are taken on. */
export type ApplyWork = {
  importId: string
  fileName: string
  actor: Actor
  scope: number[] | 'all'
  answers: Answers
  progress: Progress | null
}

/** A file that was read: its columns, its rows, and how the right ones are taken on. */
export type OpenedImport = {
  /** Null for a file that is no table. */
  table: Pick<OpenTable, 'sheet' | 'sheets' | 'headings' | 'chosen' | 'missing'> | null
  rows: JudgedRow[]
  leftOut: LeftOutRow[]
  /** What is said of the file as a whole. */
  notices: string[]
  /** Takes the locks under which it has to be read again before it is taken on. */
  lock: ((trx: Transaction) => Promise<void>) | null
  take: (work: ApplyWork, trx: Transaction) => Promise<Outcome>
}
