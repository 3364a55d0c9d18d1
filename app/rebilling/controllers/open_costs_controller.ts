import type { HttpContext } from '@adonisjs/core/http'
import { assertCompany } from '#app/identity/http/scope'
import type { MoneyJson } from '#app/kernel/money/money'
import { addMonths, type CalendarDate, isCalendarDate, today } from '#app/kernel/time/calendar_date'
import { openCosts } from '#app/rebilling/proposals/find_costs'
import { SOURCE_LABELS } from '#app/rebilling/rebilling_labels'

const SHOWN_MAX = 60
const MONTHS_BACK = 12

/** Costs of a company of which something is left to charge on, for the form of a charge by hand. */
export default class OpenCostsController {
  async index(ctx: HttpContext) {
    const { site_id: site, q = '', from, to } = ctx.request.qs() as Record<string, unknown>
    const siteId = Number(site)
    if (!Number.isSafeInteger(siteId) || siteId <= 0) return ctx.response.json({ data: [] })
    await assertCompany(ctx, siteId)
    const day = (text: unknown, otherwise: CalendarDate) =>
      typeof text === 'string' && isCalendarDate(text) ? text : otherwise
    const found = await openCosts({
      siteId,
      words: String(q).trim().slice(0, 100),
      from: day(from, addMonths(today(), -MONTHS_BACK)),
      to: day(to, today()),
      limit: SHOWN_MAX,
    })
    const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })
    return ctx.response.json({
      data: found.map((cost) => ({
        key: `${cost.sourceType}:${cost.sourceId}`,
        type: cost.sourceType,
        id: cost.sourceId,
        kind: SOURCE_LABELS[cost.sourceType],
        document: cost.document,
        concept: cost.concept,
        account: cost.accountCode,
        on: cost.postedOn,
        cost: euros(cost.baseMinor),
        rest: euros(cost.restMinor),
      })),
    })
  }
}
