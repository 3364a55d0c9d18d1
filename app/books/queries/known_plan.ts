import type { KnownPlan } from '#app/books/plan_file/check_plan_rows'
import { type Client, row, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** The plan of a company as new accounts are checked against. Throws E_SITE when it is archived or not there. */
export async function knownPlan(siteId: number, client?: Client): Promise<KnownPlan> {
  const site = await row<{ width: number }>(
    `select account_width as width from sites where id = :siteId and status <> 'archived'`,
    { siteId },
    client
  )
  if (!site) throw new DomainError('E_SITE', 'La empresa está archivada.', { field: 'site_id' })
  const found = await rows<{ code: string; isPostable: boolean }>(
    `select code, is_postable from ledger_accounts where site_id = :siteId`,
    { siteId },
    client
  )
  return {
    width: site.width,
    nodes: new Set(found.filter(({ isPostable }) => !isPostable).map(({ code }) => code)),
    accounts: new Set(found.filter(({ isPostable }) => isPostable).map(({ code }) => code)),
  }
}
