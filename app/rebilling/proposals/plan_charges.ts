import { isDomainError } from '#app/kernel/domain_error'
import { type Period, periodOf, periodText } from '#app/rebilling/allocation/period'
import { chargeAmounts, shareOutByRule } from '#app/rebilling/allocation/share_by_rule'
import { spreadOverCosts } from '#app/rebilling/allocation/spread_over_costs'
import { type NewCharge, newSplit } from '#app/rebilling/charges/write_charges'
import type { KeyValues } from '#app/rebilling/keys/key_values'
import type { CaughtCost } from '#app/rebilling/proposals/find_costs'
import type { Rule } from '#app/rebilling/settings/rule'

/** Costs that one rule shares out as one sum: those of a document, a month or a quarter. */
export type CostGroup = { rule: Rule; period: Period; costs: CaughtCost[] }

/** Costs by what they are shared out with, in the order in which they came. */
export function groupCosts(costs: readonly CaughtCost[], rules: ReadonlyMap<number, Rule>): CostGroup[] {
  const groups = new Map<string, CostGroup>()
  for (const cost of costs) {
    const rule = rules.get(cost.settingId)
    if (!rule) continue
    const period = periodOf(rule.frequency, cost.postedOn)
    const unit = rule.frequency === 'per_document' ? `${cost.documentType}:${cost.documentId}` : period.from
    const key = `${rule.id}|${unit}`
    const known = groups.get(key)
    if (known) known.costs.push(cost)
    else groups.set(key, { rule, period, costs: [cost] })
  }
  return [...groups.values()]
}

export type Plan = { charges: NewCharge[]; computed: CaughtCost[]; problem: string | null }

/**
 * What a group becomes: a charge for each company but the one that bore the cost. Nothing where it adds up to zero or all of it
 * stays where it was; a problem where its key has no values, or where a company of the rule charged the cost on before.
 */
export function planCharges(group: CostGroup, keyed: KeyValues | null): Plan {
  const { rule, period } = group
  const costs = group.costs.filter(
    ({ ancestors }) => !rule.targets.some(({ siteId }) => ancestors.includes(siteId))
  )
  const problem =
    costs.length < group.costs.length ? `${rule.name}: este gasto ya procede de una refacturación.` : null
  const baseMinor = costs.reduce((sum, { restMinor }) => sum + restMinor, 0)
  if (baseMinor === 0) return { charges: [], computed: costs, problem }
  try {
    const parts = shareOutByRule(baseMinor, {
      ...rule,
      ...(keyed ? { values: keyed.values } : {}),
      keyText: rule.allocationKey ?? '',
      periodText: periodText(period),
    }).filter(({ siteId, amountMinor }) => siteId !== rule.originSiteId && amountMinor !== 0)
    const spread = spreadOverCosts(
      costs.map(({ restMinor }) => restMinor),
      parts.map(({ amountMinor }) => amountMinor)
    )
    const splitId = newSplit()
    const charges = parts.map(({ siteId, amountMinor }, share) => ({
      ...termsOf(rule),
      splitId,
      targetSiteId: siteId,
      period: daysOf(group),
      concept: conceptOf(group),
      ...chargeAmounts(amountMinor, rule),
      status: 'proposed' as const,
      isChain: costs.some(({ ancestors }) => ancestors.length > 0),
      authors: keyed?.authors ?? [],
      costs: costs.map((cost, place) => ({ ...cost, amountMinor: spread[share]?.[place] ?? 0 })),
    }))
    return { charges, computed: costs, problem }
  } catch (error) {
    if (isDomainError(error)) return { charges: [], computed: [], problem: `${rule.name}: ${error.message}` }
    throw error
  }
}

/** What a charge takes over of its rule. */
export const termsOf = (rule: Rule) => ({
  settingId: rule.id,
  originSiteId: rule.originSiteId,
  markupBasisPoints: rule.markupBasisPoints,
  treatment: rule.treatment,
  vatCodeId: rule.vatCodeId,
  incomeAccount: rule.incomeAccount,
  expenseAccount: rule.expenseAccount,
  settlement: rule.settlement,
})

/** A document stands on its own day. */
function daysOf({ rule, period, costs }: CostGroup): Period {
  const [first] = costs
  if (rule.frequency !== 'per_document' || !first) return period
  return { from: first.postedOn, to: first.postedOn }
}

function conceptOf({ rule, period, costs }: CostGroup): string {
  const [first] = costs
  return rule.frequency === 'per_document' && first
    ? `${rule.name}: ${first.document}`
    : `${rule.name}, ${periodText(period)}`
}
