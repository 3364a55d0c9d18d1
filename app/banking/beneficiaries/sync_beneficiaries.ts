import { type Actor, SYSTEM } from '#app/audit/record_event'
import type { BankProvider, Beneficiary } from '#app/banking/bank_provider'
import { findChanged, tellChanged } from '#app/banking/beneficiaries/changed_beneficiaries'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'
import { execute, inTransaction, rows, type Transaction } from '#app/kernel/database/sql'

type Synced = { bank: BankProvider; connection: Connection; client: ProviderClient }

/** Reads whom a connection can pay; one that is told no more is deleted there, and one whose account changed is to be verified anew. */
export async function syncBeneficiaries({ bank, connection, client }: Synced): Promise<number> {
  if (!bank.beneficiaries) return 0
  const told = await bank.beneficiaries.list(connection, client)
  return inTransaction(async (trx) => {
    const stored = await storeBeneficiaries(connection.id, told, SYSTEM, trx)
    await execute(
      `update provider_beneficiaries set status = 'deleted' where connector_id = :connectorId and status <> 'deleted' and external_id <> all(:told::text[])`,
      { connectorId: connection.id, told: told.map(({ externalId }) => externalId) },
      trx
    )
    return stored.length
  })
}

/**
 * Keeps beneficiaries as a provider has them; of those that have another name or account the database takes the verification
 * back, and people are told. Gives their keys.
 */
export async function storeBeneficiaries(
  connectorId: number,
  told: readonly Beneficiary[],
  actor: Actor,
  trx: Transaction
): Promise<{ id: number; externalId: string }[]> {
  const records = JSON.stringify(told.map(recordOf))
  const changed = await findChanged(connectorId, records, trx)
  const stored = await upsert(connectorId, records, trx)
  await tellChanged(connectorId, changed, actor, trx)
  return stored
}

const recordOf = (one: Beneficiary) => ({
  external_id: one.externalId,
  name: one.name,
  iban: one.iban,
  bic: one.bic,
  email: one.email,
  currency: one.currency,
  country: one.country,
  details: one.details,
  account: one.account,
  is_trusted: one.isTrusted,
  status: one.status,
})

function upsert(
  connectorId: number,
  records: string,
  trx: Transaction
): Promise<{ id: number; externalId: string }[]> {
  const isOther = `(p.iban, p.account, p.currency, p.details) is distinct from (excluded.iban, excluded.account, excluded.currency, excluded.details)`
  return rows<{ id: number; externalId: string }>(
    `insert into provider_beneficiaries as p (connector_id, external_id, name, iban, bic, email, currency, country, details, account, is_trusted, status,
        provider_bank_id, employee_bank_id)
     select :connectorId, t.external_id, t.name, t.iban, t.bic, t.email, t.currency, t.country, t.details, t.account, t.is_trusted, t.status,
        supplier.id, case when supplier.id is null then employee.id end
       from jsonb_to_recordset(:records::jsonb) as t(external_id text, name text, iban text, bic text, email text, currency text, country text,
         details jsonb, account text, is_trusted boolean, status text)
       left join lateral (select min(b.id) as id from provider_banks b where b.iban = t.iban and b.disabled_at is null having count(*) = 1) supplier on true
       left join lateral (select min(b.id) as id from employee_banks b where b.iban = t.iban having count(*) = 1) employee on true
      order by t.external_id
     on conflict (connector_id, external_id) do update set name = excluded.name, iban = excluded.iban, bic = excluded.bic, email = excluded.email,
       currency = excluded.currency, country = excluded.country, details = excluded.details, account = excluded.account,
       is_trusted = excluded.is_trusted, status = excluded.status, seen_at = now(),
       provider_bank_id = case when ${isOther} then excluded.provider_bank_id else coalesce(p.provider_bank_id, case when p.employee_bank_id is null then excluded.provider_bank_id end) end,
       employee_bank_id = case when ${isOther} then excluded.employee_bank_id else coalesce(p.employee_bank_id, case when p.provider_bank_id is null and excluded.provider_bank_id is null then excluded.employee_bank_id end) end
     returning id, external_id`,
    { connectorId, records },
    trx
  )
}
