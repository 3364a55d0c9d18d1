import { rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import {
  type Reader,
  type SupplierInvoice,
  type SupplierPayment,
  type SupplierProfile,
  supplierInvoices,
  supplierPayments,
  supplierProfiles,
} from '#app/providers/ports'

/** Itself, and those that were merged into it: their entries of the past stay theirs. */
const OWN = `select id from providers where :providerId::bigint in (id, merged_into_id)`

export type ProviderActivity = {
  invoices: SupplierInvoice[]
  payments: SupplierPayment[]
  /** Its accounts in the books of each company. Positive is owed to it. */
  accounts: { id: number; site: string; code: string; balance: MoneyJson }[]
  profiles: SupplierProfile[]
}

/** The last invoices and payments of a supplier, its accounts and its profiles, within the reader's companies. */
export async function providerActivity(providerId: number, reader: Reader): Promise<ProviderActivity> {
  const { siteIds } = reader
  const bindings = { providerId, all: siteIds === 'all', siteIds: siteIds === 'all' ? [] : siteIds }
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
  return {
    invoices: await supplierInvoices.one().list(providerId, reader),
    payments: await supplierPayments.one()(providerId, reader),
    accounts: accounts.map(({ balanceMinor, currency, ...account }) => ({
      ...account,
      balance: { minor: balanceMinor, currency },
    })),
    profiles: await supplierProfiles.one().list(providerId, siteIds),
  }
}
