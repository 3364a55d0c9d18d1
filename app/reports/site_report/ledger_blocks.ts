import { rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import { alarmsLink, ledgerLink } from '#app/reports/site_report/report_links'

export type LedgerRow = { id: number; code: string; name: string; balance: MoneyJson; href: string }

/** A debt is below zero in the book; what is told of an account is its balance as its mayor tells it. */
const TAXES = ['tax'] as const
/** Accounts with companies of the group: what is lent and owed, current account, invoices among them (area 00 §6). */
const GROUP_PREFIXES = [
  '1633',
  '1634',
  '1635',
  '2423',
  '2424',
  '2425',
  '5133',
  '5134',
  '5135',
  '5143',
  '5144',
  '5145',
  '5323',
  '5324',
  '5325',
  '5343',
  '5344',
  '5345',
  '5523',
  '5524',
  '5525',
  '403',
  '433',
]

/** What is owed to and by the State today, account by account. */
export function taxesBlock(siteId: number): Promise<LedgerRow[]> {
  return balancesOf(siteId, `r.class = any(:classes::text[])`, { classes: [...TAXES] })
}

/** What is open with other companies of the group today, account by account. */
export function groupBlock(siteId: number): Promise<LedgerRow[]> {
  return balancesOf(
    siteId,
    `exists (select 1 from unnest(:prefixes::text[]) prefix where a.code ^@ prefix)`,
    {
      prefixes: GROUP_PREFIXES,
    }
  )
}

async function balancesOf(
  siteId: number,
  where: string,
  bindings: Record<string, unknown>
): Promise<LedgerRow[]> {
  const found = await rows<{
    id: number
    code: string
    name: string
    balanceMinor: number
    currency: string
  }>(
    `select a.id, a.code, a.name, b.balance_minor, a.currency from ledger_accounts a join account_balances b on b.account_id = a.id
       left join report_accounts r on r.account_id = a.id
      where a.site_id = :siteId and b.balance_minor <> 0 and ${where} order by a.code`,
    { siteId, ...bindings }
  )
  return found.map(({ balanceMinor, currency, ...account }) => ({
    ...account,
    balance: { minor: balanceMinor, currency },
    href: ledgerLink(account.id),
  }))
}

export type AlarmRow = { severity: string; label: string; count: number; href: string }

const SEVERITIES: Record<string, string> = {
  blocking: 'Bloqueantes',
  high: 'Altas',
  warning: 'De aviso',
  info: 'Informativas',
}

/** Open alarms of the invoice audit by severity, the gravest first. */
export async function alarmsBlock(siteId: number): Promise<AlarmRow[]> {
  const found = await rows<{ severity: string; count: number }>(
    `select a.severity, count(*)::int as count from invoice_alarms a left join invoices i on i.id = a.invoice_id
      where a.status = 'open' and coalesce(i.site_id, a.site_id) = :siteId group by 1, a.rank order by a.rank desc`,
    { siteId }
  )
  return found.map(({ severity, count }) => ({
    severity,
    label: SEVERITIES[severity] ?? severity,
    count,
    href: alarmsLink(siteId, severity),
  }))
}
