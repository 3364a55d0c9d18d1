import { recordEvents, SYSTEM } from '#app/audit/record_event'
import type { FeedMovement } from '#app/banking/bank_provider'
import { MOVEMENT_STATUSES } from '#app/banking/banking_labels'
import { type MovementRecord, movementRecord } from '#app/banking/sync/movement_record'
import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { storableJson } from '#app/kernel/database/storable_json'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'

export type StoredCounts = { created: number; updated: number; unchanged: number }

type Known = {
  id: number
  externalId: string
  status: string
  amountMinor: number
  currency: string
  bookedOn: CalendarDate
  rawHash: string
}
type Target = { connectorId: number; providerAccountId: number }

/**
 * Keeps movements of one account as the provider tells them now. One that is told as before is left alone; what is said
 * anew of one that was booked is kept beside it, and its amount and day stay as they were told first.
 */
export async function storeMovements(
  told: readonly FeedMovement[],
  { connectorId, providerAccountId }: Target,
  trx: Transaction
): Promise<StoredCounts> {
  if (told.length === 0) return { created: 0, updated: 0, unchanged: 0 }
  // A reading and a webhook about one account come after each other.
  const { siteId } = await oneRow<{ siteId: number }>(
    `select c.site_id from provider_accounts a join connectors c on c.id = a.connector_id where a.id = :providerAccountId for no key update of a`,
    { providerAccountId },
    trx
  )
  const records = [
    ...new Map(told.map((movement) => [movement.externalId, movementRecord(movement)])).values(),
  ]
  const known = await readKnown(
    connectorId,
    records.map((record) => record.external_id),
    trx
  )
  const fresh = records.filter((record) => !known.has(record.external_id))
  const changed = records.flatMap((record) => {
    const before = known.get(record.external_id)
    return before && before.rawHash !== record.raw_hash ? [{ before, record }] : []
  })
  const toldAnew = changed.filter((change) => isAgainstBooking(change))
  await insertMovements(fresh, { connectorId, providerAccountId }, trx)
  await updateMovements(
    changed.filter((change) => !isAgainstBooking(change)).map(({ record }) => record),
    connectorId,
    trx
  )
  await keepChanges(toldAnew, siteId, trx)
  await noteSeen([...known.values()], trx)
  return {
    created: fresh.length,
    updated: changed.length,
    unchanged: records.length - fresh.length - changed.length,
  }
}

async function readKnown(
  connectorId: number,
  externalIds: readonly string[],
  trx: Transaction
): Promise<ReadonlyMap<string, Known>> {
  const found = await rows<Known>(
    `select id, external_id, status, amount_minor, currency, booked_on, raw_hash from provider_transactions
      where connector_id = :connectorId and external_id = any(:externalIds::text[])`,
    { connectorId, externalIds },
    trx
  )
  return new Map(found.map((one) => [one.externalId, one]))
}

type Change = { before: Known; record: MovementRecord }

const isAgainstBooking = ({ before, record }: Change): boolean =>
  before.status === 'booked' &&
  (record.status !== 'booked' ||
    record.amount_minor !== before.amountMinor ||
    record.currency !== before.currency ||
    record.booked_on !== before.bookedOn)

const COLUMNS = {
  parent_external_id: 'text',
  amount_minor: 'bigint',
  currency: 'text',
  local_minor: 'bigint',
  local_currency: 'text',
  status: 'text',
  provider_status: 'text',
  type: 'text',
  counterparty_name: 'text',
  counterparty_iban: 'text',
  text: 'text',
  search_text: 'text',
  reference: 'text',
  end_to_end_id: 'text',
  transfer_ref: 'text',
  order_number: 'text',
  booked_on: 'date',
  value_on: 'date',
  occurred_at: 'timestamptz',
  balance_after_minor: 'bigint',
  category: 'text',
  attachments: 'jsonb',
  raw: 'jsonb',
  raw_hash: 'text',
} as const satisfies Record<Exclude<keyof MovementRecord, 'external_id'>, string>
const names = Object.keys(COLUMNS)
const RECORDS = `jsonb_to_recordset(:records::jsonb) as r(external_id text, ${Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')})`
const asJson = (records: readonly MovementRecord[]) => storableJson(records)

