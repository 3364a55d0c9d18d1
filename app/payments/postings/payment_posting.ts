import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { BookDraft } from '#app/ledger/actions/post_books'
import { type DraftLine, entryText, type JournalDraft } from '#app/ledger/journal_draft'

/** A payment with its accounts found; amounts in cents of its currency. */
export type PaymentToPost = {
  orderId: number
  number: string
  /** The company that owes it. */
  siteId: number
  /** Whose account it is charged to. */
  payerSiteId: number
  /** Of what another company pays: what it is owed by the one that owes it, in both books; null where the debtor pays itself. */
  between: { owed: DraftLine; owes: DraftLine } | null
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
  siteId: payment.payerSiteId,
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

/** The debt that a payment takes away, with what the books say of it in the company's currency. */
const debtLine = (payment: PaymentToPost, debtMinor: number): DraftLine => ({
  accountId: payment.liabilityAccountId,
  baseMinor: debtMinor,
  ...document(payment),
  ...debtMoney(payment, debtMinor),
  ...party(payment),
})

/**
 * The bank has the order: the debt leaves the creditor and waits in transit (`payment.sent`, area 00 §6), with what the books
 * say of it in the company's currency. Where another company pays, what is in transit is its own, and what it is owed for it
 * takes the place of the debt; the debtor's entry is `debtorSentPosting`.
 */
export function paymentSentPosting(payment: PaymentToPost, debtMinor: number): JournalDraft {
  return {
    ...header(payment, 'sent', 'Pago enviado'),
    lines: [
      payment.between ? payment.between.owed : debtLine(payment, debtMinor),
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

/** In the book of the debtor, whose debt another company pays: it owes that company instead; none where it pays itself. */
export function debtorSentPosting(payment: PaymentToPost, debtMinor: number): BookDraft[] {
  if (!payment.between) return []
  return [
    {
      siteId: payment.siteId,
      journal: 'banco',
      kind: 'payment.sent.debtor',
      description: entryText(
        `Pagado por cuenta de la empresa: ${payment.number} a ${payment.creditorName}`,
        payment.happenedOn,
        payment.postedOn
      ),
      lines: [debtLine(payment, debtMinor), payment.between.owes],
    },
  ]
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
  if (!payment.between) lines.push(...withheldLines(payment, withholding))
  return { ...header(payment, 'settled', 'Pago ejecutado'), lines }
}

/** What falls due to the Tax Agency with a payment, in the debtor's own currency; below zero where the payment came back. */
export function withheldLines(
  { orderId }: Pick<PaymentToPost, 'orderId'>,
  withholding: AccruedWithholding | null
): DraftLine[] {
  if (!withholding || withholding.amountMinor === 0) return []
  const document = { documentType: 'payment_order', documentId: orderId }
  const { amountMinor } = withholding
  return [
    { accountId: withholding.deferredAccountId, amountMinor, ...document },
    { accountId: withholding.payableAccountId, amountMinor: -amountMinor, ...document },
  ]
}

/** The withholding of a debt that another company has paid, in the book of the debtor; null where none falls due. */
export function debtorSettledPosting(
  payment: PaymentToPost,
  withholding: AccruedWithholding | null
): JournalDraft | null {
  const lines = withheldLines(payment, withholding)
  if (!payment.between || lines.length === 0) return null
  return {
    ...header(payment, 'settled', 'Retención del pago'),
    siteId: payment.siteId,
    idempotencyKey: `payment_order:${payment.orderId}:settled:1:${payment.siteId}`,
    kind: 'payment.settled.debtor',
    lines,
  }
}
