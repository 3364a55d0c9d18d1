import type { HttpContext } from '@adonisjs/core/http'
import { assertCompany } from '#app/identity/http/scope'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { type CalendarDate, startOfMonth, today } from '#app/kernel/time/calendar_date'
import { periodOf } from '#app/rebilling/allocation/period'
import { refuseTargets } from '#app/rebilling/charges/create_charges'
import { assertCompanies } from '#app/rebilling/controllers/settings_controller'
import { listPastInvoices, refuseForeignInvoice } from '#app/rebilling/settings/past_invoices'
import { settingInput } from '#app/rebilling/settings/setting_form'
import { trySetting } from '#app/rebilling/settings/try_setting'
import { trialValidator } from '#app/rebilling/validators/rebilling_validator'

/** The tester of a rule: what it would make of a past invoice or month. Saves nothing. */
export default class SettingTrialsController {
  async store(ctx: HttpContext) {
    try {
      return ctx.response.json({ data: await this.tried(ctx), problem: null })
    } catch (error) {
      if (!isDomainError(error)) throw error
      return ctx.response.json({ data: null, problem: error.message })
    }
  }

  private async tried(ctx: HttpContext) {
    const {
      invoice_id: invoiceId = null,
      month = null,
      ...given
    } = await ctx.request.validateUsing(trialValidator)
    await assertCompanies(ctx, given)
    const input = settingInput(given)
    refuseTargets(input)
    if (invoiceId !== null) await refuseForeignInvoice(invoiceId, input.originSiteId)
    if (invoiceId === null && month === null)
      throw new DomainError('E_TRIAL', 'Elija una factura o un mes.', { field: 'month' })
    const day = startOfMonth((month ?? today()) as CalendarDate)
    const period = periodOf(input.frequency === 'quarterly' ? 'quarterly' : 'monthly', day)
    return trySetting(input, { period, invoiceId })
  }

  /** Booked invoices of a company, for a picker. */
  async index(ctx: HttpContext) {
    const { site_id: site, q = '' } = ctx.request.qs() as Record<string, unknown>
    const siteId = Number(site)
    if (!Number.isSafeInteger(siteId) || siteId <= 0) return ctx.response.json({ data: [] })
    await assertCompany(ctx, siteId)
    return ctx.response.json({ data: await listPastInvoices(siteId, String(q).trim().slice(0, 100)) })
  }
}
