import type { Actor } from '#app/audit/record_event'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { letterLines } from '#app/ledger/actions/letter_lines'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { postEntry } from '#app/ledger/actions/post_entry'
import type { MergeSides } from '#app/providers/actions/merge_providers'
import { mergePosting, type OpenRest } from '#app/providers/postings/merge_posting'

type Account = {
  id: number
  siteId: number
  prefix: string
  name: string
  currency: string
  balanceMinor: number
  isMatched: boolean
}
type Rest = Omit<OpenRest, 'fromAccountId' | 'toAccountId' | 'currency'>

/**
 * What each company owes to a supplier that is merged stands on the account of the other afterwards: line by line where
 * lines are matched with each other, so that each document keeps what is open of it, with an entry for each document.
 * Entries of the past stay as they are. Throws E_PERIOD_CLOSED where today's month is closed.
 */
export async function carryBalances(
  { source, target }: MergeSides,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const accounts = await accountsOf(source.id, trx)
  for (const siteId of new Set(accounts.map((account) => account.siteId))) {
    await lockReconciliations(siteId, trx)
    const rests: OpenRest[] = []
    for (const account of accounts.filter((one) => one.siteId === siteId)) {
      const open = account.isMatched ? await openRests(account.id, trx) : []
      const unexplained = account.balanceMinor - open.reduce((total, { restMinor }) => total + restMinor, 0)
      if (unexplained !== 0)
        open.push({ lineId: null, restMinor: unexplained, documentType: null, documentId: null, dueOn: null })
      if (open.length === 0) continue
      const own = await ensureAccount(
        {
          siteId,
          prefix: account.prefix,
          subledger: 'provider',
          subledgerId: target.id,
          name: account.name.startsWith('Fianza') ? `Fianza ${target.legalName}` : target.legalName,
          currency: account.currency,
        },
        trx
      )
      rests.push(
        ...open.map((rest) => ({
          ...rest,
          currency: account.currency,
          fromAccountId: account.id,
          toAccountId: own.id,
        }))
      )
    }
    const merge = {
      siteId,
      sourceId: source.id,
      targetId: target.id,
      sourceName: source.legalName,
      targetName: target.legalName,
      postedOn: today(),
      createdBy: actor.userId,
    }
    for (const [part, some] of Map.groupBy(rests, partOf)) {
      const { entryId } = await postEntry(mergePosting(merge, some, part), trx)
      await letter(siteId, entryId, some, actor.userId, trx)
    }
  }
}

const partOf = ({ documentType, documentId }: OpenRest) =>
  documentType === null || documentId === null ? 'other' : `${documentType}:${documentId}`

/** Accounts of a supplier that anything is left on, under the number that each is opened below. */
const accountsOf = (providerId: number, trx: Transaction) =>
  rows<Account>(
    `select a.id, a.site_id, coalesce(p.code, left(a.code, 3)) as prefix, a.name, a.currency, coalesce(b.balance_minor, 0)::bigint as balance_minor, a.reconcilable as is_matched
       from ledger_accounts a left join ledger_accounts p on p.id = a.parent_id left join account_balances b on b.account_id = a.id join sites s on s.id = a.site_id
      where a.subledger = 'provider' and a.subledger_id = :providerId and a.is_postable and a.currency = s.base_currency order by a.site_id, a.id`,
    { providerId },
    trx
  )

/** Lines of an account with what no punteo covers; reversed entries and the close of a year cancel out by themselves. */
const openRests = (accountId: number, trx: Transaction) =>
  rows<Rest>(
    `select * from (
       select l.id as line_id, (l.amount_minor - coalesce((select sum(r.amount_minor) from reconciliation_lines r where r.journal_line_id = l.id), 0))::bigint as rest_minor,
              l.document_type, l.document_id, l.due_on::text
         from journal_lines l join journal_entries e on e.id = l.entry_id
        where l.account_id = :accountId and e.reverses_id is null and e.source_type is distinct from 'fiscal_year'
          and not exists (select 1 from journal_entries x where x.reverses_id = e.id)) x
      where rest_minor <> 0 order by line_id`,
    { accountId },
    trx
  )

/** Each rest with the line that carried it over: the first of its pair. */
async function letter(
  siteId: number,
  entryId: number,
  rests: readonly OpenRest[],
  createdBy: number | null,
  trx: Transaction
): Promise<void> {
  const lines = await rows<{ id: number }>(
    `select id from journal_lines where entry_id = :entryId order by line_no`,
    { entryId },
    trx
  )
  for (const [index, { lineId, fromAccountId, restMinor }] of rests.entries()) {
    const closing = lines[index * 2]
    if (lineId === null || !closing) continue
    await letterLines(
      {
        siteId,
        accountId: fromAccountId,
        lines: [
          { journalLineId: lineId, amountMinor: restMinor },
          { journalLineId: closing.id, amountMinor: -restMinor },
        ],
        status: 'full',
        createdBy,
      },
      trx
    )
  }
}
