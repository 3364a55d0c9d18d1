import type { HttpContext } from '@adonisjs/core/http'
import { limitToScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { TREATMENTS } from '#app/issuing/issuing_labels'
import { documentPage } from '#app/issuing/queries/document_page'
import {
  ISSUED_TABS,
  ISSUED_WORDS,
  issuedFigures,
  issuedInvoicesList,
} from '#app/issuing/queries/list_issued_invoices'
import { scopedIssuedInvoice } from '#app/issuing/scoped'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { type Filter, listOf } from '#app/kernel/lists/listing'
import { keysOf, optionsOf } from '#app/kernel/text/labels'

/** Facturas emitidas: the list with what AEAT says of each, and each on its own page. */
export default class IssuedInvoicesController {
  async index(ctx: HttpContext) {
    const request = listRequest(ctx, issuedInvoicesList.definition)
    const filter = indexFilter(ctx)
    if (await exportDeclared(ctx, issuedInvoicesList, { request, filter })) return
    const scope: Filter = { where: [], bindings: {} }
    limitToScope(ctx, 'i.site_id', scope)
    return ctx.inertia.render('issuing/invoices/index', {
      invoices: await listOf(issuedInvoicesList, request, filter),
      figures: await issuedFigures(scope),
      treatments: optionsOf(TREATMENTS),
    })
  }

  async show(ctx: HttpContext) {
    const { id } = await scopedIssuedInvoice(ctx)
    const { user } = requireSignedIn(ctx)
    return ctx.inertia.render('issuing/invoices/show', await documentPage(id, user))
  }
}

function indexFilter(ctx: HttpContext): Filter {
  const { tab } = ctx.request.qs() as Record<string, unknown>
  const filters = new QueryFilters(ctx)
    .keys('site_ids', 'i.site_id')
    .days('issued', 'i.issued_on')
    .oneOf('treatment', 'i.treatment', keysOf(TREATMENTS))
  const chosen = ISSUED_TABS[String(tab)]
  if (chosen) filters.add(chosen)
  filters.words(searchText(ctx), ISSUED_WORDS)
  limitToScope(ctx, 'i.site_id', filters.filter)
  return filters.filter
}
