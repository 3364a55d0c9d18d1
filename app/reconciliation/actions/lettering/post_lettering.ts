import type { Actor } from '#app/audit/record_event'
import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import { exchangeAccount } from '#app/ledger/actions/exchange_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { isMonthOpen } from '#app/ledger/queries/periods'
import type { LetterableItem } from '#app/reconciliation/actions/check_items'
import { differenceAccount } from '#app/reconciliation/actions/post_bank_match'
import { letteringPosting } from '#app/reconciliation/postings/lettering_posting'
import type { InvoiceWithholding } from '#app/reconciliation/queries/withholdings_due'

type Input = {
  siteId: number
  account: LetterableItem
  restMinor: number
  withholdings: InvoiceWithholding[]
  items: LetterableItem[]
  postedOn: CalendarDate
  actor: Actor
}

/** Posts what a lettering needs beside its items; null where it needs nothing. Throws E_PERIOD_CLOSED while today's month takes nothing. */
export async function postLettering(
  { siteId, account, restMinor, withholdings, items, postedOn, actor }: Input,
  trx: Transaction
): Promise<{ entryId: number; restLineId: number | null } | null> {
  const exchangeMinor = exchangeOf(items, restMinor)
  if (restMinor === 0 && exchangeMinor === 0 && withholdings.length === 0) return null
  if (!(await isMonthOpen(siteId, postedOn, trx)))
    throw new DomainError(
      'E_PERIOD_CLOSED',
      `El periodo está cerrado: no se puede contabilizar con fecha ${formatDay(postedOn)}.`
    )
  if (restMinor !== 0) await refuseOfGroup(account, trx)
  const lineId = Math.min(...items.map(({ journalLineId }) => journalLineId))
  const { version } = await oneRow<{ version: number }>(
    `select count(*)::int + 1 as version from journal_entries where source_type = 'journal_line' and source_id = :lineId and reverses_id is null`,
    { lineId },
    trx
  )
  const { counterpartyType, counterpartyId } = account
  const { entryId } = await postEntry(
    letteringPosting({
      siteId,
      lineId,
      version,
      postedOn,
      accountId: account.accountId,
      party: counterpartyType && counterpartyId ? { counterpartyType, counterpartyId } : {},
      // What is left in the debe was not received: a loss. The bank's side of a difference has the other sign.
      rest:
        restMinor === 0
          ? null
          : { amountMinor: restMinor, accountId: await differenceAccount(siteId, -restMinor, trx) },
      currency: account.currency,
      exchange:
        exchangeMinor === 0
          ? null
          : {
              amountMinor: exchangeMinor,
              // What is left in the debe came in as less than the book expected: a loss.
              accountId: await exchangeAccount(siteId, exchangeMinor > 0 ? 'loss' : 'gain', trx),
            },
      withholdings,
      createdBy: actor.userId,
    }),
    trx
  )
  if (restMinor === 0) return { entryId, restLineId: null }
  const { id } = await oneRow<{ id: number }>(
    `select id from journal_lines where entry_id = :entryId order by line_no limit 1`,
    { entryId },
    trx
  )
  return { entryId, restLineId: id }
}

/** What is given up in one book would still be owed in the other. */
async function refuseOfGroup({ accountId, code }: LetterableItem, trx: Transaction): Promise<void> {
  const found = await row(
    `select 1 as found from ledger_accounts where id = :accountId and group_balance <> 'outside'`,
    { accountId },
    trx
  )
  if (found)
    throw new DomainError(
      'E_LETTERING',
      `La cuenta ${code} es de saldos con una empresa del grupo: lleve la diferencia con un asiento manual, que la anota en los dos libros.`,
      { field: 'items' }
    )
}

/**
 * What items that add up to nothing in their own currency leave in the company's: the difference of exchange between their
 * days (00 §2). None where cents of them are given up, which only happens in the company's own currency.
 */
function exchangeOf(items: readonly LetterableItem[], restMinor: number): number {
  return restMinor === 0 ? items.reduce((sum, { bookMinor }) => sum + bookMinor, 0) : 0
}
