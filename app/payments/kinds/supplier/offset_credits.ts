import { type Actor, recordEvent } from '#app/audit/record_event'
import { refreshPaymentState, settleInvoice } from '#app/invoices/booking/settle_invoice'
import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import { byCurrency } from '#app/kernel/money/sums'
import { postOffset } from '#app/payments/kinds/supplier/post_offset'
import { LIVE, liveOrdersOf } from '#app/payments/orders/checks/live_orders'
import { letterInvoices } from '#app/payments/postings/letter_payment'

type Open = {
  id: number
  siteId: number
  providerId: number
  currency: string
  /** In another currency than the books. */
  isForeign: boolean
  restMinor: number
  live: number
}

type Wanted = { invoiceIds: readonly number[]; creditIds: readonly number[] }

/**
 * Sets credit notes against invoices of the same supplier, company and currency, the earliest due first: both owe so much
 * less, the debt is lettered, and no money moves; in another currency than the books what their rates differ by is booked.
 * What an order takes already is left alone. Gives how much, by currency.
 */
export async function offsetCredits(
  { invoiceIds, creditIds }: Wanted,
  actor: Actor,
  trx: Transaction
): Promise<MoneyJson[]> {
  await rows(
    `select id from invoices where id = any(:ids::bigint[]) order by id for update`,
    { ids: [...invoiceIds, ...creditIds] },
    trx
  )
  const invoices = await openOnes(invoiceIds, `i.payable_minor > 0 and i.doc_type <> 'credit_note'`, trx)
  const credits = await openOnes(creditIds, `i.payable_minor < 0 and i.doc_type = 'credit_note'`, trx)
  const offsets: MoneyJson[] = []
  for (const credit of credits) {
    for (const invoice of invoices) {
      const amountMinor = Math.min(-credit.restMinor, invoice.restMinor)
      if (amountMinor <= 0 || !isAlike(invoice, credit)) continue
      await settleInvoice(invoice.id, amountMinor, actor, trx)
      await settleInvoice(credit.id, -amountMinor, actor, trx)
      const { offsetId } = await oneRow<{ offsetId: number }>(
        `insert into credit_offsets (credit_invoice_id, invoice_id, amount_minor, created_by) values (:creditId, :invoiceId, :amountMinor, :userId) returning id as offset_id`,
        { creditId: credit.id, invoiceId: invoice.id, amountMinor, userId: actor.userId },
        trx
      )
      await recordEvent(
        {
          actor,
          objectType: 'invoice',
          objectId: invoice.id,
          siteId: invoice.siteId,
          event: 'invoice.credit_offset',
          diff: { credit: [null, credit.id], amountMinor: [null, amountMinor] },
        },
        trx
      )
      credit.restMinor += amountMinor
      invoice.restMinor -= amountMinor
      offsets.push({ minor: amountMinor, currency: invoice.currency })
      await bookOffset({ offsetId, amountMinor, invoice, credit }, actor.userId, trx)
    }
    await refreshPaymentState(credit.id, 0, trx)
  }
  for (const { id, live } of invoices) await refreshPaymentState(id, live, trx)
  return byCurrency(offsets)
}

/** Currencies are never set against each other, nor what is of others. */
const isAlike = (one: Open, other: Open) =>
  one.siteId === other.siteId && one.providerId === other.providerId && one.currency === other.currency

type Booked = { offsetId: number; amountMinor: number; invoice: Open; credit: Open }

function bookOffset(
  { offsetId, amountMinor, invoice, credit }: Booked,
  createdBy: number | null,
  trx: Transaction
): Promise<void> {
  const { siteId, providerId, currency } = invoice
  const documents = { siteId, invoiceId: invoice.id, creditId: credit.id }
  return invoice.isForeign
    ? postOffset({ offsetId, providerId, currency, amountMinor, createdBy, ...documents }, trx)
    : letterInvoices(documents, createdBy, trx)
}

/** What is open of them and no order takes, the earliest due first. */
function openOnes(ids: readonly number[], condition: string, trx: Transaction): Promise<Open[]> {
  return rows<Open>(
    `select i.id, i.site_id, i.provider_id, i.currency, i.fx_rate is not null as is_foreign, i.payable_minor - ${liveOrdersOf('i.id')} as rest_minor,
        (select count(*)::int from payment_orders o where o.source_type = 'invoice' and o.source_id = i.id and o.status in ${LIVE}) as live
       from invoices i where i.id = any(:ids::bigint[]) and i.status = 'booked' and ${condition} order by i.due_on nulls last, i.id`,
    { ids },
    trx
  )
}

export type OpenCredit = {
  id: number
  providerId: number
  provider: string
  number: string
  issuedOn: string
  amountMinor: number
  currency: string
}

/** Credit notes that could be set against these invoices: booked, open, of the same supplier, company and currency. */
export function openCreditsFor(invoiceIds: readonly number[], trx?: Transaction): Promise<OpenCredit[]> {
  return rows<OpenCredit>(
    `select c.id, c.provider_id, p.legal_name as provider, c.invoice_number as number, c.issued_on, -c.payable_minor as amount_minor, c.currency
       from invoices c join providers p on p.id = c.provider_id
      where c.doc_type = 'credit_note' and c.status = 'booked' and c.payable_minor < 0
        and (c.site_id, c.provider_id, c.currency) in (select i.site_id, i.provider_id, i.currency from invoices i where i.id = any(:invoiceIds::bigint[]))
      order by p.legal_name collate "es-x-icu", c.issued_on, c.id limit 500`,
    { invoiceIds },
    trx
  )
}
