import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { type Period, periodText } from '#app/rebilling/allocation/period'
import { chargeAmounts, shareOutByRule } from '#app/rebilling/allocation/share_by_rule'
import { keyValues } from '#app/rebilling/keys/key_values'
import { type Cost, costsThatRuleCatches } from '#app/rebilling/proposals/find_costs'
import { jsonRule, type SettingInput } from '#app/rebilling/settings/setting_input'
import { sitesByKey } from '#app/rebilling/settings/sites_by_key'
import { findVatRate } from '#app/rebilling/settings/vat_rate'

const COSTS_MAX = 500

export type Trial = {
  period: string
  base: MoneyJson
  costs: {
    key: string
    document: string
    concept: string
    account: string
    on: CalendarDate
    amount: MoneyJson
  }[]
  /** Beyond these there are more. */
  isCut: boolean
  parts: {
    siteId: number
    site: string
    base: MoneyJson
    markup: MoneyJson
    vat: MoneyJson
    total: MoneyJson
    isOwn: boolean
  }[]
  /** What stays with the company that bore it, beside its own share. */
  left: MoneyJson
}

const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })

/**
 * What a rule would make of one past invoice, or of what was booked between two days, as it stands in the form: nothing is
 * saved. What was charged on already counts too. Throws E_NO_KEY.
 */
export async function trySetting(
  input: SettingInput,
  { period, invoiceId }: { period: Period; invoiceId: number | null }
): Promise<Trial> {
  const rule = { ...jsonRule(input), valid_from: '1900-01-01', valid_to: null }
  const found = await costsThatRuleCatches(
    rule,
    { siteId: input.originSiteId, from: period.from, to: period.to, invoiceId },
    COSTS_MAX + 1
  )
  const costs = found.slice(0, COSTS_MAX)
  const [first] = costs
  const months = invoiceId !== null && first ? { from: first.postedOn, to: first.postedOn } : period
  const baseMinor = costs.reduce((sum, cost) => sum + cost.baseMinor, 0)
  const rates = { markupBasisPoints: input.markupBasisPoints, vatBasisPoints: await findVatRate(input) }
  const shares = baseMinor === 0 ? [] : await sharesOf(input, baseMinor, months)
  const sites = await sitesByKey(shares.map(({ siteId }) => siteId))
  const parts = shares.map(({ siteId, amountMinor }) => {
    const isOwn = siteId === input.originSiteId
    const amounts = chargeAmounts(amountMinor, isOwn ? { markupBasisPoints: 0, vatBasisPoints: 0 } : rates)
    return {
      siteId,
      site: sites.get(siteId)?.name ?? '',
      base: euros(amounts.baseMinor),
      markup: euros(amounts.markupMinor),
      vat: euros(amounts.vatMinor),
      total: euros(amounts.totalMinor),
      isOwn,
    }
  })
  return {
    period: periodText(months),
    base: euros(baseMinor),
    costs: costs.map(shown),
    isCut: found.length > COSTS_MAX,
    parts,
    left: euros(baseMinor - shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
  }
}

async function sharesOf(input: SettingInput, baseMinor: number, period: Period) {
  const { allocation, allocationKey, targets } = input
  const keyed =
    allocation === 'key' && allocationKey
      ? await keyValues({ key: allocationKey, period, siteIds: targets.map(({ siteId }) => siteId) })
      : null
  return shareOutByRule(baseMinor, {
    allocation,
    targets,
    ...(keyed ? { values: keyed.values } : {}),
    keyText: allocationKey ?? '',
    periodText: periodText(period),
  })
}

const shown = (cost: Cost) => ({
  key: `${cost.sourceType}:${cost.sourceId}`,
  document: cost.document,
  concept: cost.concept,
  account: cost.accountCode,
  on: cost.postedOn,
  amount: euros(cost.baseMinor),
})
