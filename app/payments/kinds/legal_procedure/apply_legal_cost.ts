import type { Actor } from '#app/audit/record_event'
import { refreshPaymentState, settleInvoice } from '#app/invoices/booking/settle_invoice'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { maxDay, today } from '#app/kernel/time/calendar_date'
import { type LetteredLine, letterLines, unletterEntries } from '#app/ledger/actions/letter_lines'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import { type LockedCost, lockCost } from '#app/legal/actions/lock_cost'
import { debtAccount } from '#app/legal/queries/debt_account'
import {
  type CostInvoice,
  lockInvoice,
  tellOfCost,
} from '#app/payments/kinds/legal_procedure/lock_cost_invoice'

/** What was paid without the invoice pays it: its debt against the account that the payments stand on, and the punteo. */
export async function applyToInvoice(
  cost: LockedCost,
  invoice: CostInvoice,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const free = invoice.outstandingMinor - invoice.retainedOpenMinor - invoice.orderedMinor
  if (cost.paidMinor > free)
    throw new DomainError(
      'E_AMOUNT',
      `Lo pagado supera lo pendiente de la factura (${formatAmount(Math.max(free, 0), 'EUR')}).`,
      { field: 'invoice_id' }
    )
  await execute(
    `update legal_procedure_costs set applied_invoice_id = :invoiceId where id = :costId`,
    { costId: cost.id, invoiceId: invoice.id },
    trx
  )
  await settleInvoice(invoice.id, cost.paidMinor, actor, trx, 'prior')
  await refreshPaymentState(invoice.id, invoice.live, trx)
  const owed = await debtLine(invoice.id, trx)
  const paidOn = await debtAccount(cost, trx)
  const entryId =
    paidOn === owed.accountId ? null : await postApplied(cost, invoice, { owed, paidOn }, actor, trx)
  await execute(
    `update legal_procedure_costs set applied_entry_id = :entryId where id = :costId`,
    { entryId, costId: cost.id },
    trx
  )
  await letterApplied(cost, owed, entryId, actor, trx)
}

type DebtLine = { id: number; accountId: number; restMinor: number }

function debtLine(invoiceId: number, trx: Transaction): Promise<DebtLine> {
  return oneRow<DebtLine>(
    `select l.id, l.account_id, (l.amount_minor - coalesce((select sum(r.amount_minor) from reconciliation_lines r where r.journal_line_id = l.id), 0))::bigint as rest_minor
       from invoices i join journal_lines l on l.entry_id = i.journal_entry_id and l.document_type = 'invoice' and l.document_id = i.id
       join ledger_accounts a on a.id = l.account_id and a.subledger = 'provider' where i.id = :invoiceId order by l.line_no desc limit 1`,
    { invoiceId },
    trx
  )
}

async function postApplied(
  cost: LockedCost,
  invoice: CostInvoice,
  { owed, paidOn }: { owed: DebtLine; paidOn: number },
  actor: Actor,
  trx: Transaction
): Promise<number> {
  const line = (accountId: number, amountMinor: number) => ({
    accountId,
    amountMinor,
    documentType: 'legal_cost',
    documentId: cost.id,
    counterpartyType: 'provider' as const,
    counterpartyId: invoice.providerId,
  })
  const { done } = await oneRow<{ done: number }>(
    `select count(*)::int as done from journal_entries where source_type = 'legal_cost' and source_id = :id and kind = 'legal_cost.apply'`,
    { id: cost.id },
    trx
  )
  const { entryId } = await postEntry(
    {
      siteId: cost.siteId,
      postedOn: invoice.postedOn ? maxDay(invoice.postedOn, today()) : today(),
      journal: 'compras',
      kind: 'legal_cost.apply',
      idempotencyKey: `legal_cost:${cost.id}:applied:${done + 1}`,
      description: `Anticipo de ${cost.procedureNumber} aplicado a ${invoice.reference}`,
      sourceType: 'legal_cost',
      sourceId: cost.id,
      createdBy: actor.userId,
      lines: [line(owed.accountId, cost.paidMinor), line(paidOn, -cost.paidMinor)],
    },
    trx
  )
  return entryId
}

