import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { type DraftLine, entryText, type JournalDraft } from '#app/ledger/journal_draft'

export type Header = {
  lineId: number
  version: number
  siteId: number
  /** Of the movement, and of its entry: a later one where that month is closed. */
  bookedOn: CalendarDate
  postedOn: CalendarDate
  text: string
  createdBy: number | null
}

/** The head of an entry that a movement makes. */
export function header(
  { lineId, version, siteId, bookedOn, postedOn, text, createdBy }: Header,
  event: 'match' | 'direct' | 'transfer'
): Omit<JournalDraft, 'lines'> {
  return {
    siteId,
    postedOn,
    journal: 'banco',
    kind: `bank.${event}`,
    idempotencyKey: `bank_statement_line:${lineId}:${event}:${version}`,
    description: entryText(`Banco: ${text || 'movimiento'}`, bookedOn, postedOn),
    sourceType: 'bank_statement_line',
    sourceId: lineId,
    createdBy,
  }
}

/** What the bank's account gets of a movement. */
export const bankLine = (
  { bankLedgerAccountId, lineId }: { bankLedgerAccountId: number; lineId: number },
  amountMinor: number
): DraftLine => ({
  accountId: bankLedgerAccountId,
  amountMinor,
  documentType: 'bank_statement_line',
  documentId: lineId,
})
