import { orNotFound } from '#app/connectors/or_not_found'
import type { Connection, Environment } from '#app/connectors/provider'
import { type Client, row } from '#app/kernel/database/sql'

type Found = {
  id: number
  provider: string
  siteId: number
  label: string
  environment: Environment
  baseUrl: string
  settings: Record<string, unknown>
}

/** A connection as adapters see it, whatever its state. Throws NotFound. */
export async function findConnection(id: number, client?: Client): Promise<Connection> {
  const found = await row<Found>(
    `select id, provider, site_id, label, environment, base_url, settings from connectors where id = :id`,
    { id },
    client
  )
  return orNotFound(found)
}
