import { bankOf, hasDrafts } from '#app/banking/bank_provider'
import type { GatewayCapabilities } from '#app/banking/gateway/transfer_gateway'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import { NotSent } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'
import { type Client, rows } from '#app/kernel/database/sql'

/** The connection that an account hangs on, where payments leave by it. */
export type PayingConnection = {
  connection: Connection
  /** «Qonto». */
  title: string
  /** Whether the provider may be asked now; while it may not, payments wait approved. */
  isActive: boolean
  /** The account is closed there: nothing leaves it any more. */
  isClosed: boolean
  /** What the provider calls the account; null for one that it knows by its IBAN. */
  accountRef: string | null
  /** The same account as banking has it, by key. */
  providerAccountId: number | null
  capabilities: GatewayCapabilities
  /** Payments may be left there as drafts that somebody sends in its own pages. */
  hasDrafts: boolean
  /** Where its pages ask what a payment in another currency costs. */
  quotesUrl: string
}

type Found = Connection & {
  accountId: number
  status: string
  isClosed: boolean
  accountRef: string | null
  providerAccountId: number | null
}

/** Nothing is asked to learn what a provider can do. */
const silent: ProviderClient = {
  ask: async () => {
    throw new NotSent('not_active', 'Only what the gateway can do was asked for')
  },
}

/** Of accounts, by their keys, the connections that pay for them: those whose provider takes no transfers are left out. */
export async function payingConnections(
  accountIds: readonly number[],
  client?: Client
): Promise<Map<number, PayingConnection>> {
  const found = await rows<Found>(
    `select b.id as account_id, c.id, c.provider, c.site_id, c.label, c.environment, c.base_url, c.settings, c.status, p.external_id as account_ref, p.id as provider_account_id, p.closed_at is not null as is_closed
       from bank_accounts b join connectors c on c.id = b.connector_id left join provider_accounts p on p.bank_account_id = b.id and p.connector_id = c.id
      where b.id = any(:accountIds::bigint[])`,
    { accountIds: [...new Set(accountIds)] },
    client
  )
  return new Map(
    found.flatMap(({ accountId, status, isClosed, accountRef, providerAccountId, ...connection }) => {
      const bank = bankOf(connection.provider)
      const gateway = bank?.gateway?.(connection, silent)
      if (!bank || !gateway) return []
      const paying = {
        connection,
        title: bank.connector.title,
        isActive: status === 'active',
        isClosed,
        accountRef,
        providerAccountId,
        capabilities: gateway.capabilities,
        hasDrafts: hasDrafts(bank),
        quotesUrl: `${bank.connector.path}/${connection.id}/quotes`,
      }
      return [[accountId, paying] as const]
    })
  )
}

/** Of one account; null where none pays for it. */
export async function payingConnection(accountId: number, client?: Client): Promise<PayingConnection | null> {
  return (await payingConnections([accountId], client)).get(accountId) ?? null
}

/** Whether a connection takes payments in a currency from an account in another or the same, by quote where one is there. */
export function canLeave(
  { capabilities }: Pick<PayingConnection, 'capabilities'>,
  { from, to, isQuoted }: { from: string; to: string; isQuoted: boolean }
): boolean {
  if (capabilities.currencies !== null && !capabilities.currencies.includes(to)) return false
  return from === to || (isQuoted && capabilities.quotes)
}
