import type { HttpContext } from '@adonisjs/core/http'
import { limitToScope } from '#app/identity/http/scope'
import { settingWanted } from '#app/invoices/auditing/save_audit_rule'
import { tryAuditRule } from '#app/invoices/auditing/try_audit_rule'
import { wantedRule } from '#app/invoices/controllers/audit_rules_controller'
import { isDomainError } from '#app/kernel/domain_error'
import type { Filter } from '#app/kernel/lists/listing'

/** A rule with other settings, tried against the last thousand invoices before it is saved. */
export default class AuditRuleTrialsController {
  async store(ctx: HttpContext) {
    const wanted = await wantedRule(ctx)
    const scope: Filter = { where: [], bindings: {} }
    limitToScope(ctx, 'i.site_id', scope)
    try {
      return ctx.response.send({ data: await tryAuditRule(settingWanted(wanted), scope), problem: null })
    } catch (error) {
      if (!isDomainError(error)) throw error
      return ctx.response.send({ data: null, problem: error.message })
    }
  }
}
