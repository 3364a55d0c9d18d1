import { rows } from '#app/kernel/database/sql'
import { type ProviderPayment, providerPaymentsOf, type Reader } from '#app/providers/provider_payments'

const SHOWN = 50
/** Itself, and those that were merged into it: their entries of the past stay theirs. */
const OWN = `select id from providers where :providerId::bigint in (id, merged_into_id)`

type Money = { minor: number; currency: string }

export type ProviderActivity = {
  invoices: {
    id: number
    reference: string
    number: string | null
    issuedOn: string | null
    site: string | null
    total: Money
    outstanding: Money
    isBooked: boolean
  }[]
  payments: ProviderPayment[]
  /** Its accounts in the books of each company. Positive is owed to it. */
  accounts: { id: number; site: string; code: string; balance: Money }[]
  profiles: { id: number; name: string; category: string; active: boolean }[]
}

/** The last invoices and payments of a supplier, its accounts and its profiles, within the reader's companies. */
export async function providerActivity(providerId: number, reader: Reader): Promise<ProviderActivity> {
  const { siteIds } = reader
  const bindings = { providerId, all: siteIds === 'all', siteIds: siteIds === 'all' ? [] : siteIds }
  const invoices = await rows<{
    id: number
    reference: string
    number: string | null
    issuedOn: string | null
    site: string | null
    totalMinor: number
    outstandingMinor: number
    currency: string
    isBooked: boolean
  }>(
    `select i.id, i.reference, i.invoice_number as number, i.issued_on::text, s.code as site, i.total_minor, i.payable_minor as outstanding_minor, i.currency, i.journal_entry_id is not null as is_booked
       from invoices i left join sites s on s.id = i.site_id where i.provider_id = :providerId and i.status <> 'cancelled' and (:all or i.site_id = any(:siteIds::bigint[]))
      order by i.issued_on desc nulls last, i.id desc limit ${SHOWN}`,
    bindings
  )
  const accounts = await rows<{
    id: number
    site: string
    code: string
    balanceMinor: number
    currency: string
  }>(
    `select a.id, coalesce(nullif(s.trade_name, ''), s.legal_name) as site, a.code, -coalesce(b.base_minor, 0)::bigint as balance_minor, s.base_currency as currency
       from ledger_accounts a join sites s on s.id = a.site_id left join account_balances b on b.account_id = a.id
      where a.subledger = 'provider' and a.subledger_id in (${OWN}) and (:all or a.site_id = any(:siteIds::bigint[])) order by s.code, a.code limit 200`,
    bindings
  )
  const profiles = await rows<ProviderActivity['profiles'][number]>(
    `select p.id, p.name, c.name::text as category, p.active from expense_profiles p join categories c on c.id = p.category_id
      where p.provider_id = :providerId and (:all or p.site_ids = '{}' or p.site_ids && :siteIds::bigint[]) order by p.active desc, p.name limit ${SHOWN}`,
    bindings
  )
  return {
    invoices: invoices.map(({ issuedOn, totalMinor, outstandingMinor, currency, isBooked, ...invoice }) => ({
      ...invoice,
      issuedOn,
      total: { minor: totalMinor, currency },
      outstanding: { minor: outstandingMinor, currency },
      isBooked,
    })),
    payments: await providerPaymentsOf(providerId, reader),
    accounts: accounts.map(({ balanceMinor, currency, ...account }) => ({
      ...account,
      balance: { minor: balanceMinor, currency },
    })),
    profiles,
  }
}
