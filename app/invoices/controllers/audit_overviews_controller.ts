import type { HttpContext } from '@adonisjs/core/http'
import { limitToScope } from '#app/identity/http/scope'
import { auditStatistics } from '#app/invoices/auditing/audit_statistics'
import { ALARM_SITE } from '#app/invoices/auditing/list_alarms'
import { listRiskProviders, RISK_HALF_DAYS, RISK_WEIGHTS } from '#app/invoices/auditing/list_risk_providers'
import type { Filter } from '#app/kernel/lists/listing'

/** What the alarms say as a whole: suppliers at risk (index) and how the rules have done (show). */
export default class AuditOverviewsController {
  async index(ctx: HttpContext) {
    return ctx.inertia.render('invoices/risk_providers/index', {
      providers: await listRiskProviders(scopeFilterOf(ctx)),
      weights: RISK_WEIGHTS,
      halfDays: RISK_HALF_DAYS,
    })
  }

  async show(ctx: HttpContext) {
    return ctx.inertia.render('invoices/audit_statistics/index', await auditStatistics(scopeFilterOf(ctx)))
  }
}

function scopeFilterOf(ctx: HttpContext): Filter {
  const scope: Filter = { where: [], bindings: {} }
  limitToScope(ctx, ALARM_SITE, scope)
  return scope
}
