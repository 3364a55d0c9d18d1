import type { Client } from '#app/kernel/database/sql'
import { port } from '#app/kernel/port'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** A payment of a document, whatever became of it. */
export type DocumentPayment = {
  id: number
  number: string
  documentId: number
  amountMinor: number
  currency: string
  executionDate: CalendarDate
  status: string
  /** Neither executed, nor failed, nor cancelled: it still takes of what is owed. */
  isLive: boolean
}

type Ask = (type: string, documentIds: readonly number[], client?: Client) => Promise<DocumentPayment[]>

/** Payments lie above the documents that they pay: they answer from there. */
export const documentPayments = port<Ask>('payments of documents')

/** The payments of documents of one type (`invoice`, `expense_note`…), the oldest first. */
export const paymentsOf: Ask = async (type, documentIds, client) =>
  documentIds.length > 0 ? documentPayments.one()(type, documentIds, client) : []

/** A document in a statement: its type, and the column with its key. */
type DocumentColumn = { type: string; id: string }

/** SQL: `id` and `number` of the last payment of one of these documents that was not cancelled; no row where there is none. */
export const lastPayment = port<(documents: readonly DocumentColumn[]) => string>(
  'the last payment of a document'
)
