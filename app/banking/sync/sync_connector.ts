import { type BankProvider, bankOf } from '#app/banking/bank_provider'
import { syncBeneficiaries } from '#app/banking/beneficiaries/sync_beneficiaries'
import { syncPurposes } from '#app/banking/beneficiaries/sync_purposes'
import { checkBalance } from '#app/banking/sync/check_balance'
import { holdSync, type SyncHold } from '#app/banking/sync/hold_sync'
import { pairLegs } from '#app/banking/sync/pair_legs'
import { readMovements } from '#app/banking/sync/read_movements'
import { readAccounts, type StoredAccount } from '#app/banking/sync/store_accounts'
import { tellMismatches } from '#app/banking/sync/tell_mismatches'
import { writeLines } from '#app/banking/sync/write_lines'
import { noteSync } from '#app/connectors/actions/note_sync'
import { openClient } from '#app/connectors/client/open_client'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'
import { findConnection } from '#app/connectors/queries/find_connection'
import { takeMissedEvents } from '#app/connectors/webhooks/take_missed_events'
import type { Progress } from '#app/jobs/queue'

/** `recent`: since the last reading, with an overlap; `month`: the last 35 days once more, and beneficiaries. */
export type Reach = 'recent' | 'month'

export type SyncReport = {
  accounts: number
  /** Movements that are new, and those of which something is new. */
  created: number
  updated: number
  /** Lines that were written, and movements that a file had told. */
  imported: number
  repeated: number
  /** Pending ones that vanished. */
  reversed: number
  mismatches: number
  /** News that the provider could not deliver. */
  missed: number
}

type Sync = { connectorId: number; reach: Reach; userId: number | null; progress?: Progress }
type Open = Sync & { bank: BankProvider; connection: Connection; client: ProviderClient; hold: SyncHold }

/**
 * Reads what a connection has to tell: accounts and balances, movements page by page, lines of statements, and whether it
 * all adds up. Stopped at any point, the next reading brings the rest; nothing comes twice. Null while another reading of it
 * is under way. Throws what the client throws when the provider cannot be asked.
 */
export async function syncConnector(sync: Sync): Promise<SyncReport | null> {
  const { connectorId } = sync
  const connection = await findConnection(connectorId)
  const bank = bankOf(connection.provider)
  if (!bank) throw new Error(`${connection.provider} is no bank`)
  const hold = await holdSync(connectorId)
  if (!hold) return null
  try {
    const report = await readAll({ ...sync, bank, connection, client: await openClient(connectorId), hold })
    await noteSync(connectorId)
    return report
  } finally {
    await hold.end()
  }
}

async function readAll(open: Open): Promise<SyncReport> {
  const { bank, connection, client, hold, reach, userId, progress } = open
  const report = {
    accounts: 0,
    created: 0,
    updated: 0,
    imported: 0,
    repeated: 0,
    reversed: 0,
    mismatches: 0,
    missed: 0,
  }
  const { told, stored } = await readAccounts(open)
  for (const account of stored) {
    const feedAccount = told.find(({ externalId }) => externalId === account.externalId)
    if (!feedAccount) continue
    await progress?.(report.accounts, stored.length, `Leyendo ${feedAccount.name}`)
    const read = await readMovements({ ...open, account, feedAccount })
    report.accounts++
    report.created += read.created
    report.updated += read.updated
    report.reversed += read.reversed
    add(report, await writeLines({ providerAccountId: account.id, span: read.span, userId, hold }))
  }
  await pairLegs(connection.id)
  const { stored: after } = await readAccounts(open)
  for (const account of stored) report.mismatches += await settleBalance({ ...open, account, after, report })
  if (reach === 'month') {
    await syncPurposes({ bank, connection, client })
    await syncBeneficiaries({ bank, connection, client })
  }
  await tellMismatches(connection.id)
  report.missed = await takeMissedEvents(connection.id, client)
  await progress?.(stored.length, stored.length)
  return report
}

type Balanced = Open & { account: StoredAccount; after: readonly StoredAccount[]; report: SyncReport }

/** Holds the balance against the movements, and writes what takes movements back. Gives 1 where they differ. */
async function settleBalance({ account, after, report, userId, hold }: Balanced): Promise<number> {
  if (!after.some(({ id }) => id === account.id)) return 0
  const difference = await checkBalance({
    providerAccountId: account.id,
    balanceBeforeMinor: account.balanceMinor,
  })
  add(report, await writeLines({ providerAccountId: account.id, span: null, userId, hold }))
  return difference === 0 ? 0 : 1
}

function add(report: SyncReport, { imported, repeated }: Pick<SyncReport, 'imported' | 'repeated'>): void {
  report.imported += imported
  report.repeated += repeated
}
