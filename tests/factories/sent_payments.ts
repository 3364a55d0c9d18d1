import { SYSTEM } from '#app/audit/record_event'
import { bookInvoice } from '#app/invoices/booking/book_invoice'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import { lockOrder } from '#app/payments/orders/move_order'
import { endToEndId } from '#app/payments/orders/place_order'
import { paymentSentPosting } from '#app/payments/postings/payment_posting'
import { preparePosting } from '#app/payments/postings/prepare_posting'
import { makeBankAccount, makeIban, makeSite } from '#tests/factories/books'
import { makeInvoice, makeProvider, type TestProvider } from '#tests/factories/documents'
import { makeUser, type Person } from '#tests/factories/people'

export type TestTreasury = {
  siteId: number
  accountId: number
  provider: TestProvider
  providerName: string
  person: Person
}

/** A company with an account of 10.000,00 € and a supplier whose bank detail is verified. */
export async function makeTreasury(): Promise<TestTreasury> {
  const { siteId } = await makeSite()
  const person = await makeUser('superC0ntab1l1dad')
  const accountId = await makeBankAccount(siteId, makeIban())
  const provider = await makeProvider(person)
  const { name } = await oneRow<{ name: string }>(`select legal_name as name from providers where id = :id`, {
    id: provider.id,
  })
  return { siteId, accountId, provider, providerName: name, person }
}

type BookedInvoice = { id: number; number: string; journalLineId: number }

/** A booked invoice of the supplier, due on 2026-04-09, with the line of its debt. */
export async function makeBookedInvoice(
  { siteId, provider, person }: TestTreasury,
  number: string,
  totalMinor = 12_100,
  withholdingMinor = 0
): Promise<BookedInvoice> {
  const id = await makeInvoice({
    siteId,
    providerId: provider.id,
    creator: person,
    totalMinor,
    number,
    withholdingMinor,
  })
  await approveByHand(id)
  await bookInvoice(id, SYSTEM)
  const debt = await oneRow<{ id: number }>(
    `select l.id from journal_lines l join ledger_accounts a on a.id = l.account_id where l.document_type = 'invoice' and l.document_id = :id and a.subledger = 'provider'`,
    { id }
  )
  return { id, number, journalLineId: debt.id }
}

/** One approval by somebody who had no hand in it, without going through limits and policies. */
export async function approveByHand(id: number): Promise<void> {
  const approver = await makeUser('aprobador')
  await execute(
    `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor)
     select 'invoice', i.id, i.site_id, :userId, 'approve', invoice_fingerprint(i), i.total_minor from invoices i where i.id = :id`,
    { id, userId: approver.id }
  )
  await execute(`update invoices set status = 'approved' where id = :id`, { id })
}

type SentOrder = { id: number; number: string; endToEndId: string; journalLineId: number }

/** A payment of an invoice that the bank has and has not charged. */
export async function makeSentOrder(
  { siteId, accountId, provider }: TestTreasury,
  invoiceId: number,
  amountMinor = 12_100,
  batchId: number | null = null
): Promise<SentOrder> {
  return inTransaction(async (trx) => {
    const { number } = await oneRow<{ number: string }>(
      `select 'OP-2026-' || lpad(nextval('payment_order_numbers')::text, 6, '0') as number`,
      {},
      trx
    )
    const { id } = await oneRow<{ id: number }>(
      `insert into payment_orders (number, kind, site_id, source_type, source_id, debtor_account_id, creditor_type, creditor_id, creditor_name, creditor_iban,
          amount_minor, execution_date, remittance, end_to_end_id, channel, status, sub_status, fingerprint, required_approvals, batch_id)
       values (:number, 'supplier', :siteId, 'invoice', :invoiceId, :accountId, 'provider', :providerId, 'Suministros de prueba', :iban,
          :amountMinor, '2026-04-09', 'FRA', :endToEndId, 'sepa_file', 'draft', null, 'test', 0, :batchId) returning id`,
      {
        number,
        siteId,
        invoiceId,
        accountId,
        providerId: provider.id,
        iban: provider.iban,
        amountMinor,
        endToEndId: endToEndId(number),
        batchId,
      },
      trx
    )
    for (const step of [
      `status = 'buffered'`,
      `status = 'approved'`,
      `status = 'sent', sub_status = 'queued', sent_at = now()`,
      `sub_status = 'processing'`,
    ])
      await execute(`update payment_orders set ${step} where id = :id`, { id }, trx)
    if (batchId) await refreshBatch(batchId, trx)
    const order = await lockOrder(id, trx)
    const { entryId } = await postEntry(
      paymentSentPosting(await preparePosting(order, calendarDate('2026-04-09'), null, trx), amountMinor),
      trx
    )
    const transit = await oneRow<{ id: number }>(
      `select id from journal_lines where entry_id = :entryId and amount_minor < 0`,
      { entryId },
      trx
    )
    return { id, number, endToEndId: endToEndId(number), journalLineId: transit.id }
  })
}

/** A batch of the account, for orders that are sent together. */
export async function makeBatch({ siteId, accountId }: TestTreasury): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into payment_batches (number, site_id, debtor_account_id, channel, execution_date, currency, message_id, status)
     select 'R-T-' || n, :siteId, :accountId, 'api', '2026-04-09', 'EUR', 'MSG-T-' || n, 'sent' from nextval('payment_batch_numbers') n returning id`,
    { siteId, accountId }
  )
  return id
}
