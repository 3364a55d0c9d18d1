import { port } from '#app/kernel/port'

/** A line of a supplier document as the matcher judges it; amounts in cents. */
export type HistoryLine = {
  id: number
  documentId: number
  reference: string
  issuedOn: string
  providerId: number
  providerName: string
  siteId: number | null
  concept: string
  description: string | null
  invoiceNumber: string | null
  amountMinor: number
  currency: string
  matchState: string
  profileName: string | null
  categoryName: string | null
}

export type WantedLines = {
  /** First day of issue, YYYY-MM-DD. */
  since: string
  /** Null: of every supplier. */
  providerId: number | null
  scope: number[] | 'all'
  /** Only those that no profile matched. */
  isUnmatched?: boolean
  limit: number
}

/** The last lines, the newest first, of the area that keeps documents (invoices). */
export const lineHistory = port<(wanted: WantedLines) => Promise<HistoryLine[]>>('lines of documents')
