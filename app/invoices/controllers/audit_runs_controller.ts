import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { ALL_RULES, findRule } from '#app/invoices/audit/all_rules'
import { findAuditRun, listAuditRuns, type RunViewer } from '#app/invoices/auditing/list_audit_runs'
import { cancelAudit, requestAudit } from '#app/invoices/auditing/request_audit'
import { auditRunValidator } from '#app/invoices/validators/audit_validator'
import { NotFound } from '#app/kernel/http/access_denied'
import { addMonths, calendarDate, today } from '#app/kernel/time/calendar_date'

/** Runs of the audit over past invoices. */
export default class AuditRunsController {
  async index(ctx: HttpContext) {
    return ctx.inertia.render('invoices/audit_runs/index', {
      runs: await listAuditRuns(viewerOf(ctx)),
      rules: ALL_RULES.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
      suggested: { from: addMonths(today(), -3), to: today() },
    })
  }

  async show(ctx: HttpContext) {
    return ctx.inertia.render('invoices/audit_runs/show', {
      run: await scopedRun(ctx),
      ruleNames: ruleNames(),
    })
  }

  /** Who works with some companies only looks at no others: all of them means all of theirs. */
  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(auditRunValidator)
    const own = scopeOf(ctx)
    for (const siteId of given.site_ids ?? []) await assertCompany(ctx, siteId)
    const siteIds = given.site_ids && given.site_ids.length > 0 ? given.site_ids : own === 'all' ? [] : own
    const id = await requestAudit(
      {
        siteIds,
        from: calendarDate(given.from),
        to: calendarDate(given.to),
        providerIds: given.provider_ids ?? [],
        rules: (given.rules ?? []).filter((code) => findRule(code) !== undefined),
        withPaid: given.with_paid ?? false,
      },
      actorOf(ctx)
    )
    return ctx.response.redirect(`/analisar-facturas/runs/${id}`)
  }

  async destroy(ctx: HttpContext) {
    const run = await scopedRun(ctx)
    await cancelAudit(run.id, actorOf(ctx))
    ctx.session.flash('success', 'El análisis se detendrá al terminar el bloque en curso.')
    return ctx.response.redirect().withQs().back()
  }
}

const ruleNames = () => Object.fromEntries(ALL_RULES.map(({ code, name }) => [code, name]))

function viewerOf(ctx: HttpContext): RunViewer {
  return { userId: requireSignedIn(ctx).user.id, siteIds: scopeOf(ctx) }
}

async function scopedRun(ctx: HttpContext) {
  const run = await findAuditRun(Number(ctx.params.id), viewerOf(ctx))
  if (!run) throw new NotFound()
  return run
}
