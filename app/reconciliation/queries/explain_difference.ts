import type { DifferenceParts } from '#app/accounts/ports'
import type { AccountHead } from '#app/accounts/queries/find_account'
import { VIRTUAL_TRANSFER } from '#app/accounts/virtual_transfer'
import { oneRow } from '#app/kernel/database/sql'

/**
 * Why the bank's balance is not that of the books: what each side has and the other has not. Null where they agree or the
 * bank has said nothing. An ignored movement is not the bank's, here as in the acta of a month. Openings and closings of years and the entries of a reversal are left out: they move nothing.
 */
export async function explainDifference(account: AccountHead): Promise<DifferenceParts | null> {
  const { id, currency, reportedBalanceMinor, balanceMinor } = account
  if (reportedBalanceMinor === null || reportedBalanceMinor === balanceMinor) return null
  const found = await oneRow<Sums>(SUMS, { id })
  const part = (count: number, minor: number) => ({ count, amount: { minor, currency } })
  const difference = reportedBalanceMinor - balanceMinor
  return {
    bank: part(found.bank, found.bankMinor),
    ignored: part(found.ignored, found.ignoredMinor),
    books: part(found.books, found.booksMinor),
    rest: { minor: difference - found.bankMinor + found.booksMinor, currency },
  }
}

type Sums = {
  bank: number
  bankMinor: number
  ignored: number
  ignoredMinor: number
  books: number
  booksMinor: number
}

const SUMS = `
  select bank.*, books.* from
    (select count(*) filter (where l.status <> 'ignored')::int as bank, coalesce(sum(left_minor) filter (where l.status <> 'ignored'), 0)::bigint as bank_minor,
        count(*) filter (where l.status = 'ignored')::int as ignored, coalesce(sum(left_minor) filter (where l.status = 'ignored'), 0)::bigint as ignored_minor
       from bank_statement_lines l
       cross join lateral (select l.amount_minor - coalesce(sum(x.amount_minor), 0)::bigint as left_minor from statement_matches x where x.bank_statement_line_id = l.id) m
      where l.bank_account_id = :id and l.status in ('pending', 'suggested', 'partially_matched', 'ignored')) bank,
    (select count(*)::int as books, coalesce(sum(left_minor), 0)::bigint as books_minor
       from journal_lines l join journal_entries e on e.id = l.entry_id
       cross join lateral (select l.amount_minor - coalesce(sum(x.amount_minor), 0)::bigint as left_minor from statement_matches x where x.journal_line_id = l.id) m
      where l.account_id in (select ledger_account_id from bank_accounts where id = :id union all select ledger_account_id from virtual_accounts where bank_account_id = :id)
        and e.journal not in ('apertura', 'cierre') and e.kind <> '${VIRTUAL_TRANSFER}' and e.reverses_id is null and not exists (select 1 from journal_entries r where r.reverses_id = e.id) and left_minor <> 0) books`
