import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { SAME_ACCOUNT } from '#app/providers/actions/move_banks'
import { mergeFollowers, type ProviderMerge } from '#app/providers/merge_followers'

type Pair = Pick<ProviderMerge, 'sourceId' | 'targetId'>

/** A supplier as a merge looks at it. */
export type MergingProvider = {
  id: number
  code: string
  legalName: string
  taxIdType: string
  taxId: string | null
  country: string
  status: string
  active: boolean
  siteIdIfGroup: number | null
}

/** Both suppliers under their row locks, in the order of their keys; fewer when one does not exist. */
export function lockPair({ sourceId, targetId }: Pair, trx: Transaction): Promise<MergingProvider[]> {
  return rows<MergingProvider>(
    `select id, code, legal_name, tax_id_type, tax_id::text, country, status, active, site_id_if_group from providers
      where id = any(:ids::bigint[]) order by id for update`,
    { ids: [sourceId, targetId] },
    trx
  )
}

/** Whether two tax ids are of one person or company: the same, or the same with its country before it (ES B12345674). */
export function isSameTaxId(one: MergingProvider, other: MergingProvider): boolean {
  const bare = ({ taxId, country }: MergingProvider) =>
    (taxId ?? '').toUpperCase().replace(new RegExp(`^${country}`), '')
  return bare(one) !== '' && bare(one) === bare(other)
}

/** Companies that a supplier has anything to do with: in books, documents or agreements. */
export async function sitesOfProvider(providerId: number, trx: Transaction): Promise<number[]> {
  const elsewhere = mergeFollowers().flatMap(({ sites }) => (sites ? [sites(':providerId')] : []))
  const found = await rows<{ siteId: number }>(
    `select distinct site_id from (
       select site_id from ledger_accounts where subledger = 'provider' and subledger_id = :providerId
       ${elsewhere.map((sites) => `union all ${sites}`).join('\n       ')}
       union all select v.site_id from providers p join virtual_accounts v on v.id = p.reserve_virtual_account_id where p.id = :providerId
       union all select site_id from provider_banks where provider_id = :providerId and site_id is not null) x`,
    { providerId },
    trx
  )
  return found.map(({ siteId }) => siteId)
}

/** What each company owes to a supplier, by its books; companies that owe nothing are left out. */
export function balancesOf(providerId: number, trx: Transaction) {
  return rows<{ site: string; code: string; currency: string; baseCurrency: string; balanceMinor: number }>(
    `select coalesce(nullif(s.trade_name, ''), s.legal_name) as site, a.code, a.currency, s.base_currency, -b.balance_minor as balance_minor
       from ledger_accounts a join account_balances b on b.account_id = a.id join sites s on s.id = a.site_id
      where a.subledger = 'provider' and a.subledger_id = :providerId and (b.balance_minor <> 0 or b.base_minor <> 0) order by s.code, a.code`,
    { providerId },
    trx
  )
}

/** How many bank details in use would come over, and how many the other has already. */
export function countBanks({ sourceId, targetId }: Pair, trx: Transaction) {
  return oneRow<{ moving: number; shared: number }>(
    `select count(*) filter (where t.id is null)::int as moving, count(t.id)::int as shared
       from provider_banks s left join provider_banks t on t.provider_id = :targetId and ${SAME_ACCOUNT}
      where s.provider_id = :sourceId and s.disabled_at is null`,
    { sourceId, targetId },
    trx
  )
}
