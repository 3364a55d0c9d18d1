import { row, type Transaction } from '#app/kernel/database/sql'
import { payingConnection } from '#app/payments/gateway/paying_connection'

type Asked = { providerBankId: number | null; accountId: number | null; currency: string }

/**
 * The beneficiary that a supplier's bank detail is at the connection of an account, where it is to be paid as one: it has no
 * IBAN, the provider is told none, or money of another currency goes to it. Null where an IBAN is told, or nobody is there.
 */
export async function beneficiaryFor(
  { providerBankId, accountId, currency }: Asked,
  trx: Transaction
): Promise<number | null> {
  const paying = providerBankId === null || accountId === null ? null : await payingConnection(accountId, trx)
  if (!paying) return null
  const found = await row<{ id: number; iban: string | null }>(
    `select id, iban from provider_beneficiaries where connector_id = :connectorId and provider_bank_id = :providerBankId and currency = :currency and status = 'active' order by verified_at nulls last, id limit 1`,
    { connectorId: paying.connection.id, providerBankId, currency },
    trx
  )
  if (!found) return null
  const isNeeded = found.iban === null || currency !== 'EUR' || !paying.capabilities.payees.includes('iban')
  return isNeeded ? found.id : null
}
