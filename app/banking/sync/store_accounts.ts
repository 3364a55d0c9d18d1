import { recordEvent, SYSTEM } from '#app/audit/record_event'
import type { BankProvider, FeedAccount } from '#app/banking/bank_provider'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'
import { inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'

/** An account of a connection as it is stored. */
export type StoredAccount = {
  id: number
  externalId: string
  bankAccountId: number | null
  currency: string
  balanceMinor: number
}

type Asked = { bank: BankProvider; connection: Connection; client: ProviderClient }

/** Asks a provider for all its accounts and keeps what it tells. Throws what the client throws. */
export async function readAccounts({ bank, connection, client }: Asked) {
  const askedAt = new Date()
  const told = await bank.feed.accounts(connection, client)
  return { told, stored: await storeAccounts(connection, told, askedAt) }
}

/**
 * Keeps what a provider told of all its accounts when it was asked; a balance that was asked for later stays. An account of
 * ours of the same company with its IBAN is proposed for it; one that is told as closed, or no more, is closed. Gives them
 * all, those that were closed before left out.
 */
function storeAccounts(
  { id: connectorId, siteId }: Connection,
  told: readonly FeedAccount[],
  askedAt: Date
): Promise<StoredAccount[]> {
  return inTransaction(async (trx) => {
    const records = told.map((account) => ({
      external_id: account.externalId,
      kind: account.kind,
      name: account.name,
      iban: account.iban,
      bic: account.bic,
      details: account.details,
      currency: account.currency,
      is_main: account.isMain,
      balance_minor: account.balanceMinor,
      available_minor: account.availableMinor,
      pending_minor: account.pendingMinor,
      is_closed: account.isClosed,
    }))
    const stored = await rows<StoredAccount>(
      `insert into provider_accounts as p (connector_id, external_id, kind, name, iban, bic, details, currency, is_main, balance_minor, available_minor,
          pending_minor, balance_at, proposed_bank_account_id)
       select :connectorId, t.external_id, t.kind, t.name, t.iban, t.bic, t.details, t.currency, t.is_main, t.balance_minor, t.available_minor,
          t.pending_minor, :askedAt, b.id
         from jsonb_to_recordset(:records::jsonb) as t(external_id text, kind text, name text, iban text, bic text, details jsonb, currency text,
           is_main boolean, balance_minor bigint, available_minor bigint, pending_minor bigint)
         left join bank_accounts b on b.iban = t.iban and b.site_id = :siteId and b.currency = t.currency
        order by t.external_id
       on conflict (connector_id, external_id) do update set name = excluded.name, iban = excluded.iban, bic = excluded.bic, details = excluded.details,
         is_main = excluded.is_main, ${['balance_minor', 'available_minor', 'pending_minor', 'balance_at'].map(theLater).join(', ')},
         proposed_bank_account_id = case when p.bank_account_id is null then excluded.proposed_bank_account_id end
       returning id, external_id, bank_account_id, currency, balance_minor`,
      { connectorId, siteId, askedAt, records: JSON.stringify(records) },
      trx
    )
    await closeMissing(connectorId, told, trx)
    return stored
  })
}

/** SQL: a figure as it was told last, whichever answer is written first. */
const theLater = (column: string): string =>
  `${column} = case when excluded.balance_at >= p.balance_at then excluded.${column} else p.${column} end`

type Closed = {
  id: number
  name: string
  siteId: number
  balanceMinor: number
  currency: string
  isClosed: boolean
}

/** Closes and opens as the provider does; one that is closed with money in it is said so. */
async function closeMissing(
  connectorId: number,
  told: readonly FeedAccount[],
  trx: Transaction
): Promise<void> {
  const turned = await rows<Closed>(
    `update provider_accounts p set closed_at = case when p.closed_at is null then now() end from connectors c
      where p.connector_id = :connectorId and c.id = p.connector_id
        and (p.external_id = any(:open::text[])) = (p.closed_at is not null)
      returning p.id, p.name, c.site_id, p.balance_minor, p.currency, p.closed_at is not null as is_closed`,
    {
      connectorId,
      open: told.filter(({ isClosed }) => !isClosed).map(({ externalId }) => externalId),
    },
    trx
  )
  for (const { id, siteId, balanceMinor, currency, isClosed } of turned)
    await recordEvent(
      {
        actor: SYSTEM,
        objectType: 'provider_account',
        objectId: id,
        siteId,
        event: isClosed ? 'provider_account.closed' : 'provider_account.reopened',
        reason:
          isClosed && balanceMinor !== 0
            ? `Cerrada en el proveedor con un saldo de ${formatAmount(balanceMinor, currency)}`
            : null,
      },
      trx
    )
}
