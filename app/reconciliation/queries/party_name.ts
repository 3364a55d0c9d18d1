import { IS_PAYROLL_ACCOUNT } from '#app/accounts/queries/payroll_detail'
import { seesPayroll, type Viewer } from '#app/accounts/viewer'
import { row } from '#app/kernel/database/sql'

/** What a party of open items is called, for the head of its list; null where it has no name that this viewer may read. */
export async function partyName(party: string, { siteIds, ...viewer }: Viewer): Promise<string | null> {
  const [type = '', id = '0'] = party.split(':')
  const bindings = { id: Number(id) }
  if (type === 'provider') {
    const found = await row<{ name: string }>(
      `select legal_name as name from providers where id = :id`,
      bindings
    )
    return found?.name ?? null
  }
  if (type === 'site') {
    const found = await row<{ name: string }>(
      `select legal_name::text as name from sites where id = :id`,
      bindings
    )
    return found?.name ?? null
  }
  if (type === 'employee') {
    const found = await row<{ name: string }>(
      `select full_name as name from employees where id = :id`,
      bindings
    )
    return found?.name ?? null
  }
  if (type !== 'account') return null
  const found = await row<{ name: string; siteId: number; isPayroll: boolean }>(
    `select a.code || ' ' || a.name as name, a.site_id, ${IS_PAYROLL_ACCOUNT} as is_payroll from ledger_accounts a where a.id = :id`,
    bindings
  )
  if (!found || (siteIds !== 'all' && !siteIds.includes(found.siteId))) return null
  return found.isPayroll && !seesPayroll({ siteIds, ...viewer }) ? null : found.name
}
