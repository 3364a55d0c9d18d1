import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { actorOf } from '#app/identity/http/request_origin'
import { isInScope, scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { DomainError } from '#app/kernel/domain_error'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { type Filter, listOf } from '#app/kernel/lists/listing'
import { keysOf, optionsOf } from '#app/kernel/text/labels'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { createLoan } from '#app/loans/actions/create_loan'
import { updateLoan } from '#app/loans/actions/update_loan'
import { done } from '#app/loans/http/done'
import { LOAN_KINDS } from '#app/loans/loan_labels'
import { LOAN_FILTERS, LOAN_WORDS, loansList, OF_EITHER_SIDE } from '#app/loans/queries/list_loans'
import { loanPage } from '#app/loans/queries/loan_page'
import { assertCompanies, findOwnLoan, findScopedLoan, limitToLoans } from '#app/loans/scoped'
import { readLoan } from '#app/loans/terms/loan'
import { createLoanValidator, updateLoanValidator } from '#app/loans/validators/loan_validator'
import { loanWorkflow } from '#app/loans/workflows/loan_workflow'

/** Préstamos: the list, a new one, and each on its own page. */
export default class LoansController {
  async index(ctx: HttpContext) {
    const request = listRequest(ctx, loansList.definition)
    const filter = indexFilter(ctx)
    if (await exportDeclared(ctx, loansList, { request, filter })) return
    return ctx.inertia.render('loans/loans/index', {
      loans: await listOf(loansList, request, filter),
      kinds: optionsOf(LOAN_KINDS),
      states: Object.entries(loanWorkflow.states).map(([value, { label }]) => ({ value, label })),
    })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(createLoanValidator)
    const lender = lenderOf(given)
    await assertCompanies(ctx, [given.borrower_site_id, ...('siteId' in lender ? [lender.siteId] : [])])
    const { id, number } = await createLoan(
      {
        lender,
        borrowerSiteId: given.borrower_site_id,
        kind: given.kind,
        currency: given.currency,
        principalMinor: given.principal ?? null,
        startOn: given.start_on as CalendarDate,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', `Préstamo ${number} creado: configure sus condiciones.`)
    return ctx.response.redirect().toPath(`/loans/${id}/edit`)
  }

  async edit(ctx: HttpContext) {
    const id = await findScopedLoan(ctx)
    const { user } = requireSignedIn(ctx)
    const { lenderSiteId, borrowerSiteId } = await readLoan(id)
    const isOwn = isInScope(ctx, borrowerSiteId) && (lenderSiteId === null || isInScope(ctx, lenderSiteId))
    return ctx.inertia.render(
      'loans/loans/edit',
      await loanPage(id, { id: user.id, role: user.role, isOwn, siteIds: scopeOf(ctx) })
    )
  }

  async update(ctx: HttpContext) {
    const id = await findOwnLoan(ctx)
    const given = await ctx.request.validateUsing(updateLoanValidator)
    await updateLoan(
      id,
      {
        lenderAccountId: given.lender_account_id ?? null,
        borrowerAccountId: given.borrower_account_id ?? null,
        autoPay: given.auto_pay ?? false,
        marketRateNote: given.market_rate_note ? given.market_rate_note : null,
        lockVersion: given.lock_version,
      },
      actorOf(ctx)
    )
    return done(ctx, 'Cambios guardados.')
  }
}

type Given = Infer<typeof createLoanValidator>

/** A company of the group or a bank, never both. */
function lenderOf({
  lender_site_id: siteId,
  lender_name: name,
}: Given): { siteId: number } | { name: string } {
  if (siteId) return { siteId }
  if (name) return { name }
  throw new DomainError('E_LENDER', 'Elija el prestamista o escriba el nombre del banco.', {
    field: 'lender_site_id',
  })
}

function indexFilter(ctx: HttpContext): Filter {
  const query = ctx.request.qs() as Record<string, unknown>
  const filters = new QueryFilters(ctx)
    .keys('lender_ids', 'l.lender_site_id')
    .keys('borrower_ids', 'l.borrower_site_id')
    .oneOf('kind', 'l.kind', keysOf(LOAN_KINDS))
    .oneOf('status', 'l.status', Object.keys(loanWorkflow.states))
    .days('maturity', 'l.maturity_on')
  for (const [name, sql] of Object.entries(LOAN_FILTERS)) if (query[name]) filters.add(sql)
  const sites = keysIn(query.site_ids)
  if (sites.length > 0) filters.add(OF_EITHER_SIDE, { anySideIds: sites })
  filters.words(searchText(ctx), LOAN_WORDS)
  limitToLoans(ctx, 'l', filters.filter)
  return filters.filter
}

const keysIn = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)