async function insertMovements(
  records: readonly MovementRecord[],
  { connectorId, providerAccountId }: Target,
  trx: Transaction
): Promise<void> {
  if (records.length === 0) return
  await execute(
    `insert into provider_transactions (connector_id, provider_account_id, external_id, ${names.join(', ')})
     select :connectorId, :providerAccountId, external_id, ${names.join(', ')} from ${RECORDS} order by occurred_at, external_id`,
    { connectorId, providerAccountId, records: asJson(records) },
    trx
  )
}

async function updateMovements(
  records: readonly MovementRecord[],
  connectorId: number,
  trx: Transaction
): Promise<void> {
  if (records.length === 0) return
  await execute(
    `update provider_transactions t set ${names.map((name) => `${name} = r.${name}`).join(', ')}, seen_at = now() from ${RECORDS}
      where t.connector_id = :connectorId and t.external_id = r.external_id`,
    { connectorId, records: asJson(records) },
    trx
  )
}

/** What is said of booked movements now stands beside them; that it was taken back is noted for the balance to decide on. */
async function keepChanges(changes: readonly Change[], siteId: number, trx: Transaction): Promise<void> {
  if (changes.length === 0) return
  const records = changes.map(({ before, record }) => ({
    id: before.id,
    before: factsOf(before),
    after: {
      status: record.status,
      amount_minor: record.amount_minor,
      currency: record.currency,
      booked_on: record.booked_on,
    },
    raw: record.raw,
    raw_hash: record.raw_hash,
    provider_status: record.provider_status,
    is_taken_back: record.status === 'reversed' || record.status === 'declined',
  }))
  await execute(
    `with told as (select * from jsonb_to_recordset(:records::jsonb)
        as r(id bigint, before jsonb, after jsonb, raw jsonb, raw_hash text, provider_status text, is_taken_back boolean)),
      kept as (insert into provider_transaction_changes (provider_transaction_id, before, after, raw) select id, before, after, raw from told)
     update provider_transactions t set raw = told.raw, raw_hash = told.raw_hash, provider_status = told.provider_status, seen_at = now(),
        taken_back_at = case when told.is_taken_back then coalesce(t.taken_back_at, now()) end
       from told where t.id = told.id`,
    { records: storableJson(records) },
    trx
  )
  await recordEvents(
    changes.map(({ before, record }) => ({
      actor: SYSTEM,
      objectType: 'provider_transaction',
      objectId: before.id,
      siteId,
      event: 'provider_movement.told_anew',
      from: before.status,
      to: record.status,
      reason: changeText({ before, record }),
      diff: { amount_minor: [before.amountMinor, record.amount_minor] },
    })),
    trx
  )
}

const factsOf = ({ status, amountMinor, currency, bookedOn }: Known) => ({
  status,
  amount_minor: amountMinor,
  currency,
  booked_on: bookedOn,
})

function changeText({ before, record }: Change): string {
  const was = `${formatAmount(before.amountMinor, before.currency)} el ${formatDay(before.bookedOn)}`
  const now = `${formatAmount(record.amount_minor, record.currency)} el ${formatDay(record.booked_on)}`
  if (record.status !== 'booked')
    return `El proveedor da por «${MOVEMENT_STATUSES[record.status].label}» un movimiento que ya había contabilizado: ${was}`
  return `El proveedor dice ahora ${now} de un movimiento que había contabilizado por ${was}`
}

/** A pending movement that is told no more for some days never happened. */
async function noteSeen(known: readonly Known[], trx: Transaction): Promise<void> {
  const pending = known.filter(({ status }) => status === 'pending').map(({ id }) => id)
  if (pending.length === 0) return
  await execute(
    `update provider_transactions set seen_at = now() where id = any(:pending::bigint[])`,
    { pending },
    trx
  )
}
