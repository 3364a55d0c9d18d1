import { column } from '@adonisjs/lucid/orm'
import type { ManualEntryStatus } from '#app/accounts/workflows/manual_entry_workflow'
import { ManualEntrySchema } from '#database/schema'

/** A line as its author wrote it; positive is debe, in cents of the company's currency. */
export type ManualLine = { accountId: number; amountMinor: number; memo: string | null }

export default class ManualEntry extends ManualEntrySchema {
  declare status: ManualEntryStatus
  @column({ prepare: (lines: ManualLine[]) => JSON.stringify(lines) })
  declare lines: ManualLine[]
}
