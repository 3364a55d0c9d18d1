import { type Actor, recordEvent } from '#app/audit/record_event'
import { lockContract } from '#app/contracts/actions/lock_contract'
import { factorOf, type Revision } from '#app/contracts/actions/revision_factor'
import { tellContractChanged } from '#app/contracts/contract_followers'
import type { Indexation } from '#app/contracts/contract_labels'
import type ProviderContract from '#app/contracts/models/provider_contract'
import type { Tier } from '#app/contracts/pricing/rate'
import { minor4Text } from '#app/contracts/pricing/rate'
import { type Factor, revisedPrice } from '#app/contracts/pricing/revised_price'
import { pricedItems } from '#app/contracts/queries/priced_items'
import { execute, inTransaction, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'

export type RevisedItem = {
  itemId: number
  code: string
  description: string
  currentMinor4: number
  revisedMinor4: number
  tiers: Tier[]
}

/**
 * Revises the prices of a contract in force from a day on (area 07 §3): each by the index, the percent of the contract or
 * the one agreed now, from what was agreed at first, and never downward where the contract says so. What held before
 * stays. Gives the prices. Throws at `effective_on`, `index_month`, `percent` and `reason`.
 */
export async function revisePrices(
  contractId: number,
  revision: Revision,
  actor: Actor
): Promise<RevisedItem[]> {
  const { contract, items } = await inTransaction(async (trx) => {
    const contract = await lockContract(contractId, trx)
    const { factor, items } = await computeRevision(contract, revision, trx)
    await writeRevision(contract, { revision, factor, items, actor }, trx)
    return { contract, items }
  })
  const { providerId, siteIds } = contract
  await tellContractChanged({ contractId, providerId, siteIds })
  return items
}

/** The same without writing anything: what the dialog shows before it is saved. */
export async function previewRevision(contractId: number, revision: Revision): Promise<RevisedItem[]> {
  return inTransaction(async (trx) => {
    const { items } = await computeRevision(await lockContract(contractId, trx), revision, trx)
    return items
  })
}

async function computeRevision(contract: ProviderContract, revision: Revision, trx: Transaction) {
  refuseBadDay(contract, revision.effectiveOn)
  const factor = await factorOf(contract, revision, trx)
  const earlier = await rows<Factor & { effectiveOn: CalendarDate }>(
    `select effective_on, numerator, denominator from contract_indexations where contract_id = :id order by effective_on`,
    { id: contract.id },
    trx
  )
  const found = await pricedItems(contract.id, revision.effectiveOn, trx)
  if (found.length === 0)
    throw new DomainError('E_NO_PRICES', 'No hay precios vigentes en esa fecha.', { field: 'effective_on' })
  const items = found.map((item): RevisedItem => {
    const since = earlier.filter(({ effectiveOn }) => effectiveOn > item.validFrom)
    const revise = (agreedMinor4: number, currentMinor4: number) =>
      revisedPrice({
        agreedMinor4,
        currentMinor4,
        factors: [...since, factor],
        hasFloor: contract.indexFloor,
      })
    const { itemId, code, description, currentMinor4 } = item
    return {
      itemId,
      code,
      description,
      currentMinor4,
      revisedMinor4: revise(item.agreedMinor4, currentMinor4),
      tiers: item.agreedTiers.map(({ from_qty, price_minor4 }, index) => ({
        from_qty,
        price_minor4: revise(price_minor4, item.currentTiers[index]?.price_minor4 ?? price_minor4),
      })),
    }
  })
  return { factor, items }
}

function refuseBadDay({ isAmendment, status, startsOn, lastIndexedOn }: ProviderContract, day: CalendarDate) {
  if (isAmendment || status !== 'active')
    throw new DomainError('E_NOT_ACTIVE', 'Solo se revisan los precios de un contrato vigente.')
  if (day <= startsOn || (lastIndexedOn !== null && day <= lastIndexedOn))
    throw new DomainError(
      'E_DAYS',
      `Debe ser posterior al inicio y a la última revisión (${formatDay(lastIndexedOn ?? startsOn)}).`,
      { field: 'effective_on' }
    )
}

type Written = { revision: Revision; factor: Factor; items: RevisedItem[]; actor: Actor }

async function writeRevision(
  contract: ProviderContract,
  { revision, factor, items, actor }: Written,
  trx: Transaction
): Promise<void> {
  const { effectiveOn, indexMonth, reason } = revision
  const { id } = await oneRow<{ id: number }>(
    `insert into contract_indexations (contract_id, effective_on, kind, base_month, index_month, numerator, denominator, reason, created_by)
     values (:contractId, :effectiveOn, :kind, :baseMonth, :indexMonth, :numerator, :denominator, :reason, :userId) returning id`,
    {
      contractId: contract.id,
      effectiveOn,
      kind: contract.indexation satisfies Indexation,
      baseMonth: contract.indexBaseMonth,
      indexMonth: contract.indexation === 'ipc' ? indexMonth : null,
      ...factor,
      reason,
      userId: actor.userId,
    },
    trx
  )
  await execute(
    `insert into contract_item_prices (item_id, effective_on, unit_price_minor4, tiers, indexation_id)
     select p.item_id, :effectiveOn, p.price, p.tiers, :id from jsonb_to_recordset(:prices::jsonb) as p(item_id bigint, price bigint, tiers jsonb)`,
    {
      id,
      effectiveOn,
      prices: JSON.stringify(
        items.map(({ itemId, revisedMinor4, tiers }) => ({ item_id: itemId, price: revisedMinor4, tiers }))
      ),
    },
    trx
  )
  const before = contract.lastIndexedOn
  contract.merge({
    lastIndexedOn: effectiveOn,
    lockVersion: contract.lockVersion + 1,
    updatedBy: actor.userId,
  })
  await contract.save()
  const siteId = contract.siteIds.length === 1 ? (contract.siteIds[0] ?? null) : null
  await recordEvent(
    {
      actor,
      objectType: 'provider_contract',
      objectId: contract.id,
      siteId,
      event: 'contract.prices_revised',
      reason,
      diff: {
        lastIndexedOn: [before, effectiveOn],
        items: [
          items.map(({ code, currentMinor4 }) => `${code}: ${minor4Text(currentMinor4)}`),
          items.map(({ code, revisedMinor4 }) => `${code}: ${minor4Text(revisedMinor4)}`),
        ],
      },
    },
    trx
  )
}
