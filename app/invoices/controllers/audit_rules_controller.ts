import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { S } from '#app/identity/roles'
import { findRule } from '#app/invoices/audit/all_rules'
import { listParamOptions, showAuditRules } from '#app/invoices/auditing/list_audit_rules'
import { type RuleWanted, saveAuditRule } from '#app/invoices/auditing/save_audit_rule'
import { auditRuleValidator } from '#app/invoices/validators/audit_validator'
import { NotFound } from '#app/kernel/http/access_denied'

/** How the rules of the audit are set. */
export default class AuditRulesController {
  async index(ctx: HttpContext) {
    return ctx.inertia.render('invoices/audit_rules/index', {
      rules: await showAuditRules(),
      options: await listParamOptions(),
      canLoosen: requireSignedIn(ctx).user.role === S,
    })
  }

  async update(ctx: HttpContext) {
    const wanted = await wantedRule(ctx)
    await saveAuditRule(wanted, { actor: actorOf(ctx), role: requireSignedIn(ctx).user.role })
    ctx.session.flash('success', `Regla ${wanted.code} guardada.`)
    return ctx.response.redirect().withQs().back()
  }
}

/** The rule of the address as the form wants it; 404 for none. */
export async function wantedRule(ctx: HttpContext): Promise<RuleWanted> {
  const code = String(ctx.params.code)
  if (!findRule(code)) throw new NotFound()
  const {
    severity,
    enabled,
    site_ids: siteIds,
    values,
    version,
  } = await ctx.request.validateUsing(auditRuleValidator)
  return {
    code,
    severity,
    enabled,
    siteIds: siteIds ?? [],
    params: values as Record<string, unknown>,
    version,
  }
}