/** Binds the debt of the invoice with what pays it: the entry that applied it, or the payments on the same account. */
async function letterApplied(
  cost: LockedCost,
  owed: DebtLine,
  entryId: number | null,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  await lockReconciliations(cost.siteId, trx)
  const found = await oneRow<{ lines: { id: number; rest: number }[] }>(
    `select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'rest', x.rest) order by x.id), '[]') as lines from (
       select l.id, l.amount_minor - coalesce((select sum(r.amount_minor) from reconciliation_lines r where r.journal_line_id = l.id), 0) as rest
         from journal_lines l join journal_entries e on e.id = l.entry_id
        where l.account_id = :accountId and l.amount_minor > 0 and e.reverses_id is null and not exists (select 1 from journal_entries n where n.reverses_id = e.id)
          and (e.id = :entryId::bigint or :entryId::bigint is null and (l.document_type = 'legal_cost' and l.document_id = :costId
            or l.document_type = 'payment_order' and l.document_id in (select id from payment_orders where source_type = 'legal_cost' and source_id = :costId)))) x where x.rest > 0`,
    { accountId: owed.accountId, entryId, costId: cost.id },
    trx
  )
  const debits: LetteredLine[] = []
  let left = Math.min(cost.paidMinor, -owed.restMinor)
  const whole = left
  for (const { id, rest } of found.lines) {
    const part = Math.min(left, rest)
    if (part > 0) debits.push({ journalLineId: id, amountMinor: part })
    left -= part
  }
  if (whole <= 0 || left > 0) return
  await letterLines(
    {
      siteId: cost.siteId,
      accountId: owed.accountId,
      lines: [{ journalLineId: owed.id, amountMinor: -whole }, ...debits],
      status: whole === -owed.restMinor ? 'full' : 'partial',
      createdBy: actor.userId,
    },
    trx
  )
}

/**
 * The bank gave back a payment that an invoice has taken: the invoice owes all of it again and stands apart from the cost.
 * Nothing where no invoice took it.
 */
export async function undoApplied(costId: number, actor: Actor, trx: Transaction): Promise<void> {
  const { appliedInvoiceId } = await oneRow<{ appliedInvoiceId: number | null }>(
    `select applied_invoice_id from legal_procedure_costs where id = :costId`,
    { costId },
    trx
  )
  if (appliedInvoiceId === null) return
  const invoice = await lockInvoice(appliedInvoiceId, trx)
  const cost = await lockCost(costId, trx)
  if (cost.appliedInvoiceId === null) return
  await settleInvoice(invoice.id, -cost.paidMinor, actor, trx, 'prior')
  await refreshPaymentState(invoice.id, invoice.live, trx)
  await execute(
    `update legal_procedure_costs set applied_invoice_id = null, applied_entry_id = null where id = :costId`,
    { costId },
    trx
  )
  await tellOfCost(cost, 'legal_cost.unlinked', { invoice: [invoice.reference, null] }, actor, trx)
  await lockReconciliations(cost.siteId, trx)
  const owed = await debtLine(invoice.id, trx)
  const bound = await oneRow<{ entries: number[] }>(
    `select coalesce(jsonb_agg(distinct l.entry_id), '[]') as entries from reconciliation_lines mine join reconciliation_lines r on r.reconciliation_id = mine.reconciliation_id and r.journal_line_id <> mine.journal_line_id
       join journal_lines l on l.id = r.journal_line_id
      where mine.journal_line_id = :lineId and (l.entry_id = :entryId::bigint or l.document_type = 'payment_order' and l.document_id in (select id from payment_orders where source_type = 'legal_cost' and source_id = :costId)
        or l.document_type = 'legal_cost' and l.document_id = :costId)`,
    { lineId: owed.id, entryId: cost.appliedEntryId, costId },
    trx
  )
  await unletterEntries(bound.entries, trx)
  if (cost.appliedEntryId !== null)
    await reverseEntry(
      { entryId: cost.appliedEntryId, reason: 'Pago devuelto por el banco', createdBy: actor.userId },
      trx
    )
}
