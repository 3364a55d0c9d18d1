import type { Purpose } from '#app/banking/bank_provider'
import { type Client, rows } from '#app/kernel/database/sql'

/** What a connection asks payments to be for, as it was read last; nothing where it asks for nothing. */
export const purposesOf = (connectorId: number): Promise<Purpose[]> =>
  rows<Purpose>(
    `select country, currency, code, title from provider_purposes where connector_id = :connectorId order by title, code, country, currency`,
    { connectorId }
  )

/** What it asks of a payment in a currency to one of its beneficiaries. */
export const purposesFor = (beneficiaryId: number, currency: string, client: Client): Promise<Purpose[]> =>
  rows<Purpose>(
    `select p.country, p.currency, p.code, p.title from provider_beneficiaries n
       join provider_purposes p on p.connector_id = n.connector_id and p.country = n.country and p.currency = :currency
      where n.id = :beneficiaryId order by p.title, p.code`,
    { beneficiaryId, currency },
    client
  )
