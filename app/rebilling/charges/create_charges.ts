import type { Actor } from '#app/audit/record_event'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { type Period, periodOf, periodText } from '#app/rebilling/allocation/period'
import { chargeAmounts, shareOutByRule } from '#app/rebilling/allocation/share_by_rule'
import { spreadOverCosts } from '#app/rebilling/allocation/spread_over_costs'
import { refuseExcess } from '#app/rebilling/charges/refuse_excess'
import { type ChargedCost, newSplit, writeCharges } from '#app/rebilling/charges/write_charges'
import { keyValues } from '#app/rebilling/keys/key_values'
import { costsByKey } from '#app/rebilling/proposals/find_costs'
import type { Allocation, Settlement, Treatment } from '#app/rebilling/rebilling_labels'
import type { Target } from '#app/rebilling/settings/rule'
import { findVatRate } from '#app/rebilling/settings/vat_rate'

/** A charge by hand: costs from the books, or an amount that no document is behind. */
export type NewCharges = {
  originSiteId: number
  chargedOn: CalendarDate
  concept: string
  /** What is taken of each cost; all that is left of it unless told. */
  costs: readonly {
    sourceType: 'invoice_line' | 'expense_note_line' | 'legal_cost'
    sourceId: number
    amountMinor: number | null
  }[]
  manual: { amountMinor: number; accountCode: string } | null
  allocation: Allocation
  allocationKey: string | null
  targets: readonly Target[]
  markupBasisPoints: number
  treatment: Treatment
  vatCodeId: number | null
  settlement: Settlement
  incomeAccount?: string | null
  expenseAccount?: string | null
  dueOn?: CalendarDate | null
  settingId?: number | null
  /** Who said before who bears what. */
  authors?: readonly number[]
}

/**
 * Shares costs out by hand: a draft charge for each company but the one that bore them. Gives their keys. Throws at `costs`
 * (E_PENDING, E_CIRCLE), at `targets`, at `vat_code_id` and at `allocation_key`.
 */
export function createCharges(wanted: NewCharges, actor: Actor, outer?: Transaction): Promise<number[]> {
  return inTransaction(async (trx) => {
    refuseTargets(wanted)
    const vatBasisPoints = await findVatRate(wanted, trx)
    const { costs, isChain } = await takeCosts(wanted, trx)
    const baseMinor = costs.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    if (baseMinor === 0)
      throw new DomainError('E_NOTHING', 'Elija gastos o indique un importe.', { field: 'costs' })
    const { parts, authors } = await sharesOf(wanted, baseMinor, trx)
    const shares = parts.filter(
      ({ siteId, amountMinor }) => siteId !== wanted.originSiteId && amountMinor !== 0
    )
    if (shares.length === 0)
      throw new DomainError('E_NOTHING', 'Con este reparto todo el importe queda en la empresa de origen.', {
        field: 'targets',
      })
    const spread = spreadOverCosts(
      costs.map(({ amountMinor }) => amountMinor),
      shares.map(({ amountMinor }) => amountMinor)
    )
    const splitId = newSplit()
    const { markupBasisPoints, treatment, vatCodeId, settlement } = wanted
    const charges = shares.map(({ siteId, amountMinor }, share) => ({
      splitId,
      settingId: wanted.settingId ?? null,
      originSiteId: wanted.originSiteId,
      targetSiteId: siteId,
      period: { from: wanted.chargedOn, to: wanted.chargedOn },
      concept: wanted.concept,
      ...chargeAmounts(amountMinor, { markupBasisPoints, vatBasisPoints }),
      markupBasisPoints,
      treatment,
      vatCodeId: treatment === 'invoice' ? vatCodeId : null,
      incomeAccount: wanted.incomeAccount ?? null,
      expenseAccount: wanted.expenseAccount ?? null,
      settlement,
      status: 'draft' as const,
      dueOn: wanted.dueOn ?? null,
      isChain,
      authors: [...(wanted.authors ?? []), ...authors],
      costs: costs.map((cost, place) => ({ ...cost, amountMinor: spread[share]?.[place] ?? 0 })),
    }))
    return writeCharges(charges, { createdBy: actor.userId, actor }, trx)
  }, outer)
}

