import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { actorOf } from '#app/identity/http/request_origin'
import { isInScope, scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { type Filter, listOf } from '#app/kernel/lists/listing'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { readCompensation } from '#app/loans/compensations/compensation'
import { discardCompensation } from '#app/loans/compensations/decide_compensation'
import { previewCompensation, proposeCompensation } from '#app/loans/compensations/propose_compensation'
import { done } from '#app/loans/http/done'
import { orProblem } from '#app/loans/http/or_problem'
import { compensationPage } from '#app/loans/queries/compensation_page'
import { compensationsList, OF_COMPANIES } from '#app/loans/queries/list_compensations'
import { proposalProps } from '#app/loans/queries/proposal_props'
import { assertCompanies, findOwnCompensation, findScopedCompensation } from '#app/loans/scoped'
import {
  previewCompensationValidator,
  proposeCompensationValidator,
} from '#app/loans/validators/compensation_validator'
import { reasonValidator } from '#app/loans/validators/loan_validator'
import { compensationWorkflow } from '#app/loans/workflows/compensation_workflow'

/** Compensaciones: netting of debts between companies. */
export default class CompensationsController {
  async index(ctx: HttpContext) {
    const request = listRequest(ctx, compensationsList.definition)
    const filter = indexFilter(ctx)
    if (await exportDeclared(ctx, compensationsList, { request, filter })) return
    return ctx.inertia.render('loans/compensations/index', {
      compensations: await listOf(compensationsList, request, filter),
      states: Object.entries(compensationWorkflow.states).map(([value, { label }]) => ({ value, label })),
    })
  }

  async show(ctx: HttpContext) {
    const id = await findScopedCompensation(ctx)
    const { user } = requireSignedIn(ctx)
    const { siteIds } = await readCompensation(id)
    const isOwn = siteIds.every((siteId) => isInScope(ctx, siteId))
    return ctx.inertia.render(
      'loans/compensations/show',
      await compensationPage(id, { id: user.id, role: user.role, isOwn, siteIds: scopeOf(ctx) })
    )
  }

  /** What would be netted, while somebody chooses. */
  async create(ctx: HttpContext) {
    const wanted = wantedOf(await ctx.request.validateUsing(previewCompensationValidator))
    await assertCompanies(ctx, wanted.siteIds)
    const preview = async () => proposalProps(await previewCompensation(wanted))
    return ctx.response.json(await orProblem(preview))
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(proposeCompensationValidator)
    const wanted = wantedOf(given)
    await assertCompanies(ctx, wanted.siteIds)
    const { id, number } = await proposeCompensation(
      { ...wanted, shownFingerprint: given.fingerprint },
      actorOf(ctx)
    )
    ctx.session.flash('success', `Compensación ${number} propuesta: la aprueban todas sus empresas.`)
    return ctx.response.redirect().toPath(`/loans/compensations/${id}`)
  }

  /** «Descartar» a proposal. */
  async destroy(ctx: HttpContext) {
    const id = await findOwnCompensation(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await discardCompensation(id, reason ?? null, actorOf(ctx))
    return done(ctx, 'Propuesta descartada.')
  }
}

type Given = Infer<typeof previewCompensationValidator>

const wantedOf = (given: Given) => ({
  cutOffOn: given.cut_off_on as CalendarDate,
  siteIds: given.site_ids,
  currency: 'EUR',
  includesInterest: given.includes_interest,
  mode: given.mode,
  residual: given.residual,
})

function indexFilter(ctx: HttpContext): Filter {
  const { filter } = new QueryFilters(ctx)
    .oneOf('status', 'c.status', Object.keys(compensationWorkflow.states))
    .days('cut_off', 'c.cut_off_on')
  const scope = scopeOf(ctx)
  if (scope !== 'all') {
    filter.where.push(OF_COMPANIES)
    filter.bindings.compensationSiteIds = scope
  }
  return filter
}
