import { type Client, oneRow } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { listApprovalGaps } from '#app/sites/queries/list_approval_gaps'

/** What stands in the way of a transition, and where it is put right. */
export type Blocker = { text: string; href: string | null }

/**
 * What a draft still lacks to become active (area 02 §2): plan, fiscal year, an account and approvers enough for the
 * supplier-payment policy. Empty when it may.
 */
export async function activationBlockers(siteId: number, client?: Client): Promise<Blocker[]> {
  const has = await oneRow<{ plan: boolean; year: boolean; account: boolean }>(
    `select exists (select 1 from ledger_accounts where site_id = :siteId) as plan,
        exists (select 1 from fiscal_years where site_id = :siteId and status = 'open') as year,
        exists (select 1 from bank_accounts where site_id = :siteId and status = 'active') as account`,
    { siteId },
    client
  )
  const gaps = (await listApprovalGaps([siteId], client)).filter((gap) => gap.kind === 'payment_supplier')
  return [
    ...(has.plan ? [] : [{ text: 'No tiene plan de cuentas.', href: null }]),
    ...(has.year ? [] : [{ text: 'No tiene un ejercicio abierto.', href: null }]),
    ...(has.account ? [] : [{ text: 'No tiene ninguna cuenta bancaria activa.', href: '/accounts' }]),
    ...gaps.map(({ text }) => ({ text, href: `/sites/${siteId}/edit?tab=approvals` })),
  ]
}

/** What keeps an active company from being archived (area 02 §2). Empty when it may be. */
export async function archiveBlockers(siteId: number, client?: Client): Promise<Blocker[]> {
  const found = await oneRow<Found>(ARCHIVE, { siteId }, client)
  const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
  const of = `site_ids[]=${siteId}`
  const blockers: [boolean, string, string | null][] = [
    [
      found.invoices > 0,
      `Tiene ${count(found.invoices, 'factura abierta', 'facturas abiertas')}.`,
      `/invoices?${of}`,
    ],
    [
      found.orders > 0,
      `Tiene ${count(found.orders, 'pago en curso', 'pagos en curso')}.`,
      `/paysuppliers?${of}`,
    ],
    [
      found.accounts > 0,
      `Tiene saldo en ${count(found.accounts, 'cuenta', 'cuentas')} (${formatAmount(found.balanceMinor, 'EUR')} en total).`,
      `/accounts?${of}`,
    ],
    [
      found.virtuals > 0,
      `Tiene saldo en ${count(found.virtuals, 'cuenta virtual', 'cuentas virtuales')}.`,
      `/accounts?${of}`,
    ],
    [found.years > 0, `Tiene ${count(found.years, 'ejercicio sin cerrar', 'ejercicios sin cerrar')}.`, null],
  ]
  return blockers.flatMap(([stands, text, href]) => (stands ? [{ text, href }] : []))
}

type Found = {
  invoices: number
  orders: number
  accounts: number
  balanceMinor: number
  virtuals: number
  years: number
}

const ARCHIVE = `select
  (select count(*)::int from invoices where site_id = :siteId
     and (status in ('received', 'analysing', 'analysis_failed', 'pending_review', 'pending_approval', 'approved') or (status in ('booked', 'disputed') and outstanding_minor <> 0))) as invoices,
  (select count(*)::int from payment_orders where site_id = :siteId and status in ('draft', 'buffered', 'approved', 'sent')) as orders,
  (select count(*)::int from bank_account_positions where site_id = :siteId and balance_minor <> 0) as accounts,
  (select coalesce(sum(balance_minor), 0)::bigint from bank_account_positions where site_id = :siteId and currency = 'EUR') as balance_minor,
  (select count(*)::int from virtual_accounts v join account_balances b on b.account_id = v.ledger_account_id where v.site_id = :siteId and b.balance_minor <> 0) as virtuals,
  (select count(*)::int from fiscal_years where site_id = :siteId and status <> 'closed' and next_entry_no > 1) as years`
