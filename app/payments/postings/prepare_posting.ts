import { oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { Money } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { groupLine } from '#app/ledger/actions/group_account'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import { firstDayOpenInAll, postingDay } from '#app/ledger/queries/periods'
import { roleCode } from '#app/ledger/queries/role_account'
import { kindPaying } from '#app/payments/kinds/payment_kind'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { isPaidByOther } from '#app/payments/orders/payment_order'
import type { AccruedWithholding, PaymentToPost } from '#app/payments/postings/payment_posting'

/**
 * The order with the accounts that its postings use, and the day they are posted on: the first open one from `happenedOn`, in the
 * books of both companies where another one pays. Holds their books, and those of whom the debt is with in the group.
 */
export async function preparePosting(
  order: PaymentOrder,
  happenedOn: CalendarDate,
  createdBy: number | null,
  trx: Transaction
): Promise<PaymentToPost> {
  const liabilityAccountId = await kindPaying(order.sourceType).liabilityAccount(order, trx)
  await lockBooksOf(order, liabilityAccountId, trx)
  const bank = await oneRow<{ ledgerAccountId: number; name: string; baseCurrency: string }>(
    `select b.ledger_account_id, b.name, s.base_currency from bank_accounts b join sites s on s.id = b.site_id where b.id = :id`,
    { id: order.debtorAccountId },
    trx
  )
  const transit = await ensureAccount(
    {
      siteId: order.payerSiteId,
      prefix: await roleCode(order.payerSiteId, 'payments_in_transit', trx),
      subledger: 'bank',
      subledgerId: order.debtorAccountId,
      name: `Pagos en curso ${bank.name}`,
      currency: order.currency,
    },
    trx
  )
  const liability = await oneRow<{ currency: string }>(
    `select currency from ledger_accounts where id = :id`,
    { id: liabilityAccountId },
    trx
  )
  return {
    orderId: order.id,
    number: order.number,
    siteId: order.siteId,
    payerSiteId: order.payerSiteId,
    between: isPaidByOther(order) ? await betweenOf(order, trx) : null,
    amountMinor: order.amountMinor,
    currency: order.currency,
    baseCurrency: bank.baseCurrency,
    creditorName: order.creditorName,
    counterpartyType:
      order.creditorType === 'other' ? null : (order.creditorType as 'provider' | 'employee' | 'site'),
    counterpartyId: order.creditorId,
    liabilityAccountId,
    liabilityCurrency: liability.currency,
    transitAccountId: transit.id,
    bankLedgerAccountId: bank.ledgerAccountId,
    happenedOn,
    postedOn: isPaidByOther(order)
      ? await firstDayOpenInAll([order.siteId, order.payerSiteId], happenedOn, trx)
      : await postingDay(order.siteId, happenedOn, trx),
    createdBy,
    charge:
      order.chargeMinor === null || order.chargeCurrency === null
        ? null
        : { minor: order.chargeMinor, currency: order.chargeCurrency, feeMinor: order.chargeFeeMinor ?? 0 },
  }
}

/** Before anything of these books is written, so that no two payments wait for each other. */
async function lockBooksOf(
  { siteId, payerSiteId }: Pick<PaymentOrder, 'siteId' | 'payerSiteId'>,
  liabilityAccountId: number,
  trx: Transaction
): Promise<void> {
  const partners = await rows<{ id: number }>(
    `select subledger_id as id from ledger_accounts where id = :liabilityAccountId and subledger = 'site' and group_balance <> 'outside'`,
    { liabilityAccountId },
    trx
  )
  await lockBooks([siteId, payerSiteId, ...partners.map(({ id }) => id)], trx)
}

/** What the two companies owe each other by it, on the current account of both. */
async function betweenOf(
  { siteId, payerSiteId, amountMinor }: PaymentOrder,
  trx: Transaction
): Promise<PaymentToPost['between']> {
  const role = 'intercompany_current'
  return {
    owed: await groupLine({ siteId: payerSiteId, partnerId: siteId, role, amountMinor }, trx),
    owes: await groupLine({ siteId, partnerId: payerSiteId, role, amountMinor: -amountMinor }, trx),
  }
}

/**
 * The withholding of an invoice that falls due with a payment of `amountMinor` cents (negative: that comes back): what
 * is due for all that is paid then, minus what fell due before, so that after the last part exactly all of it is due
 * whatever came back in between. Asked before the invoice is settled. Null where it accrued when it was booked: its entry
 * says so, whatever the company has chosen since. In the company's currency, as it was booked.
 */
export async function withholdingDue(
  order: Pick<PaymentOrder, 'sourceType' | 'sourceId' | 'siteId'>,
  movedMinor: number,
  trx: Transaction
): Promise<AccruedWithholding | null> {
  if (order.sourceType !== 'invoice') return null
  const invoice = await row<{
    totalMinor: number
    outstandingMinor: number
    deferredAccountId: number | null
    deferredMinor: number
  }>(
    `select i.total_minor + i.rounding_minor as total_minor, i.outstanding_minor, w.account_id as deferred_account_id, coalesce(-w.base_minor, 0) as deferred_minor
       from invoices i left join lateral (select l.account_id, l.base_minor from journal_lines l join ledger_accounts a on a.id = l.account_id
              where l.entry_id = i.journal_entry_id and l.document_type = 'invoice' and l.document_id = i.id and a.code ^@ :deferred limit 1) w on true
      where i.id = :id`,
    { id: order.sourceId, deferred: await roleCode(order.siteId, 'withholding_deferred', trx) },
    trx
  )
  if (!invoice || invoice.deferredMinor === 0 || invoice.deferredAccountId === null) return null
  const paidMinor = invoice.totalMinor - invoice.outstandingMinor + movedMinor
  const dueMinor = Money.of(invoice.deferredMinor).timesRational(
    paidMinor,
    invoice.totalMinor,
    'half_away_from_zero'
  ).minor
  const payable = await ensureAccount(
    {
      siteId: order.siteId,
      prefix: await roleCode(order.siteId, 'withholding_payable', trx),
    },
    trx
  )
  const amountMinor = dueMinor - (await accruedBefore(order.sourceId, payable.id, trx))
  return { deferredAccountId: invoice.deferredAccountId, payableAccountId: payable.id, amountMinor }
}

/** What of an invoice's withholding is owed to the tax office already: by payments of ours, or by the bank's own. */
async function accruedBefore(invoiceId: number, payableAccountId: number, trx: Transaction): Promise<number> {
  const { accrued } = await oneRow<{ accrued: number }>(
    `select coalesce(-sum(l.amount_minor), 0)::bigint as accrued from journal_lines l where l.account_id = :payableAccountId
        and ((l.document_type = 'invoice_withholding' and l.document_id = :invoiceId)
          or (l.document_type = 'payment_order' and l.document_id in (select id from payment_orders where source_type = 'invoice' and source_id = :invoiceId)))`,
    { invoiceId, payableAccountId },
    trx
  )
  return accrued
}
