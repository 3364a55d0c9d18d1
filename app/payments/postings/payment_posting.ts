import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { type DraftLine, entryText, type JournalDraft } from '#app/ledger/journal_draft'

/** A payment with its accounts found; amounts in cents of its currency. */
export type PaymentToPost = {
  orderId: number
  number: string
  siteId: number
  amountMinor: number
  currency: string
  /** Of the company's books. */
  baseCurrency: string
  creditorName: string
  counterpartyType: 'provider' | 'employee' | 'site' | null
  counterpartyId: number | null
  liabilityAccountId: number
  /** Of that account: what is not owed in the payment's currency is booked in that of the books. */
  liabilityCurrency: string
  transitAccountId: number
  bankLedgerAccountId: number
  /** What the bank says, and the day of the entry: a later one where that month is closed. */
  happenedOn: CalendarDate
  postedOn: CalendarDate
  createdBy: number | null
  /** What the account is charged in its own currency, fee included, where that is another; null where it is the amount itself. */
  charge: { minor: number; currency: string; feeMinor: number } | null
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

/**
 * The bank has the order: the debt leaves the creditor and waits in transit (`payment.sent`, area 00 §6), with what the books
 * say of it in the company's currency.
 */
export function paymentSentPosting(payment: PaymentToPost, debtMinor: number): JournalDraft {
  return {
    ...header(payment, 'sent', 'Pago enviado'),
    lines: [
      {
        accountId: payment.liabilityAccountId,
        baseMinor: debtMinor,
        ...document(payment),
        ...debtMoney(payment, debtMinor),
        ...party(payment),
      },
      {
        accountId: payment.transitAccountId,
        amountMinor: -payment.amountMinor,
        baseMinor: -debtMinor,
        ...document(payment),
        ...party(payment),
      },
    ],
  }
}

/** What a payment takes off its debt in the currency of its account: of one in that of the books what it is worth there. */
export const debtMoney = (
  { liabilityCurrency, currency, amountMinor }: PaymentToPost,
  worthMinor: number
): { amountMinor: number; currency: string } =>
  liabilityCurrency === currency
    ? { amountMinor, currency }
    : { amountMinor: worthMinor, currency: liabilityCurrency }

/** Withholding that falls due with this payment; only for companies that accrue it on payment. */
export type AccruedWithholding = { deferredAccountId: number; payableAccountId: number; amountMinor: number }

/** What a payment is worth in the company's currency: what the books held, what the bank moved, and who takes what lies between. */
export type SettledWorth = {
  heldMinor: number
  bankMinor: number
  exchangeAccountId: number | null
  /** What the provider keeps of a charge for itself. */
  fee: { minor: number; accountId: number } | null
}

/** The difference of exchange of a payment; `differenceMinor` is signed as its line. */
export const exchangeLines = (
  { orderId }: PaymentToPost,
  { exchangeAccountId }: SettledWorth,
  differenceMinor: number
): DraftLine[] =>
  exchangeAccountId === null
    ? []
    : [
        {
          accountId: exchangeAccountId,
          amountMinor: differenceMinor,
          memo: 'Diferencia de cambio',
          documentType: 'payment_order',
          documentId: orderId,
        },
      ]

/** What leaves the account of a payment or comes back to it, in the account's currency. */
export const bankMoney = ({ charge, amountMinor, currency }: PaymentToPost) =>
  charge ? { minor: charge.minor, currency: charge.currency } : { minor: amountMinor, currency }

const feeLines = ({ orderId }: PaymentToPost, { fee }: SettledWorth): DraftLine[] =>
  fee === null
    ? []
    : [
        {
          accountId: fee.accountId,
          amountMinor: fee.minor,
          memo: 'Comisión del cambio',
          documentType: 'payment_order',
          documentId: orderId,
        },
      ]

/** The bank has charged it (`payment.settled`), and the part of the withholding that falls due with it. */
export function paymentSettledPosting(
  payment: PaymentToPost,
  withholding: AccruedWithholding | null,
  worth: SettledWorth
): JournalDraft {
  const bank = bankMoney(payment)
  const lines: DraftLine[] = [
    {
      accountId: payment.transitAccountId,
      amountMinor: payment.amountMinor,
      baseMinor: worth.heldMinor,
      ...document(payment),
      ...party(payment),
    },
    {
      accountId: payment.bankLedgerAccountId,
      amountMinor: -bank.minor,
      baseMinor: -worth.bankMinor,
      ...document(payment),
      currency: bank.currency,
      ...party(payment),
    },
    ...feeLines(payment, worth),
    ...exchangeLines(payment, worth, worth.bankMinor - (worth.fee?.minor ?? 0) - worth.heldMinor),
  ]
  if (withholding && withholding.amountMinor !== 0) {
    // Owed to the Tax Agency in the company's own currency.
    const withheld = { documentType: 'payment_order', documentId: payment.orderId }
    lines.push(
      {
        accountId: withholding.deferredAccountId,
        amountMinor: withholding.amountMinor,
        ...withheld,
      },
      { accountId: withholding.payableAccountId, amountMinor: -withholding.amountMinor, ...withheld }
    )
  }
  return { ...header(payment, 'settled', 'Pago ejecutado'), lines }
}
