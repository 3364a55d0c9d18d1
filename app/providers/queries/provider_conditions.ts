import { supplierContracts, supplierInvoices } from '#app/providers/ports'

type Condition = { condition: string; bindings: Record<string, unknown> }

const LIVE_BANK = 'select 1 from provider_banks b where b.provider_id = p.id and b.disabled_at is null'
const bankIs = (state: string) => `exists (${LIVE_BANK} and b.verification = '${state}')`

/** SQL: what the filter «Banco» asks of a supplier `p`. */
export const BANK_STATES: Record<string, string> = {
  verified: bankIs('verified'),
  unverified: bankIs('unverified'),
  rejected: bankIs('rejected'),
  none: `not exists (${LIVE_BANK})`,
}

/** SQL: a supplier `p` with a bank account that begins with `:iban`. */
export const HAS_IBAN = `exists (${LIVE_BANK} and b.iban like :iban || '%')`

/** SQL: the words of a supplier `p` that are searched. */
export const SEARCHED_WORDS = `(p.name_norm || ' ' || lower(coalesce(p.tax_id::text, '')) || ' ' || lower(p.code))`

/** SQL: what the filter «Contrato» asks of a supplier `p`. */
export function contractState(asked: string): string | undefined {
  const inForce = `exists (${supplierContracts.one().inForce('p.id')})`
  return { active: inForce, none: `not ${inForce}` }[asked]
}

/** Suppliers `p` that billed a company; of one the reader does not work with nothing shows. */
export function billedCompany(siteId: number, scope: number[] | 'all'): Condition {
  if (scope !== 'all' && !scope.includes(siteId)) return { condition: 'false', bindings: {} }
  return {
    condition: `exists (${supplierInvoices.one().toCompany('p.id', ':billedSite')})`,
    bindings: { billedSite: siteId },
  }
}

/** Suppliers `p` with a reserve fund, of those that lie in accounts the reader may see. */
export function hasReserveFund(deniedAccounts: readonly number[], scope: number[] | 'all'): Condition {
  return {
    condition: `exists (select 1 from virtual_accounts v where v.id = p.reserve_virtual_account_id and p.reserve_fund_enabled and v.bank_account_id <> all(:fundDenied::bigint[])
        and (:fundsOfAll or v.site_id = any(:fundSites::bigint[])))`,
    bindings: {
      fundDenied: deniedAccounts,
      fundsOfAll: scope === 'all',
      fundSites: scope === 'all' ? [] : scope,
    },
  }
}
