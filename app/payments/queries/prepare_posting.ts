import type { CalendarDate } from '#app/kernel/calendar_date'
import { Money } from '#app/kernel/money'
import { oneRow, row, type Transaction } from '#app/kernel/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { roleCode } from '#app/ledger/queries/role_account'
import type PaymentOrder from '#app/payments/models/payment_order'
import type { AccruedWithholding, PaymentToPost } from '#app/payments/postings/payment_posting'

/** The order with the accounts that its postings use. */
export async function preparePosting(
  order: PaymentOrder,
  postedOn: CalendarDate,
  createdBy: number | null,
  trx: Transaction
): Promise<PaymentToPost> {
  const bank = await oneRow<{ ledgerAccountId: number; name: string }>(
    `select ledger_account_id, name from bank_accounts where id = :id`,
    { id: order.debtorAccountId },
    trx
  )
  const transit = await ensureAccount(
    {
      siteId: order.siteId,
      prefix: await roleCode(order.siteId, 'payments_in_transit', trx),
      subledger: 'bank',
      subledgerId: order.debtorAccountId,
      name: `Pagos en curso ${bank.name}`,
      currency: order.currency,
    },
    trx
  )
  return {
    orderId: order.id,
    number: order.number,
    siteId: order.siteId,
    amountMinor: order.amountMinor,
    currency: order.currency,
    creditorName: order.creditorName,
    counterpartyType:
      order.creditorType === 'other' ? null : (order.creditorType as 'provider' | 'employee' | 'site'),
    counterpartyId: order.creditorId,
    liabilityAccountId: await liabilityAccount(order, trx),
    transitAccountId: transit.id,
    bankLedgerAccountId: bank.ledgerAccountId,
    postedOn,
    createdBy,
  }
}

async function liabilityAccount(order: PaymentOrder, trx: Transaction): Promise<number> {
  const provider = await oneRow<{ legalName: string; ledgerPrefix: string }>(
    `select legal_name, ledger_prefix from providers where id = :id`,
    { id: order.creditorId },
    trx
  )
  const account = await ensureAccount(
    {
      siteId: order.siteId,
      prefix: provider.ledgerPrefix,
      subledger: 'provider',
      subledgerId: order.creditorId ?? 0,
      name: provider.legalName,
      currency: order.currency,
    },
    trx
  )
  return account.id
}

/**
 * The withholding of the paid invoice that falls due with this payment: in proportion, and so that after the
 * last part exactly all of it is due. Null where it accrued when the invoice was booked.
 */
export async function withholdingDue(
  order: PaymentOrder,
  trx: Transaction
): Promise<AccruedWithholding | null> {
  if (order.sourceType !== 'invoice') return null
  const invoice = await row<{
    withholdingMinor: number
    totalMinor: number
    outstandingMinor: number
    accrual: string
  }>(
    `select i.withholding_minor, i.total_minor, i.outstanding_minor, s.withholding_accrual as accrual
       from invoices i join sites s on s.id = i.site_id where i.id = :id`,
    { id: order.sourceId },
    trx
  )
  if (!invoice || invoice.withholdingMinor === 0 || invoice.accrual !== 'payment') return null
  const paidBefore = invoice.totalMinor - invoice.outstandingMinor
  const dueAfter = (paid: number) =>
    Money.of(invoice.withholdingMinor).timesRational(paid, invoice.totalMinor, 'half_away_from_zero').minor
  const amountMinor = dueAfter(paidBefore + order.amountMinor) - dueAfter(paidBefore)
  const deferred = await roleCode(order.siteId, 'withholding_deferred', trx)
  const payable = await roleCode(order.siteId, 'withholding_payable', trx)
  const [from, to] = [
    await ensureAccount(
      {
        siteId: order.siteId,
        prefix: deferred.slice(0, 4),
        exactCode: deferred,
        name: 'H.P. retenciones pendientes de devengo',
      },
      trx
    ),
    await ensureAccount(
      { siteId: order.siteId, prefix: payable, name: 'H.P. acreedora por retenciones' },
      trx
    ),
  ]
  return { deferredAccountId: from.id, payableAccountId: to.id, amountMinor }
}
