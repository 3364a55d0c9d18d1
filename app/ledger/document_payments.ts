import type { Client } from '#app/kernel/database/sql'
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

const known: { ask: Ask | null } = { ask: null }

/** Payments lie above the documents that they pay: they answer from there. Called once, at boot. */
export function answerDocumentPayments(ask: Ask): void {
  known.ask = ask
}

/** The payments of documents of one type (`invoice`, `expense_note`…), the oldest first. */
export const paymentsOf: Ask = async (type, documentIds, client) =>
  known.ask && documentIds.length > 0 ? known.ask(type, documentIds, client) : []
