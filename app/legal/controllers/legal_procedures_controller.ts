import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany } from '#app/identity/http/scope'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { type Filter, listOf } from '#app/kernel/lists/listing'
import { keysOf, optionsOf } from '#app/kernel/text/labels'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { createProcedure, type ProcedureInput, updateProcedure } from '#app/legal/actions/save_procedure'
import { PARTY_ROLES, PROCEDURE_KINDS } from '#app/legal/legal_labels'
import {
  deadlineCalendar,
  PROCEDURE_FILTERS,
  procedureFigures,
  proceduresList,
} from '#app/legal/queries/list_procedures'
import { phaseTemplates } from '#app/legal/queries/procedure_choices'
import { procedurePage } from '#app/legal/queries/procedure_page'
import { findScopedProcedure, limitToProcedures, seesConfidential, viewerOf } from '#app/legal/scoped'
import { createProcedureValidator, updateProcedureValidator } from '#app/legal/validators/legal_validator'
import { procedureWorkflow } from '#app/legal/workflows/procedure_workflow'

/** Procedimientos: what is going on, its terms in a calendar, and each on its own page. */
export default class LegalProceduresController {
  async index(ctx: HttpContext) {
    const request = listRequest(ctx, proceduresList.definition)
    const filter = indexFilter(ctx)
    if (await exportDeclared(ctx, proceduresList, { request, filter })) return
    const isCalendar = (ctx.request.qs() as Record<string, unknown>).view === 'calendar'
    const scope: Filter = { where: [], bindings: {} }
    limitToProcedures(ctx, 'p', scope)
    return ctx.inertia.render('legal/procedures/index', {
      procedures: isCalendar ? null : await listOf(proceduresList, request, filter),
      calendar: isCalendar ? await deadlineCalendar(scope) : null,
      // Added up over every procedure: the list does not wait for it.
      figures: ctx.inertia.defer(() => procedureFigures(scope), { rescue: true }),
      templates: await phaseTemplates(),
      kinds: optionsOf(PROCEDURE_KINDS),
      roles: optionsOf(PARTY_ROLES),
      states: Object.entries(procedureWorkflow.states).map(([value, { label }]) => ({ value, label })),
    })
  }

  async store(ctx: HttpContext) {
    const {
      site_id: siteId,
      phase_ids: phaseIds = [],
      ...given
    } = await ctx.request.validateUsing(createProcedureValidator)
    await assertCompany(ctx, siteId)
    const viewer = viewerOf(ctx)
    const input = inputOf(given)
    const responsibleUserId = input.responsibleUserId ?? viewer.id
    const { id, number } = await createProcedure(
      { ...input, responsibleUserId, siteId, phaseIds },
      actorOf(ctx)
    )
    ctx.session.flash('success', `Procedimiento ${number} creado.`)
    const isSeen = !input.confidential || seesConfidential(viewer) || responsibleUserId === viewer.id
    return ctx.response.redirect().toPath(isSeen ? `/legal_procedure/${id}/edit` : '/legal_procedure')
  }

  async edit(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    return ctx.inertia.render('legal/procedures/edit', await procedurePage(id, viewerOf(ctx)))
  }

  async update(ctx: HttpContext) {
    const id = await findScopedProcedure(ctx)
    const { lock_version: lockVersion, ...given } = await ctx.request.validateUsing(updateProcedureValidator)
    const input = inputOf(given)
    await updateProcedure(id, { ...input, lockVersion }, actorOf(ctx))
    ctx.session.flash('success', 'Cambios guardados.')
    const viewer = viewerOf(ctx)
    // Who makes it confidential for somebody else does not see it any more.
    if (input.confidential && !seesConfidential(viewer) && input.responsibleUserId !== viewer.id)
      return ctx.response.redirect().toPath('/legal_procedure')
    return ctx.response.redirect().withQs().back()
  }
}

type Fields = Omit<Infer<typeof updateProcedureValidator>, 'lock_version'>

const blankToNull = (text: string | null | undefined) => (text ? text : null)

const inputOf = (given: Fields): ProcedureInput => ({
  kind: given.kind,
  title: given.title,
  court: blankToNull(given.court),
  courtNumber: blankToNull(given.court_number),
  counterparty: blankToNull(given.counterparty),
  role: given.role,
  lawyerProviderId: given.lawyer_provider_id ?? null,
  solicitorProviderId: given.solicitor_provider_id ?? null,
  claimMinor: given.claim ?? null,
  probability: given.probability ?? null,
  expectedCloseOn: (given.expected_close_on ?? null) as CalendarDate | null,
  responsibleUserId: given.responsible_user_id ?? null,
  confidential: given.confidential ?? false,
  notes: blankToNull(given.notes),
})

function indexFilter(ctx: HttpContext): Filter {
  const query = ctx.request.qs() as Record<string, unknown>
  const filters = new QueryFilters(ctx)
    .keys('site_ids', 'p.site_id')
    .oneOf('kind', 'p.kind', keysOf(PROCEDURE_KINDS))
    .oneOf('status', 'p.status', Object.keys(procedureWorkflow.states))
  for (const [name, sql] of Object.entries(PROCEDURE_FILTERS)) if (query[name]) filters.add(sql)
  filters.words(searchText(ctx), 'p.search_text')
  limitToProcedures(ctx, 'p', filters.filter)
  return filters.filter
}
