import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { bookInvoice } from '#app/invoices/booking/book_invoice'
import { changeHeader } from '#app/invoices/editing/edit_invoice'
import Invoice from '#app/invoices/models/invoice'
import { execute, oneRow } from '#app/kernel/database/sql'
import { type CalendarDate, calendarDate } from '#app/kernel/time/calendar_date'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { settleByHand } from '#app/payments/orders/settle_order'
import { makeIban } from '#tests/factories/books'
import { makeInvoice } from '#tests/factories/documents'
import { approve, form, type InvoiceStage, reviewed } from '#tests/factories/invoice_stage'
import { approveFully, type PaymentStage, sendOne } from '#tests/factories/payments'
import { approveByHand, type TestTreasury } from '#tests/factories/sent_payments'

type Wanted = { currency: string; issuedOn: string; totalMinor?: number; withholdingMinor?: number }

/**
 * A rate as the European Central Bank publishes it, for every test on this database. Throws where another test published a
 * different one for that day: which of them came first would decide what both find.
 */
export async function publishRate(currency: string, onDate: string, rate: string): Promise<void> {
  await execute(
    `insert into fx_rates (currency, on_date, source, rate) values (:currency, :onDate, 'ecb', :rate::numeric) on conflict do nothing`,
    { currency, onDate, rate }
  )
  const { published, isSame } = await oneRow<{ published: string; isSame: boolean }>(
    `select rate::text as published, rate = :rate::numeric as is_same from fx_rates where currency = :currency and on_date = :onDate and source = 'ecb'`,
    { currency, onDate, rate }
  )
  if (!isSame) throw new Error(`${currency} of ${onDate} is published as ${published} already, not ${rate}`)
}

/** A reviewed invoice in another currency, with the rate of its day where it is known. */
export async function foreignInvoice(stage: InvoiceStage, { currency, ...wanted }: Wanted): Promise<number> {
  const id = await reviewed(stage, wanted)
  await changeHeader({ ...(await form(id, stage.accountant)), actor: SYSTEM, currency })
  return id
}

/** The same, approved and booked. */
export async function bookedForeign(stage: InvoiceStage, wanted: Wanted): Promise<number> {
  const id = await foreignInvoice(stage, wanted)
  await submitInvoice(id, stage.accountant.actor)
  await approve(id, stage.approver)
  return id
}

/** An account of a company in another currency, with 50.000,00 of it. */
export const openForeignAccount = (
  siteId: number,
  currency: string,
  openedOn: CalendarDate
): Promise<number> =>
  openBankAccount(
    {
      siteId,
      name: `Cuenta en ${currency}`,
      kind: 'bank',
      providerCode: 'sepa_file',
      currency,
      iban: makeIban(),
      openedOn,
      openingBalanceMinor: 5_000_000,
    },
    SYSTEM
  )

type Debt = {
  currency: string
  issuedOn: string
  totalMinor?: number
  withholdingMinor?: number
  /** A credit note: its amounts are below zero. */
  isCredit?: boolean
  /** The account of the supplier that it names to be paid. */
  bankId?: number
}

/** A booked invoice of the supplier in another currency, or a credit note of it. */
export async function bookedDebt(
  { siteId, provider, person }: TestTreasury,
  { currency, isCredit = false, bankId, ...wanted }: Debt
): Promise<number> {
  const id = await makeInvoice({
    siteId,
    providerId: provider.id,
    creator: person,
    ...(isCredit ? { docType: 'credit_note' as const } : {}),
    ...wanted,
  })
  const { lockVersion } = await Invoice.findOrFail(id)
  await changeHeader({
    invoiceId: id,
    actor: SYSTEM,
    lockVersion,
    currency,
    ...(isCredit ? { rectificationNote: 'Sin factura original' } : {}),
  })
  if (bankId) await execute(`update invoices set provider_bank_id = :bankId where id = :id`, { bankId, id })
  await approveByHand(id)
  await bookInvoice(id, SYSTEM)
  return id
}

/** A payment of (part of) it that the bank has. */
export async function sentPayment(
  stage: PaymentStage,
  invoiceId: number,
  amountMinor?: number
): Promise<PaymentOrder> {
  const order = await createOrder({ invoiceId, amountMinor: amountMinor ?? null }, stage.creator.actor)
  await approveFully(stage, order.id)
  return sendOne(stage, order.id)
}

/** The same, charged by the bank. */
export async function paidByHand(
  stage: PaymentStage,
  invoiceId: number,
  { amountMinor, settledOn }: { amountMinor?: number; settledOn: string }
): Promise<void> {
  const order = await createOrder({ invoiceId, amountMinor: amountMinor ?? null }, stage.creator.actor)
  await settleDraft(stage, order.id, settledOn)
}

/** Takes a draft all the way: approved, at the bank and charged. */
export async function settleDraft(stage: PaymentStage, orderId: number, settledOn: string): Promise<void> {
  await approveFully(stage, orderId)
  await sendOne(stage, orderId)
  await settleByHand({
    orderId,
    settledOn: calendarDate(settledOn),
    proof: 'Extracto del banco',
    actor: stage.person.actor,
  })
}
