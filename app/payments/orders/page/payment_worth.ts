import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { exchangeAccount } from '#app/ledger/actions/exchange_account'
import { bookPart } from '#app/ledger/fx/book_part'
import { toBaseMinor } from '#app/ledger/queries/fx_rates'
import { roleCode } from '#app/ledger/queries/role_account'
import { kindPaying } from '#app/payments/kinds/payment_kind'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { bankMoney, type PaymentToPost, type SettledWorth } from '#app/payments/postings/payment_posting'

/**
 * What a payment takes off its debt in the books, in cents of the company's currency: of what the debt still stands at there, as
 * much as the payment is of it, so that the last one takes the rest to the cent. Locks the document.
 */
export async function debtWorth(
  order: PaymentOrder,
  { liabilityAccountId, amountMinor, currency, baseCurrency, postedOn }: PaymentToPost,
  trx: Transaction
): Promise<number> {
  if (currency === baseCurrency) return amountMinor
  await kindPaying(order.sourceType).lock([order.sourceId], trx)
  const owed = await leftInBook(
    { accountId: liabilityAccountId, documentType: order.sourceType, documentId: order.sourceId },
    trx
  )
  if (owed.minor >= 0) return toBaseMinor({ amountMinor, currency, baseCurrency, day: postedOn }, trx)
  const debt = { lineMinor: owed.minor, lineBaseMinor: owed.baseMinor, takenMinor: 0 }
  return -bookPart(debt, -amountMinor)
}

type Debt = { accountId: number; documentType: string; documentId: number }

/** What the book has left of a document and its payments on an account, in the account's currency and in the company's. */
export function leftInBook(debt: Debt, trx: Transaction): Promise<{ minor: number; baseMinor: number }> {
  return oneRow(
    `select coalesce(sum(l.amount_minor), 0)::bigint as minor, coalesce(sum(l.base_minor), 0)::bigint as base_minor from journal_lines l
      where l.account_id = :accountId and ((l.document_type = :documentType and l.document_id = :documentId)
        or (l.document_type = 'payment_order' and l.document_id in (select id from payment_orders where source_type = :documentType and source_id = :documentId)))`,
    debt,
    trx
  )
}

/**
 * What an executed payment is worth: in transit as it was sent, on the bank's account at the rate of the day; what lies
 * between them is a difference of exchange (PGC, NRV 11ª 1.1). Throws E_NO_RATE where the day has no rate.
 */
export async function settledWorth(payment: PaymentToPost, trx: Transaction): Promise<SettledWorth> {
  return worthBetween(
    payment,
    { accountId: payment.transitAccountId, sign: -1, fee: await feeWorth(payment, trx) },
    trx
  )
}

/** What the provider keeps of a charge for itself, on the account of bank fees; null where it keeps nothing. */
async function feeWorth(
  { charge, siteId, baseCurrency, postedOn }: PaymentToPost,
  trx: Transaction
): Promise<SettledWorth['fee']> {
  if (charge === null || charge.feeMinor === 0) return null
  const { feeMinor: amountMinor, currency } = charge
  const minor = await toBaseMinor({ amountMinor, currency, baseCurrency, day: postedOn }, trx)
  const { id } = await ensureAccount({ siteId, prefix: await roleCode(siteId, 'bank_fees', trx) }, trx)
  return { minor, accountId: id }
}

/**
 * The same of one that comes back: the debt stands again at what it stood at before. What a provider kept for an exchange is
 * not given back.
 */
export function returnedWorth(payment: PaymentToPost, trx: Transaction): Promise<SettledWorth> {
  return worthBetween(payment, { accountId: payment.liabilityAccountId, sign: 1, fee: null }, trx)
}

/** A payment that comes back, in what comes back of it. */
export const withoutFee = (payment: PaymentToPost): PaymentToPost =>
  payment.charge === null
    ? payment
    : {
        ...payment,
        charge: { ...payment.charge, minor: payment.charge.minor - payment.charge.feeMinor, feeMinor: 0 },
      }

async function worthBetween(
  payment: PaymentToPost,
  { accountId, sign, fee }: { accountId: number; sign: 1 | -1; fee: SettledWorth['fee'] },
  trx: Transaction
): Promise<SettledWorth> {
  const { orderId, siteId, amountMinor, currency, baseCurrency, postedOn, charge } = payment
  if (currency === baseCurrency && charge === null)
    return { heldMinor: amountMinor, bankMinor: amountMinor, exchangeAccountId: null, fee }
  const { heldMinor } = await oneRow<{ heldMinor: number }>(
    `select l.base_minor * :sign::int as held_minor from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.idempotency_key = :key and l.account_id = :accountId`,
    { key: `payment_order:${orderId}:sent:1`, accountId, sign },
    trx
  )
  const bank = bankMoney(payment)
  const bankMinor = await toBaseMinor(
    { amountMinor: bank.minor, currency: bank.currency, baseCurrency, day: postedOn },
    trx
  )
  // Paid, what left beyond what was held is a loss; returned, what came back beyond it a gain.
  const gainMinor = sign * (bankMinor - (fee?.minor ?? 0) - heldMinor)
  const exchangeAccountId =
    gainMinor === 0 ? null : await exchangeAccount(siteId, gainMinor > 0 ? 'gain' : 'loss', trx)
  return { heldMinor, bankMinor, exchangeAccountId, fee }
}
