import { rows } from '#app/kernel/database/sql'
import type { BlockDefinition, BlockRow } from '#app/reports/site_report/report_block'
import { alarmsLink, ledgerLink } from '#app/reports/site_report/report_links'

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

const LEDGER_COLUMNS: BlockDefinition['columns'] = [
  { title: 'Cuenta', kind: 'code', share: 2 },
  { title: 'Nombre', share: 5 },
  { title: 'Saldo', kind: 'figure' },
]

/** What is owed to and by the State today, account by account. */
export const taxesBlock: BlockDefinition = {
  key: 'taxes',
  title: 'Impuestos',
  half: 'left',
  empty: 'No hay saldos con Hacienda.',
  columns: LEDGER_COLUMNS,
  read: ({ site }) => balancesOf(site.id, `r.class = any(:classes::text[])`, { classes: [...TAXES] }),
}

/** What is open with other companies of the group today, account by account. */
export const groupBlock: BlockDefinition = {
  key: 'group',
  title: 'Préstamos y saldos con empresas del grupo',
  half: 'left',
  empty: 'No hay saldos con empresas del grupo.',
  columns: LEDGER_COLUMNS,
  read: ({ site }) =>
    balancesOf(site.id, `exists (select 1 from unnest(:prefixes::text[]) prefix where a.code ^@ prefix)`, {
      prefixes: GROUP_PREFIXES,
    }),
}

async function balancesOf(
  siteId: number,
  where: string,
  bindings: Record<string, unknown>
): Promise<BlockRow[]> {
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
  return found.map(({ id, code, name, balanceMinor, currency }) => ({
    key: id,
    cells: [code, name, { value: { minor: balanceMinor, currency }, href: ledgerLink(id) }],
  }))
}

const SEVERITIES: Record<string, string> = {
  blocking: 'Bloqueantes',
  high: 'Altas',
  warning: 'De aviso',
  info: 'Informativas',
}

/** Open alarms of the invoice audit by severity, the gravest first. */
export const alarmsBlock: BlockDefinition = {
  key: 'alarms',
  title: 'Alarmas de facturas',
  half: 'right',
  empty: 'No hay alarmas abiertas.',
  columns: [{ title: 'Severidad' }, { title: 'Abiertas', kind: 'figure' }],
  async read({ site }) {
    const found = await rows<{ severity: string; count: number }>(
      `select a.severity, count(*)::int as count from invoice_alarms a left join invoices i on i.id = a.invoice_id
        where a.status = 'open' and coalesce(i.site_id, a.site_id) = :siteId group by 1, a.rank order by a.rank desc`,
      { siteId: site.id }
    )
    return found.map(({ severity, count }) => ({
      key: severity,
      cells: [SEVERITIES[severity] ?? severity, { value: count, href: alarmsLink(site.id, severity) }],
    }))
  },
}
