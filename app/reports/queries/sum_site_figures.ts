import { rows } from '#app/kernel/database/sql'
import { worthLeft } from '#app/ledger/fx/worth_sql'
import type { SiteFigures } from '#app/sites/ports'

/** Money and invoices of these companies, by company; each figure is what its list shows the reader. */
export async function sumSiteFigures(
  siteIds: number[],
  readerId: number
): Promise<Record<number, SiteFigures>> {
  const found = await rows<{
    id: number
    baseCurrency: string
    accounts: number
    balanceMinor: number
    pendingInvoices: number
    payableMinor: number
  }>(FIGURES, { siteIds, readerId })
  return Object.fromEntries(
    found.map((figures) => [
      figures.id,
      {
        accounts: figures.accounts,
        balance: { minor: figures.balanceMinor, currency: figures.baseCurrency },
        pendingInvoices: figures.pendingInvoices,
        payable: { minor: figures.payableMinor, currency: figures.baseCurrency },
      },
    ])
  )
}

/** A permission of the reader's own hides an account from them (area 01 §1), in counts and sums too. */
const FIGURES = `
  with seen as (select b.id, b.site_id, b.status, b.ledger_account_id from bank_accounts b
    where b.site_id = any(:siteIds::bigint[]) and not exists (select 1 from bank_account_permissions d join users u on u.id = d.user_id and u.role <> 's1st3ma'
      where d.user_id = :readerId and d.bank_account_id = b.id and not d.can_view))
  select s.id, s.base_currency,
    (select count(*)::int from seen b where b.site_id = s.id and b.status <> 'closed') as accounts,
    (select coalesce(sum(ab.base_minor), 0)::bigint from account_balances ab where ab.account_id in (
       select ledger_account_id from seen b where b.site_id = s.id
       union all select v.ledger_account_id from virtual_accounts v join seen b on b.id = v.bank_account_id where b.site_id = s.id)) as balance_minor,
    (select count(*)::int from invoices i where i.site_id = s.id and i.status in ('received', 'analysing', 'pending_review', 'pending_approval')) as pending_invoices,
    (select coalesce(sum(${worthLeft('i.payable_minor')}), 0)::bigint from invoices i where i.site_id = s.id and i.status in ('booked', 'disputed')) as payable_minor
   from sites s where s.id = any(:siteIds::bigint[])`
