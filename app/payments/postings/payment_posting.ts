import type { CalendarDate } from '#app/kernel/calendar_date'
import { type DraftLine, entryText, type JournalDraft } from '#app/ledger/journal_draft'

/** A payment with its accounts found; amounts in cents of its currency. */
export type PaymentToPost = {
  orderId: number
  number: string
  siteId: number
  amountMinor: number
  currency: string
  creditorName: string
  counterpartyType: 'provider' | 'employee' | 'site' | null
  counterpartyId: number | null
  liabilityAccountId: number
  transitAccountId: number
  bankLedgerAccountId: number
  /** What the bank says, and the day of the entry: a later one where that month is closed. */
  happenedOn: CalendarDate
  postedOn: CalendarDate
  createdBy: number | null
}

const header = (
  payment: PaymentToPost,
  event: 'sent' | 'settled',
  verb: string
): Omit<JournalDraft, 'lines'> => ({
  siteId: payment.siteId,
  postedOn: payment.postedOn,
  journal: 'banco',
  kind: `payment.${event}`,
  idempotencyKey: `payment_order:${payment.orderId}:${event}:1`,
  description: entryText(
    `${verb} ${payment.number} a ${payment.creditorName}`,
    payment.happenedOn,
    payment.postedOn
  ),
  sourceType: 'payment_order',
  sourceId: payment.orderId,
  createdBy: payment.createdBy,
})

const document = (payment: PaymentToPost) => ({
  currency: payment.currency,
  documentType: 'payment_order',
  documentId: payment.orderId,
})

const party = ({ counterpartyType, counterpartyId }: PaymentToPost) =>
  counterpartyType && counterpartyId ? { counterpartyType, counterpartyId } : {}

/** The bank has the order: the debt leaves the creditor and waits in transit (`payment.sent`, area 00 §6). */
export function paymentSentPosting(payment: PaymentToPost): JournalDraft {
  return {
    ...header(payment, 'sent', 'Pago enviado'),
    lines: [
      {
        accountId: payment.liabilityAccountId,
        amountMinor: payment.amountMinor,
        ...document(payment),
        ...party(payment),
      },
      {
        accountId: payment.transitAccountId,
        amountMinor: -payment.amountMinor,
        ...document(payment),
        ...party(payment),
      },
    ],
  }
}

/** Withholding that falls due with this payment; only for companies that accrue it on payment. */
export type AccruedWithholding = { deferredAccountId: number; payableAccountId: number; amountMinor: number }

/** The bank has charged it (`payment.settled`), and the part of the withholding that falls due with it. */
export function paymentSettledPosting(
  payment: PaymentToPost,
  withholding: AccruedWithholding | null
): JournalDraft {
  const lines: DraftLine[] = [
    {
      accountId: payment.transitAccountId,
      amountMinor: payment.amountMinor,
      ...document(payment),
      ...party(payment),
    },
    {
      accountId: payment.bankLedgerAccountId,
      amountMinor: -payment.amountMinor,
      ...document(payment),
      ...party(payment),
    },
  ]
  if (withholding && withholding.amountMinor !== 0) {
    lines.push(
      {
        accountId: withholding.deferredAccountId,
        amountMinor: withholding.amountMinor,
        ...document(payment),
      },
      { accountId: withholding.payableAccountId, amountMinor: -withholding.amountMinor, ...document(payment) }
    )
  }
  return { ...header(payment, 'settled', 'Pago ejecutado'), lines }
}
