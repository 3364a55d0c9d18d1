import type { Actor } from '#app/audit/record_event'
import type { WantedQuote } from '#app/banking/bank_provider'
import { askBank } from '#app/banking/pages/acts/ask_bank'
import { IS_SAME_QUOTE } from '#app/banking/queries/same_quote'
import { row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Wanted = Pick<WantedQuote, 'sourceCurrency' | 'targetCurrency' | 'sourceMinor' | 'targetMinor'> & {
  connectorId: number
  /** The account that is charged, and whom it is for, as the product knows them; null where nobody said. */
  account: { id: number; externalId: string } | null
  beneficiary: { id: number; externalId: string } | null
}

/**
 * What a payment or an exchange would cost now, kept; gives its key. Throws DomainError where the bank makes no offer, or makes
 * another one under the key of one that it made before.
 */
export async function makeQuote(wanted: Wanted, actor: Actor): Promise<number> {
  const { connectorId, account, beneficiary, ...amounts } = wanted
  const offered = await askBank(connectorId, async ({ bank, connection, client }) => {
    if (!bank.quotes) throw new Error(`${connection.provider} has no quotes`)
    const answer = await bank.quotes.create(connection, client, {
      ...amounts,
      accountExternalId: account?.externalId ?? null,
      beneficiaryExternalId: beneficiary?.externalId ?? null,
    })
    return { ...answer, title: bank.connector.title }
  })
  if (offered.kind === 'refused')
    throw new DomainError('E_QUOTE', `${offered.title} ha rechazado la operación: ${offered.message}`, {
      field: 'form',
    })
  const { quote, marketRate } = offered
  const kept = await row<{ id: number }>(
    `insert into provider_quotes as q (connector_id, external_id, provider_account_id, beneficiary_id, source_minor, source_currency, target_minor,
        target_currency, rate, market_rate, fee_minor, delivery_on, expires_at, created_by)
     values (:connectorId, :externalId, :accountId, :beneficiaryId, :sourceMinor, :sourceCurrency, :targetMinor, :targetCurrency, :rate, :marketRate,
        :feeMinor, :deliveryOn, :expiresAt, :userId)
     on conflict (connector_id, external_id) do update set expires_at = excluded.expires_at where ${IS_SAME_QUOTE} returning id`,
    {
      connectorId,
      externalId: quote.externalId,
      accountId: account?.id ?? null,
      beneficiaryId: beneficiary?.id ?? null,
      sourceMinor: quote.source.minor,
      sourceCurrency: quote.source.currency,
      targetMinor: quote.target.minor,
      targetCurrency: quote.target.currency,
      rate: quote.rate,
      marketRate,
      feeMinor: quote.feeMinor,
      deliveryOn: quote.deliveryOn,
      expiresAt: quote.expiresAt,
      userId: actor.userId,
    }
  )
  if (!kept)
    throw new DomainError(
      'E_QUOTE',
      `${offered.title} ha dado otro presupuesto con la referencia de uno anterior. Solicite uno nuevo.`,
      { field: 'form' }
    )
  return kept.id
}
