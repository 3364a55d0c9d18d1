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

type Source = (wanted: WantedLines) => Promise<HistoryLine[]>

const source: { read: Source | null } = { read: null }

/** The area that keeps documents (invoices) shows their lines from here. Called once, at boot. */
export function provideLines(read: Source): void {
  source.read = read
}

/** The last lines, the newest first. */
export function readLines(wanted: WantedLines): Promise<HistoryLine[]> {
  if (!source.read) throw new Error('Nobody provides lines')
  return source.read(wanted)
}
