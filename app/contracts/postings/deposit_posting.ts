import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { JournalDraft } from '#app/ledger/journal_draft'

type Deposit = {
  id: number
  siteId: number
  reference: string
  providerName: string
  providerId: number
  amountMinor: number
  depositAccountId: number
  bankLedgerAccountId: number
  createdBy: number | null
}

/** A deposit handed over: D 260 or 565, H 572 (area 07 §2). */
export const depositPaid = (deposit: Deposit, postedOn: CalendarDate): JournalDraft =>
  entry(deposit, postedOn, 'paid', 1)

/** The same coming back: D 572, H 260 or 565. */
export const depositReturned = (deposit: Deposit, postedOn: CalendarDate): JournalDraft =>
  entry(deposit, postedOn, 'returned', -1)

function entry(
  deposit: Deposit,
  postedOn: CalendarDate,
  event: 'paid' | 'returned',
  sign: 1 | -1
): JournalDraft {
  const { id, siteId, reference, providerName, providerId, amountMinor } = deposit
  const what = event === 'paid' ? 'Fianza entregada' : 'Fianza devuelta'
  const counterparty = { counterpartyType: 'provider' as const, counterpartyId: providerId }
  return {
    siteId,
    postedOn,
    journal: 'banco',
    kind: `contract_deposit.${event}`,
    idempotencyKey: `contract_deposit:${id}:${event}:1`,
    description: `${what} ${reference} ${providerName}`.slice(0, 200),
    lines: [
      {
        accountId: deposit.depositAccountId,
        amountMinor: sign * amountMinor,
        ...counterparty,
        documentType: 'contract_deposit',
        documentId: id,
      },
      { accountId: deposit.bankLedgerAccountId, amountMinor: -sign * amountMinor, ...counterparty },
    ],
    sourceType: 'contract_deposit',
    sourceId: id,
    createdBy: deposit.createdBy,
  }
}
