import { rows } from '#app/kernel/sql'

export type SiteFigures = {
  accounts: number
  /** Books' balance of all its accounts, in cents of EUR at the rates of their entries. */
  balance: { minor: number; currency: string }
  pending_invoices: number
  /** What booked invoices still owe, in cents of EUR. */
  payable: { minor: number; currency: string }
}

/** What other areas say about these companies, by company; each figure is what its list shows. */
export async function siteFigures(siteIds: number[]): Promise<Record<number, SiteFigures>> {
  const found = await rows<{
    id: number
    accounts: number
    balanceMinor: number
    pendingInvoices: number
    payableMinor: number
  }>(FIGURES, { siteIds })
  return Object.fromEntries(
    found.map((figures) => [
      figures.id,
      {
        accounts: figures.accounts,
        balance: { minor: figures.balanceMinor, currency: 'EUR' },
        pending_invoices: figures.pendingInvoices,
        payable: { minor: figures.payableMinor, currency: 'EUR' },
      },
    ])
  )
}

const FIGURES = `
  select s.id,
    (select count(*)::int from bank_accounts b where b.site_id = s.id and b.status <> 'closed') as accounts,
    (select coalesce(sum(ab.base_minor), 0)::bigint from account_balances ab where ab.account_id in (
       select ledger_account_id from bank_accounts b where b.site_id = s.id
       union all select v.ledger_account_id from virtual_accounts v join bank_accounts b on b.id = v.bank_account_id where b.site_id = s.id)) as balance_minor,
    (select count(*)::int from invoices i where i.site_id = s.id and i.status in ('received', 'analysing', 'pending_review', 'pending_approval')) as pending_invoices,
    (select coalesce(sum(i.outstanding_minor), 0)::bigint from invoices i where i.site_id = s.id and i.status in ('booked', 'disputed')) as payable_minor
   from sites s where s.id = any(:siteIds::bigint[])`
