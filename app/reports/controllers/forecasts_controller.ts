import type { HttpContext } from '@adonisjs/core/http'
import { viewerOf } from '#app/accounts/viewer'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { addDays, type CalendarDate, isPlausibleDay, today } from '#app/kernel/time/calendar_date'
import { explainForecast } from '#app/reports/queries/forecast'
import { cashByCompany } from '#app/reports/queries/treasury_widget'
import { chosenSites } from '#app/reports/summary_request'

/** What a figure of the forecast of the start page is made of. */
export default class ForecastsController {
  async show(ctx: HttpContext) {
    const siteIds = chosenSites(ctx)
    const viewer = viewerOf({ ...requireSignedIn(ctx), siteIds })
    const query = ctx.request.qs() as Record<string, unknown>
    const to = dayOf(query.until) ?? addDays(today(), 6)
    const from = dayOf(query.from)
    const companies = await cashByCompany(viewer)
    const forecast = await explainForecast(viewer, { from, to }, { companies })
    const euro = (minor: number) => ({ minor, currency: 'EUR' })
    return ctx.inertia.render('reports/forecast/show', {
      from,
      until: to as string,
      siteIds: siteIds === 'all' ? [] : siteIds,
      cash: euro(forecast.cashMinor),
      before: euro(forecast.beforeMinor),
      due: { count: forecast.due.count, amount: euro(forecast.due.minor) },
      recurrent: euro(forecast.recurrentMinor),
      payroll: euro(forecast.payrollMinor),
      other: euro(forecast.otherMinor),
      recurrentAndOther: euro(forecast.recurrentMinor + forecast.otherMinor),
      balance: euro(forecast.balanceMinor),
      recurrents: forecast.recurrents.map(({ recurrentId, payOn, minor, ...planned }) => ({
        id: recurrentId,
        payOn: payOn as string,
        concept: planned.concept,
        payee: planned.payee,
        site: planned.site,
        amount: euro(minor),
      })),
      payrolls: forecast.payroll.map(({ payOn, minor, text, detail }) => ({
        payOn: payOn as string,
        concept: text,
        detail: detail && {
          period: detail.period,
          site: detail.site,
          siteId: detail.siteId,
          people: detail.people,
          isExpected: detail.isExpected,
        },
        amount: euro(minor),
      })),
      others: forecast.others.map(({ payOn, minor, kind, label, href, ...owed }) => ({
        kind,
        label,
        href,
        payOn: payOn as string,
        concept: owed.concept,
        payee: owed.payee,
        site: owed.site,
        amount: euro(minor),
      })),
    })
  }
}

const dayOf = (value: unknown): CalendarDate | null =>
  typeof value === 'string' && isPlausibleDay(value) ? value : null
