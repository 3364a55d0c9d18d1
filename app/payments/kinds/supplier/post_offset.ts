import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { exchangeAccount } from '#app/ledger/actions/exchange_account'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { postEntry } from '#app/ledger/actions/post_entry'
import { bookPart } from '#app/ledger/fx/book_part'
import { postingDay } from '#app/ledger/queries/periods'
import { type OffsetSide, offsetPosting } from '#app/payments/kinds/supplier/offset_posting'
import { leftInBook } from '#app/payments/orders/page/payment_worth'
import { letterWithin } from '#app/payments/postings/letter_payment'

type Offset = {
  offsetId: number
  siteId: number
  providerId: number
  invoiceId: number
  creditId: number
  currency: string
  amountMinor: number
  createdBy: number | null
}

/**
 * Posts a credit note that was set against an invoice in another currency, with what their rates differ by, and letters each
 * with its line. Both are locked. Throws E_PERIOD_CLOSED where no month takes entries.
 */
export async function postOffset(
  { invoiceId, creditId, ...offset }: Offset,
  trx: Transaction
): Promise<void> {
  await lockReconciliations(offset.siteId, trx)
  const invoice = await sideOf(invoiceId, offset.amountMinor, trx)
  const credit = await sideOf(creditId, offset.amountMinor, trx)
  const lostMinor = credit.bookMinor - invoice.bookMinor
  const { entryId } = await postEntry(
    offsetPosting({
      ...offset,
      postedOn: await postingDay(offset.siteId, today(), trx),
      invoice,
      credit,
      exchangeAccountId:
        lostMinor === 0 ? null : await exchangeAccount(offset.siteId, lostMinor > 0 ? 'loss' : 'gain', trx),
    }),
    trx
  )
  for (const documentId of [invoiceId, creditId])
    await letterWithin({ siteId: offset.siteId, invoiceId: documentId, entryId }, offset.createdBy, trx)
}

/** Where the debt of an invoice stands, and what the book says of a part of what is left of it there. */
async function sideOf(documentId: number, partMinor: number, trx: Transaction): Promise<OffsetSide> {
  const { accountId } = await oneRow<{ accountId: number }>(
    `select l.account_id from invoices i join journal_lines l on l.entry_id = i.journal_entry_id and l.document_type = 'invoice' and l.document_id = i.id
       join ledger_accounts a on a.id = l.account_id and a.subledger = 'provider' where i.id = :documentId order by l.line_no limit 1`,
    { documentId },
    trx
  )
  const left = await leftInBook({ accountId, documentType: 'invoice', documentId }, trx)
  const line = { lineMinor: left.minor, lineBaseMinor: left.baseMinor, takenMinor: 0 }
  return { documentId, accountId, bookMinor: Math.abs(bookPart(line, Math.sign(left.minor) * partMinor)) }
}
