import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { today } from '#app/kernel/time/calendar_date'
import { letterLines } from '#app/ledger/actions/letter_lines'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { checkItems, type ItemToLetter, type LetterableItem } from '#app/reconciliation/actions/check_items'
import { postLettering } from '#app/reconciliation/actions/lettering/post_lettering'
import { lockDocuments } from '#app/reconciliation/actions/lock_documents'
import { payInvoices } from '#app/reconciliation/actions/pay_invoices'
import { listWithholdingsDue } from '#app/reconciliation/queries/withholdings_due'

type Input = {
  siteId: number
  items: ItemToLetter[]
  /** What happens to cents that are left over: they are refused, or given up to 669/769 within the company's limit. */
  difference: 'refuse' | 'write_off'
  actor: Actor
}

/**
 * Punteo by hand: binds open items of one account whose amounts add up to zero. What is lettered of an invoice counts as
 * paid: orders that would pay it again give way, and withholding that falls due with a payment falls due. Throws E_ITEM
 * for an item that is gone, is the bank's to prove or of another account, and E_LETTERING where they do not add up.
 * Gives the code.
 */
export function letterByHand({ siteId, items, difference, actor }: Input): Promise<string> {
  return inTransaction(async (trx) => {
    await lockDocuments(
      items.map(({ journalLineId }) => journalLineId),
      trx
    )
    await lockReconciliations(siteId, trx)
    const chosen = await checkItems(siteId, items, trx)
    const [first] = chosen
    if (!first) throw new DomainError('E_ITEM', 'Elija al menos dos partidas.')
    const rest = chosen.reduce((sum, item) => sum + item.amountMinor, 0)
    if (rest !== 0) await refuseDifference(siteId, rest, first, difference, trx)
    const invoices = chosen.filter((item) => item.isInvoiceDebt)
    const withholdings = await listWithholdingsDue(siteId, invoices, trx)
    await payInvoices(invoices, { paidOn: null, actor }, trx)
    const posted = await postLettering(
      { siteId, account: first, restMinor: rest, withholdings, items: chosen, actor, postedOn: today() },
      trx
    )
    const lines = chosen.map(({ journalLineId, amountMinor }) => ({ journalLineId, amountMinor }))
    if (posted?.restLineId) lines.push({ journalLineId: posted.restLineId, amountMinor: -rest })
    const status = chosen.every(({ amountMinor, openMinor }) => amountMinor === openMinor)
      ? 'full'
      : 'partial'
    const code = await letterLines(
      { siteId, accountId: first.accountId, lines, status, createdBy: actor.userId },
      trx
    )
    await noteLettering({ siteId, code, entryId: posted?.entryId ?? null, lines: lines.length, actor }, trx)
    return code
  })
}

async function refuseDifference(
  siteId: number,
  restMinor: number,
  { currency }: LetterableItem,
  difference: Input['difference'],
  trx: Transaction
): Promise<void> {
  const { limit, base } = await oneRow<{ limit: number; base: string }>(
    `select max_writeoff_minor as "limit", base_currency as base from sites where id = :siteId`,
    { siteId },
    trx
  )
  const left = formatAmount(Math.abs(restMinor), currency)
  if (difference === 'refuse')
    throw new DomainError('E_LETTERING', `Las partidas no suman cero: quedan ${left}.`, { field: 'items' })
  if (currency !== base)
    throw new DomainError(
      'E_LETTERING',
      `Una diferencia en ${currency} no se puede llevar a pérdidas o ganancias desde aquí.`,
      { field: 'items' }
    )
  if (Math.abs(restMinor) > limit)
    throw new DomainError(
      'E_LETTERING',
      `La diferencia de ${left} supera la que admite la empresa (${formatAmount(limit, currency)}).`,
      { field: 'items' }
    )
}

type Noted = { siteId: number; code: string; entryId: number | null; lines: number; actor: Actor }

async function noteLettering(
  { siteId, code, entryId, lines, actor }: Noted,
  trx: Transaction
): Promise<void> {
  const { id } = await oneRow<{ id: number }>(
    `update reconciliations set by_hand = true, entry_id = :entryId where site_id = :siteId and code = :code returning id`,
    { siteId, code, entryId },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: 'reconciliation',
      objectId: id,
      siteId,
      event: 'reconciliation.lettered',
      to: code,
      diff: { lines: [null, lines] },
    },
    trx
  )
}

/** Forgets a lettering; its lines are open again by the database itself. */
export async function deleteLettering(reconciliationId: number, trx: Transaction): Promise<void> {
  await execute(`delete from reconciliations where id = :reconciliationId`, { reconciliationId }, trx)
}
