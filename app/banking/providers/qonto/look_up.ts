import type { KnownTransfer, Submission, Transfer } from '#app/banking/gateway/transfer_gateway'
import { GatewayUnavailable } from '#app/banking/gateway/transfer_gateway'
import { bulkItem } from '#app/banking/providers/qonto/bulk'
import { readAll, readObject, uuidOf } from '#app/banking/providers/qonto/client'
import { findOwn, ownTransfer } from '#app/banking/providers/qonto/own_transfers'
import { type OwnRef, readRef } from '#app/banking/providers/qonto/refs'
import type { Way } from '#app/banking/providers/qonto/submit'
import { knownTransferOf, movementOf } from '#app/banking/providers/qonto/transform'
import type { WireBulk, WireBulkResult, WireTransfer } from '#app/banking/providers/qonto/wire'
import type { ProviderClient } from '#app/connectors/client/provider_client'

const DAY_MS = 86_400_000
/** How far back an order of which nobody knows is looked for. */
const LOOK_BACK_DAYS = 35
/** A bulk that still does not say all its items after this will not any more. */
const BULK_DAYS = 2
/** Within how many days of its execution a transfer comes back. */
const RETURN_DAYS = 20

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

/** Every transfer that carries the order's number; what a bulk is still working on is one too. */
export async function findTransfers(
  way: Way,
  transfer: Transfer,
  key: Submission['key']
): Promise<KnownTransfer[]> {
  const { client } = way
  const { amountMinor, orderNumber } = transfer
  const since = daysAgo(LOOK_BACK_DAYS)
  if (transfer.toOwnRef !== null) {
    const accountId = await way.accountIdOf(transfer)
    return findOwn(client, { accountId, amountMinor, orderNumber, id: null }, since)
  }
  const told = await readAll(client, '/v2/sepa/transfers', 'transfers', { updated_at_from: since })
  const found = told.map(knownTransferOf).filter((one) => one.orderNumber === orderNumber)
  return found.length > 0 ? found : findInBulks(client, transfer, key)
}

/**
 * Its item by the key that it was sent under. A bulk that does not say all its items yet may have it: then nothing is known.
 * Throws GatewayUnavailable.
 */
async function findInBulks(
  client: ProviderClient,
  { amountMinor, orderNumber }: Transfer,
  key: string
): Promise<KnownTransfer[]> {
  const clientId = uuidOf(key)
  const bulks = (await readAll(client, '/v2/sepa/bulk_transfers', 'bulk_transfers')) as WireBulk[]
  for (const { id: bulkId, results } of bulks) {
    const result = results.find(({ client_transfer_id: one }) => one === clientId)
    if (!result) continue
    if (!result.transfer_id) return [bulkItem({ bulkId, clientId, amountMinor, orderNumber }, result)]
    const known = await statusOf(client, result.transfer_id)
    return known === null ? [] : [known]
  }
  const isOpen = ({ results, total_count: total, updated_at: at }: WireBulk) =>
    results.length < total && (at === undefined || at > daysAgo(BULK_DAYS))
  if (bulks.some(isOpen)) throw new GatewayUnavailable('Qonto is still working on a bulk')
  return []
}

/** A transfer as it is now, under the key that it has by now; null when Qonto does not know it. */
export async function statusOf(client: ProviderClient, ref: string): Promise<KnownTransfer | null> {
  const own = readRef(ref)
  if (own) return own.kind === 'bulk' ? itemStatus(client, own) : ownStatus(client, own)
  const told = await readObject(client, `/v2/sepa/transfers/${encodeURIComponent(ref)}`, 'transfer')
  if (told === null) return null
  const known = knownTransferOf(told)
  return known.state === 'executed' ? withReturn(client, known, told as WireTransfer) : known
}

async function itemStatus(client: ProviderClient, ref: OwnRef): Promise<KnownTransfer | null> {
  const path = `/v2/sepa/bulk_transfers/${encodeURIComponent(ref.id)}`
  const bulk = (await readObject(client, path, 'bulk_transfer')) as WireBulk | null
  if (bulk === null) return null
  const waiting: WireBulkResult = { client_transfer_id: ref.part, status: 'pending' }
  const result = bulk.results.find(({ client_transfer_id: id }) => id === ref.part) ?? waiting
  if (result.transfer_id) return statusOf(client, result.transfer_id)
  return bulkItem({ ...ref, bulkId: ref.id, clientId: ref.part }, result)
}

/** Its charge is what there is of it; until that comes up it is on its way. */
async function ownStatus(client: ProviderClient, ref: OwnRef): Promise<KnownTransfer | null> {
  const found = await findOwn(client, { ...ref, accountId: ref.part }, daysAgo(LOOK_BACK_DAYS))
  return found[0] ?? ownTransfer({ ...ref, accountId: ref.part }, 'processing', 'pending')
}

/**
 * Qonto has no state for a transfer that came back: its money is a credit of the same amount. One that carries the order's
 * number within the days in which banks return is its return; without the number a person has to say so when reconciling.
 */
async function withReturn(
  client: ProviderClient,
  known: KnownTransfer,
  { bank_account_id: accountId, completed_at: completedAt }: WireTransfer
): Promise<KnownTransfer> {
  if (!completedAt || known.orderNumber === '') return known
  const credits = await readAll(client, '/v2/transactions', 'transactions', {
    bank_account_id: accountId,
    'status[]': ['completed'],
    side: 'credit',
    emitted_at_from: completedAt,
    emitted_at_to: new Date(Date.parse(completedAt) + RETURN_DAYS * DAY_MS).toISOString(),
  })
  const back = credits
    .map(movementOf)
    .find((one) => one.orderNumber === known.orderNumber && one.amountMinor === known.amountMinor)
  if (!back) return known
  return {
    ...known,
    state: 'returned',
    on: back.bookedOn,
    code: 'returned',
    message: 'El banco del beneficiario ha devuelto la transferencia.',
  }
}
