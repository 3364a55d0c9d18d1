import type { Actor } from '#app/audit/record_event'
import { refreshPaymentState, settleInvoice } from '#app/invoices/booking/settle_invoice'
import { prepaymentAccount } from '#app/invoices/provisions/create_provision'
import { type Invoice, lockInvoice, type Provision } from '#app/invoices/provisions/lock_provision'
import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { maxDay, today } from '#app/kernel/time/calendar_date'
import { letterLines } from '#app/ledger/actions/letter_lines'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { postEntry } from '#app/ledger/actions/post_entry'

/** `prepayment.apply`: 400 or 410 against 407 of the supplier, and the punteo of the debt with it. */
export async function applyPrepayment(
  provision: Provision,
  invoice: Invoice & { id: number },
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const { siteId, settledMinor } = provision
  const { debt, entryId } = await postPrepayment(
    provision,
    { ...invoice, amountMinor: settledMinor, round: 1 },
    actor,
    trx
  )
  await lockReconciliations(siteId, trx)
  const applied = await oneRow<{ id: number }>(
    `select id from journal_lines where entry_id = :entryId and account_id = :accountId and amount_minor > 0`,
    { entryId, accountId: debt.accountId },
    trx
  )
  await letterLines(
    {
      siteId,
      accountId: debt.accountId,
      lines: [
        { journalLineId: debt.id, amountMinor: -settledMinor },
        { journalLineId: applied.id, amountMinor: settledMinor },
      ],
      status: settledMinor === invoice.outstandingMinor ? 'full' : 'partial',
      createdBy: actor.userId,
    },
    trx
  )
}

/**
 * The bank gave back a payment in advance that an invoice has taken already: the invoice owes it again and the prepayment
 * is taken off it (400 against 407, the other way). Nothing where no invoice took it.
 */
export async function takeBackPrepayment(
  provisionId: number,
  amountMinor: number,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const provision = await oneRow<Provision & { invoiceId: number | null }>(
    `select p.id, p.site_id, p.provider_id, p.concept, p.status, p.settled_minor, p.journal_entry_id as entry_id, 0 as live, p.invoice_id
       from supplier_provisions p where p.id = :provisionId for update`,
    { provisionId },
    trx
  )
  const invoice = provision.invoiceId === null ? null : await lockInvoice(provision.invoiceId, trx)
  if (!invoice || provision.invoiceId === null) return
  await settleInvoice(provision.invoiceId, -amountMinor, actor, trx, 'prior')
  await refreshPaymentState(provision.invoiceId, invoice.live, trx)
  await postPrepayment(
    provision,
    { ...invoice, id: provision.invoiceId, amountMinor: -amountMinor, round: 1 + provision.settledMinor },
    actor,
    trx
  )
}

/** 400 or 410 of the invoice against 407 of its supplier; negative is the other way. */
async function postPrepayment(
  { id, siteId, providerId }: Provision,
  invoice: Invoice & { id: number; amountMinor: number; round: number },
  actor: Actor,
  trx: Transaction
): Promise<{ debt: { id: number; accountId: number }; entryId: number }> {
  const debt = await oneRow<{ id: number; accountId: number }>(
    `select l.id, l.account_id from invoices i join journal_lines l on l.entry_id = i.journal_entry_id and l.document_type = 'invoice' and l.document_id = i.id
       join ledger_accounts a on a.id = l.account_id and a.subledger = 'provider' where i.id = :id order by l.line_no desc limit 1`,
    { id: invoice.id },
    trx
  )
  const event = invoice.amountMinor > 0 ? 'applied' : 'taken_back'
  const line = (accountId: number, amountMinor: number) => ({
    accountId,
    amountMinor,
    documentType: 'supplier_provision',
    documentId: id,
    counterpartyType: 'provider' as const,
    counterpartyId: providerId,
  })
  const { entryId } = await postEntry(
    {
      siteId,
      postedOn: invoice.postedOn ? maxDay(invoice.postedOn, today()) : today(),
      journal: 'compras',
      kind: event === 'applied' ? 'prepayment.apply' : 'prepayment.take_back',
      idempotencyKey: `supplier_provision:${id}:${event}:${invoice.round}`,
      description:
        event === 'applied'
          ? `Anticipo aplicado a ${invoice.reference}`
          : `Anticipo devuelto por el banco, ${invoice.reference}`,
      sourceType: 'supplier_provision',
      sourceId: id,
      createdBy: actor.userId,
      lines: [
        line(debt.accountId, invoice.amountMinor),
        line(await prepaymentAccount({ siteId, providerId }, trx), -invoice.amountMinor),
      ],
    },
    trx
  )
  return { debt, entryId }
}
