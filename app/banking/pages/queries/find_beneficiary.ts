import { row, rows } from '#app/kernel/database/sql'

export type BeneficiaryHead = {
  id: number
  connectorId: number
  externalId: string
  name: string
  iban: string | null
  account: string
  currency: string
  country: string | null
  details: Record<string, string>
  status: string
  createdBy: number | null
  verifiedAt: Date | null
}

/** A beneficiary of a connection, or null. */
export function findBeneficiary(id: number, connectorId: number): Promise<BeneficiaryHead | null> {
  return row<BeneficiaryHead>(
    `select id, connector_id, external_id, name, iban, account, currency, country, details, status, created_by, verified_at
       from provider_beneficiaries where id = :id and connector_id = :connectorId`,
    { id, connectorId }
  )
}

/** Somebody that a connection can pay, as a form offers them. */
export type PayeeChoice = {
  value: string
  label: string
  currency: string
  country: string | null
  /** What its payments usually say. */
  reference: string | null
  isVerified: boolean
  /** Until when its first payment waits (ISO); null where it does not. */
  waitsUntil: string | null
}

const CHOICES_MAX = 1000

/** Whom a connection can pay, by name; those who wait for a second person are told apart. */
export async function payeeChoices(connectorId: number): Promise<PayeeChoice[]> {
  const found = await rows<{
    id: number
    name: string
    account: string
    currency: string
    country: string | null
    reference: string | null
    isVerified: boolean
    waitsUntil: Date | null
  }>(
    `select id, name, account, currency, country, reference, verified_at is not null as is_verified, case when payable_from > now() then payable_from end as waits_until from provider_beneficiaries
      where connector_id = :connectorId and status in ('active', 'pending') order by lower(name), id limit ${CHOICES_MAX}`,
    { connectorId }
  )
  return found.map(({ id, name, account, currency, country, reference, isVerified, waitsUntil }) => ({
    value: String(id),
    label: [
      name,
      account,
      currency,
      ...(isVerified ? [] : ['sin verificar']),
      ...(waitsUntil ? ['en plazo de espera'] : []),
    ].join(' · '),
    currency,
    country,
    reference,
    isVerified,
    waitsUntil: waitsUntil?.toISOString() ?? null,
  }))
}

/** Currencies of the beneficiaries of a connection, for the filter of its list. */
export const beneficiaryCurrencies = (connectorId: number): Promise<{ value: string; label: string }[]> =>
  rows(
    `select distinct currency as value, currency as label from provider_beneficiaries where connector_id = :connectorId order by 1`,
    { connectorId }
  )
