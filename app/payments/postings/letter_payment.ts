import { execute, rows, type Transaction } from '#app/kernel/database/sql'
import { type LetteredLine, letterLines } from '#app/ledger/actions/letter_lines'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { kindPaying } from '#app/payments/kinds/payment_kind'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { MERGE_KIND } from '#app/providers/postings/merge_posting'

type OrderKey = Pick<PaymentOrder, 'id' | 'siteId' | 'sourceType' | 'sourceId'>
type Line = { id: number; accountId: number; currency: string; side: 'invoice' | 'order'; restMinor: number }

/** The accounts of the debt, also of who is no supplier, of the withholding that waits for its payment, and of money between own accounts; payments in transit are the bank's to prove. */
const DEBT_ACCOUNTS = `a.reconcilable and (a.subledger in ('provider', 'employee') or exists (select 1 from ledger_account_roles w
  where w.role in ('withholding_deferred', 'services_payable', 'own_transfers_in_transit', 'loan_payments_in_transit') and a.code ^@ w.account_code and (w.site_id = a.site_id or w.site_id is null)))`

/**
 * Punteo of what a settled payment paid (area 00 §2): the debt of its invoice with the payment, and the withholding that
 * waited with what fell due of it. Comes after the order and its invoice are locked.
 */
export async function letterPaid(order: OrderKey, createdBy: number | null, trx: Transaction): Promise<void> {
  if (!kindPaying(order.sourceType).debtEntrySql) return
  await lockReconciliations(order.siteId, trx)
  const lines = await linesOf(order, trx)
  for (const side of accountsOf(lines)) {
    const owed = side.filter((line) => line.side === 'invoice' && line.restMinor < 0)
    const paid = side.filter((line) => line.side === 'order' && line.restMinor > 0)
    await letterOff(order.siteId, owed, paid, createdBy, trx)
  }
}

/**
 * The bank gave it back: the invoice is owed again, so its debt is open again, and the payment is bound with its return.
 * What people bound by hand stays as they left it.
 */
export async function letterReturned(
  order: OrderKey,
  createdBy: number | null,
  trx: Transaction
): Promise<void> {
  const { debtEntrySql, isReturnLettered } = kindPaying(order.sourceType)
  if (!debtEntrySql && !isReturnLettered) return
  await lockReconciliations(order.siteId, trx)
  await execute(
    `delete from reconciliations c where not c.by_hand and c.id in (
       select r.reconciliation_id from reconciliation_lines r join journal_lines l on l.id = r.journal_line_id join ledger_accounts a on a.id = l.account_id
        where l.document_type = 'payment_order' and l.document_id = :orderId and ${DEBT_ACCOUNTS})`,
    { orderId: order.id },
    trx
  )
  for (const side of accountsOf(await linesOf(order, trx))) {
    const own = side.filter((line) => line.side === 'order')
    const returned = own.filter(({ restMinor }) => restMinor < 0)
    const paid = own.filter(({ restMinor }) => restMinor > 0)
    await letterOff(order.siteId, returned, paid, createdBy, trx)
  }
}

/** Lines of the order, of the entry that booked what it pays and of those that carried it to another supplier, with what no punteo covers. */
function linesOf({ id, sourceType, sourceId }: OrderKey, trx: Transaction): Promise<Line[]> {
  return rows<Line>(
    `select l.id, l.account_id, l.currency, case when l.document_type = 'payment_order' then 'order' else 'invoice' end as side,
            (l.amount_minor - coalesce((select sum(r.amount_minor) from reconciliation_lines r where r.journal_line_id = l.id), 0))::bigint as rest_minor
       from journal_lines l join ledger_accounts a on a.id = l.account_id join journal_entries e on e.id = l.entry_id
      where ((l.document_type = 'payment_order' and l.document_id = :id)
          or (l.document_type = :sourceType and l.document_id = :sourceId
            and (e.kind = '${MERGE_KIND}' or e.id = (${kindPaying(sourceType).debtEntrySql ?? 'null'}))))
        and ${DEBT_ACCOUNTS} and e.reverses_id is null and not exists (select 1 from journal_entries x where x.reverses_id = e.id)
      order by l.id`,
    { id, sourceType, sourceId },
    trx
  )
}

/** Lines that may be bound with each other: of one account and one currency. */
function accountsOf(lines: readonly Line[]): Line[][] {
  return [...Map.groupBy(lines, ({ accountId, currency }) => `${accountId} ${currency}`).values()]
}

/** Binds as much of both sides as the smaller one has, oldest lines first. */
async function letterOff(
  siteId: number,
  credits: readonly Line[],
  debits: readonly Line[],
  createdBy: number | null,
  trx: Transaction
): Promise<void> {
  const [first] = credits
  const minor = Math.min(totalOf(credits), totalOf(debits))
  if (!first || minor === 0) return
  const isAll = totalOf(credits) === totalOf(debits)
  await letterLines(
    {
      siteId,
      accountId: first.accountId,
      lines: [...upTo(credits, minor), ...upTo(debits, minor)],
      status: isAll ? 'full' : 'partial',
      createdBy,
    },
    trx
  )
}

const totalOf = (lines: readonly Line[]) =>
  lines.reduce((total, { restMinor }) => total + Math.abs(restMinor), 0)

function upTo(lines: readonly Line[], minor: number): LetteredLine[] {
  let left = minor
  const taken: LetteredLine[] = []
  for (const { id, restMinor } of lines) {
    const part = Math.min(left, Math.abs(restMinor))
    if (part > 0) taken.push({ journalLineId: id, amountMinor: Math.sign(restMinor) * part })
    left -= part
  }
  return taken
}

/** Punteo of a credit note with the invoice that it was set against. Both are locked. */
export async function letterInvoices(
  { siteId, invoiceId, creditId }: { siteId: number; invoiceId: number; creditId: number },
  createdBy: number | null,
  trx: Transaction
): Promise<void> {
  await lockReconciliations(siteId, trx)
  await letterEach(siteId, await debtLines([invoiceId, creditId], null, trx), createdBy, trx)
}

/** Punteo of a document with the lines of it in an entry that takes off what it owes. It is locked. */
export async function letterWithin(
  { siteId, invoiceId, entryId }: { siteId: number; invoiceId: number; entryId: number },
  createdBy: number | null,
  trx: Transaction
): Promise<void> {
  await lockReconciliations(siteId, trx)
  await letterEach(siteId, await debtLines([invoiceId], entryId, trx), createdBy, trx)
}

/** Debts of documents in the entries that booked them and in one more, with what no punteo covers. */
function debtLines(ids: number[], entryId: number | null, trx: Transaction): Promise<Line[]> {
  return rows<Line>(
    `select l.id, l.account_id, l.currency, 'invoice' as side,
            (l.amount_minor - coalesce((select sum(r.amount_minor) from reconciliation_lines r where r.journal_line_id = l.id), 0))::bigint as rest_minor
       from journal_lines l join ledger_accounts a on a.id = l.account_id join invoices i on l.entry_id in (i.journal_entry_id, :entryId::bigint) and l.document_type = 'invoice' and l.document_id = i.id
      where i.id = any(:ids::bigint[]) and a.reconcilable and a.subledger = 'provider' order by l.id`,
    { ids, entryId },
    trx
  )
}

async function letterEach(
  siteId: number,
  lines: readonly Line[],
  createdBy: number | null,
  trx: Transaction
): Promise<void> {
  for (const side of accountsOf(lines))
    await letterOff(
      siteId,
      side.filter(({ restMinor }) => restMinor < 0),
      side.filter(({ restMinor }) => restMinor > 0),
      createdBy,
      trx
    )
}
