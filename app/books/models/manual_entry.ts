import { column } from '@adonisjs/lucid/orm'
import type { ManualEntryStatus } from '#app/books/workflows/manual_entry_workflow'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { ManualEntrySchema } from '#database/schema'

/** A line as its author wrote it; positive is debe, in cents of the company's currency. */
export type ManualLine = {
  accountId: number
  amountMinor: number
  memo: string | null
  /** On a balance with a company of the group: the account that takes the other side in that company’s book. */
  counterAccountId?: number | null
  /** Only in an opening entry: when what is owed falls due. */
  dueOn?: CalendarDate | null
  /** Only in an opening entry: the same in the currency of the account, in its minor units. */
  foreignMinor?: number
  /** Only in an opening entry: the line that takes what the file did not balance by. */
  isDifference?: boolean
}

export type ManualKind = 'manual' | 'opening'

export default class ManualEntry extends ManualEntrySchema {
  declare status: ManualEntryStatus
  declare kind: ManualKind
  @column({ prepare: (lines: ManualLine[]) => JSON.stringify(lines) })
  declare lines: ManualLine[]
}