/** Who bears it: at least one other company, each once, and the whole of it where it is shared by percentages. */
export function refuseTargets({
  originSiteId,
  allocation,
  allocationKey,
  targets,
}: Pick<NewCharges, 'originSiteId' | 'allocation' | 'allocationKey' | 'targets'>): void {
  if (allocation === 'key' && !allocationKey)
    throw new DomainError('E_KEY', 'Elija la clave de reparto.', { field: 'allocation_key' })
  const refuse = (message: string) => new DomainError('E_TARGETS', message, { field: 'targets' })
  if (targets.length === 0) throw refuse('Añada al menos una empresa de destino.')
  refuseRows(allocation, targets)
  if (targets.every(({ siteId }) => siteId === originSiteId))
    throw refuse('La empresa de origen no puede ser el único destino.')
  if (allocation === 'percentage' && !isWhole(targets)) throw refuse('Los porcentajes deben sumar 100 %.')
}

/** What is wrong with one of the companies, at its row. */
function refuseRows(allocation: Allocation, targets: readonly Target[]): void {
  for (const [place, { siteId, percentage, amountMinor }] of targets.entries()) {
    const refuse = (field: string, message: string) =>
      new DomainError('E_TARGETS', message, { field: `targets.${place}.${field}` })
    if (targets.findIndex((other) => other.siteId === siteId) < place)
      throw refuse('site_id', 'La empresa ya está en el reparto.')
    if (allocation === 'percentage' && percentage === null)
      throw refuse('percentage', 'Indique el porcentaje de la empresa.')
    if (allocation === 'fixed_amount' && (amountMinor ?? 0) <= 0)
      throw refuse('amount', 'Indique el importe de la empresa.')
  }
}

const WHOLE = 1_000_000n

/** Percentages have four decimals at most: in whole ten-thousandths no sum of them is a guess. */
function isWhole(targets: readonly Target[]): boolean {
  const units = targets.map(({ percentage }) => {
    const [whole = '0', fraction = ''] = (percentage ?? '0').split('.')
    return BigInt(whole + fraction.slice(0, 4).padEnd(4, '0'))
  })
  return units.every((unit) => unit > 0n) && units.reduce((sum, unit) => sum + unit, 0n) === WHOLE
}

type TakenCosts = { costs: ChargedCost[]; isChain: boolean }

/** Costs under their locks, with what is taken of each. */
async function takeCosts(wanted: NewCharges, trx: Transaction): Promise<TakenCosts> {
  const { manual } = wanted
  if (manual) {
    if (manual.amountMinor === 0)
      throw new DomainError('E_NOTHING', 'Introduzca un importe distinto de cero.', {
        field: 'manual_amount',
      })
    if (manual.accountCode === '')
      throw new DomainError('E_ACCOUNT', 'Indique la cuenta de gasto.', { field: 'manual_account' })
    const concept = wanted.concept
    const cost = { sourceType: 'manual' as const, sourceId: null, categoryId: null, concept, ...manual }
    return { costs: [cost], isChain: false }
  }
  // Locked before they are read: what somebody else takes of them meanwhile is seen.
  await refuseExcess(
    wanted.costs.map((cost) => ({ ...cost, amountMinor: 0 })),
    trx
  )
  const found = await costsByKey(wanted.costs, trx)
  const missing = wanted.costs.length - found.length
  if (missing > 0 || found.some(({ siteId }) => siteId !== wanted.originSiteId))
    throw new DomainError('E_COSTS', 'Uno de los gastos ya no está contabilizado en la empresa de origen.', {
      field: 'costs',
    })
  const targets = wanted.targets.map(({ siteId }) => siteId)
  if (found.some(({ ancestors }) => ancestors.some((siteId) => targets.includes(siteId))))
    throw new DomainError('E_CIRCLE', 'Este gasto ya procede de una refacturación.', { field: 'costs' })
  const costs = found.map((cost) => ({ ...cost, amountMinor: takenOf(cost, wanted) ?? cost.restMinor }))
  await refuseExcess(costs, trx, { field: 'costs' })
  return { costs, isChain: found.some(({ ancestors }) => ancestors.length > 0) }
}

const takenOf = ({ sourceType, sourceId }: { sourceType: string; sourceId: number }, { costs }: NewCharges) =>
  costs.find((cost) => cost.sourceType === sourceType && cost.sourceId === sourceId)?.amountMinor ?? null

async function sharesOf(wanted: NewCharges, baseMinor: number, trx: Transaction) {
  const { allocation, allocationKey, targets } = wanted
  const period: Period = periodOf('monthly', wanted.chargedOn)
  const keyed =
    allocation === 'key' && allocationKey
      ? await keyValues({ key: allocationKey, period, siteIds: targets.map(({ siteId }) => siteId) }, trx)
      : null
  const parts = shareOutByRule(baseMinor, {
    allocation,
    targets,
    ...(keyed ? { values: keyed.values } : {}),
    keyText: allocationKey ?? '',
    periodText: periodText(period),
  })
  return { parts, authors: keyed?.authors ?? [] }
}
