import type { Actor } from '#app/audit/record_event'
import { settleInvoice } from '#app/invoices/booking/settle_invoice'
import { execute, inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { unletterEntries } from '#app/ledger/actions/letter_lines'
import { reverseMirrored } from '#app/ledger/actions/post_mirrored'
import { takeDebitBack } from '#app/loans/payments/pay_due_installment'
import { refreshSource } from '#app/payments/orders/move_order'
import { markUnreconciled } from '#app/payments/orders/settle_order'
import { learnAssociation } from '#app/reconciliation/actions/learn_association'
import { unletterPartners } from '#app/reconciliation/actions/lettering/letter_partners'
import { lockDocuments } from '#app/reconciliation/actions/lock_documents'
import { type LockedMatch, lockLine, lockReached } from '#app/reconciliation/actions/lock_line'
import { moveLine } from '#app/reconciliation/actions/write_match'
import type { PartyKey } from '#app/reconciliation/scoring/match_types'

type Input = { lineId: number; actor: Actor; reason?: string }

/**
 * Takes back what was decided about a movement: links go, entries made for it are reversed, their items are open again.
 * A settled payment stays paid, only not reconciled. Both sides of an own transfer go together.
 */
export async function undoMatch(
  { lineId, actor, reason = 'Conciliación deshecha' }: Input,
  outer?: Transaction
): Promise<void> {
  await inTransaction(async (trx) => {
    const together = await linesTogether(lineId, trx)
    await lockDocuments(await listDecidedLines(together, trx), trx)
    await lockReached(together, [], trx)
    for (const id of together) await undoLine(await lockLine(id, trx), reason, actor, trx)
  }, outer)
}

async function undoLine(locked: LockedMatch, reason: string, actor: Actor, trx: Transaction): Promise<void> {
  const { line, account } = locked
  // The state is checked before anything is taken away.
  await moveLine(locked, 'undo', actor, trx, { reason })
  const matched = await listMatched(line.id, trx)
  await execute(
    `delete from statement_matches where bank_statement_line_id = :lineId`,
    { lineId: line.id },
    trx
  )
  for (const { orderId } of matched) if (orderId !== null) await markUnreconciled(orderId, actor, trx)
  const entries = await listOwnEntries(line.id, account.siteId, trx)
  const parties = [...matched.map((match) => match.party), ...(await reopenItems(entries, actor, trx))]
  await takeDebitBack(line.id, actor, trx)
  await learnAssociation({ siteId: account.siteId, normText: line.normText, parties }, 'forget', trx)
  await unletterEntries(entries, trx)
  await unletterPartners(entries, trx)
  for (const entryId of entries) await reverseMirrored({ entryId, reason, createdBy: actor.userId }, trx)
}

/** The other side of an own transfer shares the group of its entry; keys in order, so that two undos never wait for each other. */
export async function linesTogether(lineId: number, trx?: Transaction): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select distinct other.source_id as id from journal_entries mine join journal_entries other on other.group_key = mine.group_key and other.source_type = 'bank_statement_line'
      where mine.source_type = 'bank_statement_line' and mine.source_id = :lineId and mine.kind = 'bank.transfer' and other.kind = 'bank.transfer'
        and not exists (select 1 from journal_entries r where r.reverses_id in (mine.id, other.id))`,
    { lineId },
    trx
  )
  return [...new Set([lineId, ...found.map(({ id }) => id)])].toSorted((a, b) => a - b)
}

/** Lines of the books that these movements are matched with, or that were posted for them. */
async function listDecidedLines(lineIds: number[], trx: Transaction): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select journal_line_id as id from statement_matches where bank_statement_line_id = any(:lineIds::bigint[])
     union select l.id from journal_entries e join journal_lines l on l.entry_id = e.id where e.source_type = 'bank_statement_line' and e.source_id = any(:lineIds::bigint[])`,
    { lineIds },
    trx
  )
  return found.map(({ id }) => id)
}

type Matched = { orderId: number | null; party: PartyKey | null }

function listMatched(lineId: number, trx: Transaction): Promise<Matched[]> {
  return rows<Matched>(
    `select case when l.document_type = 'payment_order' then l.document_id end as order_id, l.counterparty_type || ':' || l.counterparty_id as party
       from statement_matches m join journal_lines l on l.id = m.journal_line_id where m.bank_statement_line_id = :lineId`,
    { lineId },
    trx
  )
}

async function listOwnEntries(lineId: number, siteId: number, trx: Transaction): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select e.id from journal_entries e where e.source_type = 'bank_statement_line' and e.source_id = :lineId and e.site_id = :siteId and e.reverses_id is null
        and not exists (select 1 from journal_entries r where r.reverses_id = e.id) order by e.id`,
    { lineId, siteId },
    trx
  )
  return found.map(({ id }) => id)
}

/** Invoices that these entries paid owe it again; gives whom the items were with. */
async function reopenItems(entryIds: number[], actor: Actor, trx: Transaction): Promise<(PartyKey | null)[]> {
  const lettered = await rows<{
    party: PartyKey | null
    invoiceId: number | null
    amountMinor: number
  }>(
    `select l.counterparty_type || ':' || l.counterparty_id as party, l.amount_minor,
            case when l.document_type = 'invoice' and a.subledger = 'provider' then l.document_id end as invoice_id
       from journal_lines l join ledger_accounts a on a.id = l.account_id where l.entry_id = any(:entryIds::bigint[]) and exists (select 1 from reconciliation_lines r where r.journal_line_id = l.id)`,
    { entryIds },
    trx
  )
  for (const { invoiceId, amountMinor } of lettered) {
    if (invoiceId === null) continue
    await settleInvoice(invoiceId, -amountMinor, actor, trx, 'prior')
    await refreshSource({ sourceType: 'invoice', sourceId: invoiceId }, trx)
  }
  return lettered.map((line) => line.party)
}
