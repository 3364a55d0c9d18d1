import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { JournalDraft } from '#app/ledger/journal_draft'

/** The posting rule of money that only changes its pot within one account of a bank, which knows nothing of it. */
export const VIRTUAL_TRANSFER = 'virtual.transfer'

export type VirtualTransfer = {
  siteId: number
  on: CalendarDate
  fromAccountId: number
  toAccountId: number
  amountMinor: number
  currency: string
  description: string
  idempotencyKey: string
  sourceType: string
  sourceId: number
  createdBy: number | null
}

/** Dr the pot that gets it, Cr the pot that gives it (`virtual.transfer`, area 00 §6): net zero for the bank's account. */
export function virtualTransferPosting({
  siteId,
  on,
  fromAccountId,
  toAccountId,
  amountMinor,
  currency,
  ...entry
}: VirtualTransfer): JournalDraft {
  return {
    ...entry,
    siteId,
    postedOn: on,
    journal: 'diversos',
    kind: VIRTUAL_TRANSFER,
    lines: [
      { accountId: toAccountId, amountMinor, currency },
      { accountId: fromAccountId, amountMinor: -amountMinor, currency },
    ],
  }
}
