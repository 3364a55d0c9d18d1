import { allowsAccount } from '#app/accounts/queries/account_scope'
import { A, type Role, S } from '#app/identity/roles'
import { row, rows } from '#app/kernel/database/sql'
import type Provider from '#app/providers/models/provider'

type Reader = { id: number; role: Role; siteIds: number[] | 'all' }
type Option = { id: number; name: string }

/**
 * The companies and accounts that the fields of a supplier offer a reader. What is chosen and not theirs stays choosable
 * without its name, so that saving something else does not lose it.
 */
export async function providerCompanies(provider: Provider, reader: Reader) {
  const all = reader.siteIds === 'all'
  const siteIds = reader.siteIds === 'all' ? [] : reader.siteIds
  const sites = await rows<Option>(
    `select id, coalesce(nullif(trade_name, ''), legal_name) as name from sites
      where status <> 'archived' and (:all or id = any(:siteIds::bigint[])) order by legal_name collate "es-x-icu"`,
    { all, siteIds }
  )
  const accounts = await rows<Option & { siteId: number }>(
    `select b.id, b.name, b.site_id from bank_accounts b where b.status = 'active' and (:all or b.site_id = any(:siteIds::bigint[]))
        and ${allowsAccount('view', 'b.id', ':userId::bigint')} order by b.is_payer_default desc, b.name, b.id`,
    { all, siteIds, userId: reader.id }
  )
  return {
    groupSites: withChosen(sites, provider.siteIdIfGroup),
    payerSites: withChosen(sites, provider.defaultPayerSiteId),
    payerAccounts: withChosen(
      accounts.map(({ siteId, ...account }) => ({ ...account, siteId })),
      provider.defaultBankAccountId,
      { siteId: provider.defaultPayerSiteId ?? 0 }
    ),
    groupSite: await groupSite(provider.siteIdIfGroup, reader),
  }
}

const UNNAMED = 'De otra empresa'

function withChosen<Choice extends Option>(
  options: Choice[],
  chosen: number | null,
  more: Omit<Choice, keyof Option> = {} as Omit<Choice, keyof Option>
): Choice[] {
  if (chosen === null || options.some(({ id }) => id === chosen)) return options
  return [...options, { id: chosen, name: UNNAMED, ...more } as Choice]
}

/** The company that the supplier is, by its name for who works with it. */
async function groupSite(siteId: number | null, { role, siteIds }: Reader) {
  if (siteId === null) return null
  const isNamed = siteIds === 'all' || siteIds.includes(siteId)
  const site = isNamed
    ? await row<{ name: string }>(
        `select coalesce(nullif(trade_name, ''), legal_name) as name from sites where id = :siteId`,
        { siteId }
      )
    : null
  return { id: siteId, name: site?.name ?? UNNAMED, canOpen: isNamed && [S, A].some((may) => may === role) }
}
