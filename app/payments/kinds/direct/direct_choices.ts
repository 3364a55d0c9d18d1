import { allowsAccount } from '#app/accounts/queries/account_scope'
import type { Purpose } from '#app/banking/bank_provider'
import { purposesOf } from '#app/banking/queries/purposes_of'
import { rows } from '#app/kernel/database/sql'
import { lastFour } from '#app/kernel/identifiers/iban'
import type { MoneyJson } from '#app/kernel/money/money'
import { type PayingConnection, payingConnections } from '#app/payments/gateway/paying_connection'
import { IS_BOOKABLE } from '#app/payments/kinds/direct/direct_payment'

type Beneficiary = {
  id: number
  name: string
  account: string
  currency: string
  isSupplier: boolean
  /** Until when its first payment waits (ISO); null where it does not. */
  waitsUntil: string | null
  /** What its bank asks a payment to it to be for; none where it asks for nothing. */
  purposes: { value: string; label: string }[]
}

export type DirectAccount = {
  id: number
  name: string
  currency: string
  available: MoneyJson
  /** «Qonto», where it hangs on a connection that pays. */
  provider: string | null
  /** An account may be named by its IBAN. */
  takesIban: boolean
  /** Where its provider is asked what a payment in another currency costs; null where it does not exchange. */
  quote: { url: string; accountId: number } | null
  /** The payment may be left at its provider as a draft. */
  hasDrafts: boolean
  beneficiaries: Beneficiary[]
}

type Found = Pick<DirectAccount, 'id' | 'name' | 'currency'> & {
  connectorId: number | null
  availableMinor: number
  iban: string | null
}

/** The accounts that somebody may pay directly from in a company, and whom their providers have to be paid and verified. */
export async function directChoices(siteId: number, userId: number): Promise<DirectAccount[]> {
  const found = await rows<Found>(
    `select b.id, b.name, b.currency, b.iban, b.connector_id, p.available_minor from bank_accounts b join bank_account_positions p on p.bank_account_id = b.id
      where b.site_id = :siteId and b.status = 'active' and (b.connector_id is not null or b.iban is not null and b.currency = 'EUR') and ${allowsAccount('pay', 'b.id', ':userId::bigint')}
      order by b.is_payer_default desc, b.sort, b.name, b.id`,
    { siteId, userId }
  )
  const paying = await payingConnections(found.map(({ id }) => id))
  const beneficiaries = Map.groupBy(
    await beneficiariesOf(found.flatMap(({ connectorId }) => connectorId ?? [])),
    ({ connectorId }) => connectorId
  )
  return found.map(({ connectorId, availableMinor, iban, ...account }) => {
    const connection = paying.get(account.id)
    return {
      ...account,
      available: { minor: availableMinor, currency: account.currency },
      provider: connection?.title ?? null,
      quote: quoteOf(connection),
      hasDrafts: connection?.hasDrafts ?? false,
      takesIban: connection ? connection.capabilities.payees.includes('iban') : iban !== null,
      beneficiaries: (connectorId === null ? [] : (beneficiaries.get(connectorId) ?? [])).map(
        ({ connectorId: _, ...beneficiary }) => beneficiary
      ),
    }
  })
}

function quoteOf(connection: PayingConnection | undefined): DirectAccount['quote'] {
  const { capabilities, providerAccountId, quotesUrl } = connection ?? {}
  if (!quotesUrl || !capabilities?.quotes || !providerAccountId) return null
  return { url: quotesUrl, accountId: providerAccountId }
}

const BENEFICIARIES_MAX = 500

type Verified = Omit<Beneficiary, 'waitsUntil' | 'purposes'> & {
  connectorId: number
  iban: string | null
  country: string | null
  waitsUntil: Date | null
}

async function beneficiariesOf(connectorIds: number[]): Promise<(Beneficiary & { connectorId: number })[]> {
  const found = await rows<Verified>(
    `select id, connector_id, name, account, iban, currency, country, provider_bank_id is not null as is_supplier, case when payable_from > now() then payable_from end as waits_until from provider_beneficiaries
      where connector_id = any(:connectorIds::bigint[]) and status = 'active' and verified_at is not null and employee_bank_id is null order by name, id limit ${BENEFICIARIES_MAX}`,
    { connectorIds }
  )
  const asked = new Map<number, Purpose[]>()
  for (const id of new Set(connectorIds)) asked.set(id, await purposesOf(id))
  return found.map(({ iban, country, waitsUntil, ...beneficiary }) => ({
    ...beneficiary,
    account: iban ? `•••• ${lastFour(iban)}` : beneficiary.account,
    waitsUntil: waitsUntil?.toISOString() ?? null,
    purposes: (asked.get(beneficiary.connectorId) ?? [])
      .filter((one) => one.country === country && one.currency === beneficiary.currency)
      .map(({ code, title }) => ({ value: code, label: title })),
  }))
}

/** Accounts of a company's plan that a direct payment may be booked on, by number or name. */
export async function bookableAccounts(siteId: number, text: string) {
  const found = await rows<{ id: number; code: string; name: string }>(
    `select a.id, a.code, a.name from ledger_accounts a join sites s on s.id = a.site_id
      where a.site_id = :siteId and ${IS_BOOKABLE} and a.currency = s.base_currency
        and (a.code like :start or f_unaccent(lower(a.name)) like f_unaccent(lower(:part))) order by a.code limit 20`,
    { siteId, start: `${text}%`, part: `%${text}%` }
  )
  return found.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }))
}
