import { row, rows } from '#app/kernel/database/sql'

export type BeneficiaryHead = {
  id: number
  connectorId: number
  externalId: string
  name: string
  iban: string | null
  account: string
  currency: string
  status: string
  createdBy: number | null
  verifiedAt: Date | null
}

/** A beneficiary of a connection, or null. */
export function findBeneficiary(id: number, connectorId: number): Promise<BeneficiaryHead | null> {
  return row<BeneficiaryHead>(
    `select id, connector_id, external_id, name, iban, account, currency, status, created_by, verified_at
       from provider_beneficiaries where id = :id and connector_id = :connectorId`,
    { id, connectorId }
  )
}

/** Somebody that a connection can pay, as a form offers them. */
export type PayeeChoice = { value: string; label: string; currency: string; isVerified: boolean }

const CHOICES_MAX = 1000

/** Whom a connection can pay, by name; those who wait for a second person are told apart. */
export async function payeeChoices(connectorId: number): Promise<PayeeChoice[]> {
  const found = await rows<{
    id: number
    name: string
    account: string
    currency: string
    isVerified: boolean
  }>(
    `select id, name, account, currency, verified_at is not null as is_verified from provider_beneficiaries
      where connector_id = :connectorId and status in ('active', 'pending') order by lower(name), id limit ${CHOICES_MAX}`,
    { connectorId }
  )
  return found.map(({ id, name, account, currency, isVerified }) => ({
    value: String(id),
    label: [name, account, currency, ...(isVerified ? [] : ['sin verificar'])].join(' · '),
    currency,
    isVerified,
  }))
}

/** Currencies of the beneficiaries of a connection, for the filter of its list. */
export const beneficiaryCurrencies = (connectorId: number): Promise<{ value: string; label: string }[]> =>
  rows(
    `select distinct currency as value, currency as label from provider_beneficiaries where connector_id = :connectorId order by 1`,
    { connectorId }
  )
