import { rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import { monthWithin, type ReportPeriod } from '#app/kernel/time/report_period'
import type { BlockDefinition, Hidden } from '#app/reports/site_report/report_block'
import { accountLink, heldLink, movementsLink, PAID, RECEIVED } from '#app/reports/site_report/report_links'

export type BalanceRow = {
  id: string
  name: string
  kind: 'account' | 'virtual'
  balance: MoneyJson
  held: MoneyJson | null
  available: MoneyJson | null
  href: string
  heldHref: string
}

/** Balances of today: each account of the company and, below it, its virtual accounts. */
export async function balancesBlock(siteId: number, hidden: Hidden): Promise<BalanceRow[]> {
  const found = await rows<{
    id: number
    name: string
    virtualId: number | null
    currency: string
    balanceMinor: number
    heldMinor: number | null
    availableMinor: number | null
  }>(
    `select b.id, b.name, null::bigint as virtual_id, b.currency, p.balance_minor, p.held_minor, p.available_minor, b.name as account, 0 as depth
       from bank_accounts b join bank_account_positions p on p.bank_account_id = b.id where b.site_id = :siteId and b.id <> all(:hidden::bigint[])
     union all
     select b.id, v.name, v.id, b.currency, coalesce(ab.balance_minor, 0), null, null, b.name, 1
       from virtual_accounts v join bank_accounts b on b.id = v.bank_account_id left join account_balances ab on ab.account_id = v.ledger_account_id
      where b.site_id = :siteId and b.id <> all(:hidden::bigint[]) and v.status <> 'closed'
      order by account, depth, name`,
    { siteId, hidden }
  )
  return found.map(({ id, name, virtualId, currency, ...minor }) => ({
    id: virtualId ? `v${virtualId}` : `a${id}`,
    name,
    kind: virtualId ? 'virtual' : 'account',
    balance: { minor: minor.balanceMinor, currency },
    held: minor.heldMinor === null ? null : { minor: minor.heldMinor, currency },
    available: minor.availableMinor === null ? null : { minor: minor.availableMinor, currency },
    href: accountLink(id),
    heldHref: heldLink(id),
  }))
}

export type FlowRow = {
  id: string
  month: string
  account: string
  received: MoneyJson
  paid: MoneyJson
  receivedHref: string
  paidHref: string
  netHref: string
}

/** What the bank says came in and went out, by month and account. */
export async function flowsBlock(siteId: number, period: ReportPeriod, hidden: Hidden): Promise<FlowRow[]> {
  const found = await rows<{
    accountId: number
    account: string
    month: string
    currency: string
    receivedMinor: number
    paidMinor: number
  }>(
    `select b.id as account_id, b.name as account, to_char(l.booked_on, 'YYYY-MM') as month, l.currency,
        coalesce(sum(l.amount_minor) filter (where l.amount_minor > 0), 0)::bigint as received_minor,
        coalesce(sum(l.amount_minor) filter (where l.amount_minor < 0), 0)::bigint as paid_minor
       from bank_accounts b join bank_statement_lines l on l.bank_account_id = b.id
      where b.site_id = :siteId and b.id <> all(:hidden::bigint[]) and l.booked_on between :from and :to
      group by b.id, 3, l.currency order by 3, b.name`,
    { siteId, hidden, from: period.from, to: period.to }
  )
  return found.map(({ accountId, account, month, currency, receivedMinor, paidMinor }) => {
    const days = monthWithin(month, period)
    return {
      id: `${month}-${accountId}`,
      month,
      account,
      received: { minor: receivedMinor, currency },
      paid: { minor: paidMinor, currency },
      receivedHref: movementsLink(accountId, days, RECEIVED),
      paidHref: movementsLink(accountId, days, PAID),
      netHref: movementsLink(accountId, days),
    }
  })
}

const STATES = {
  pending: ['pending', 'suggested', 'partially_matched'],
  matched: ['matched', 'booked_direct'],
  ignored: ['ignored'],
} as const

/** How far the movements of the period are reconciled, by account. */
export const reconciliationsBlock: BlockDefinition = {
  key: 'reconciliations',
  title: 'Conciliación de movimientos',
  half: 'left',
  empty: 'La empresa no tiene cuentas.',
  columns: [
    { title: 'Cuenta' },
    { title: 'Pendientes', kind: 'figure' },
    { title: 'Conciliados', kind: 'figure' },
    { title: 'Ignorados', kind: 'figure' },
  ],
  async read({ site, period, hidden }) {
    const found = await rows<{ id: number; account: string } & Record<keyof typeof STATES, number>>(
      `select b.id, b.name as account, count(*) filter (where l.status in ('pending', 'suggested', 'partially_matched'))::int as pending,
          count(*) filter (where l.status in ('matched', 'booked_direct'))::int as matched, count(*) filter (where l.status = 'ignored')::int as ignored
         from bank_accounts b left join bank_statement_lines l on l.bank_account_id = b.id and l.booked_on between :from and :to
        where b.site_id = :siteId and b.id <> all(:hidden::bigint[]) group by b.id order by b.name`,
      { siteId: site.id, hidden, from: period.from, to: period.to }
    )
    return found.map(({ id, account, ...counts }) => {
      const figure = (state: keyof typeof STATES) => ({
        value: counts[state],
        href: movementsLink(id, period, { status: STATES[state] }),
      })
      return { key: id, cells: [account, figure('pending'), figure('matched'), figure('ignored')] }
    })
  },
}
