import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope, limitToScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { registerUpload } from '#app/invoices/actions/register_upload'
import { findScopedInvoice } from '#app/invoices/find_scoped_invoice'
import { invoiceExportColumns } from '#app/invoices/queries/invoice_export'
import { invoicePage } from '#app/invoices/queries/invoice_page'
import {
  countInvoiceTabs,
  INVOICE_SOURCES,
  INVOICE_TABS,
  invoiceRow,
  invoicesList,
  listInvoices,
} from '#app/invoices/queries/list_invoices'
import { listTaxOptions } from '#app/invoices/queries/tax_codes'
import { uploadValidator } from '#app/invoices/validators/invoice_validator'
import { invoiceWorkflow, PAYMENT_STATES } from '#app/invoices/workflows/invoice_workflow'
import { isDomainError } from '#app/kernel/domain_error'
import { exportList } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listCategories } from '#app/providers/queries/list_categories'

export default class InvoicesController {
  async index(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const filters = invoiceFilters(ctx)
    const scope = { where: [], bindings: {} }
    limitToScope(ctx, 'i.site_id', scope)
    const request = listRequest(ctx, invoicesList)
    const exported = await exportList(ctx, {
      name: 'facturas',
      definition: invoicesList,
      request,
      filter: filters.filter,
      columns: invoiceExportColumns,
      toRow: (found: Parameters<typeof invoiceRow>[0]) => invoiceRow(found, user.role),
    })
    if (exported) return
    return ctx.inertia.render('invoices/invoices/index', {
      invoices: {
        ...(await listInvoices(request, filters.filter, user.role)),
        counters: await countInvoiceTabs(scope),
      },
      statuses: options(invoiceWorkflow.states),
      paymentStates: options(PAYMENT_STATES),
      sources: Object.entries(INVOICE_SOURCES).map(([value, label]) => ({ value, label })),
      categories: (await listCategories()).map(({ id, name }) => ({ value: String(id), label: name })),
      canUpload: true,
    })
  }

  /** Takes several files; each stands for itself, what failed says why and the others go on. */
  async store(ctx: HttpContext) {
    const { files, site_id: siteId, urgent } = await ctx.request.validateUsing(uploadValidator)
    if (siteId) assertInScope(ctx, siteId)
    const taken: string[] = []
    const refused: string[] = []
    for (const file of files) {
      try {
        const bytes = await readFile(file.tmpPath ?? '')
        const upload = {
          name: file.clientName,
          bytes,
          siteId: siteId ?? null,
          priority: urgent ? ('urgent' as const) : ('normal' as const),
          source: 'upload' as const,
        }
        taken.push((await registerUpload(upload, actorOf(ctx))).reference)
      } catch (error) {
        if (!isDomainError(error)) throw error
        refused.push(error.message)
      }
    }
    if (taken.length > 0)
      ctx.session.flash(
        'success',
        taken.length === 1
          ? `Factura ${taken[0]} subida: se está leyendo.`
          : `${taken.length} facturas subidas: se están leyendo.`
      )
    if (refused.length > 0) ctx.session.flash('inputErrorsBag', { files: [refused.join(' ')] })
    return ctx.response.redirect().withQs().back()
  }

  async show(ctx: HttpContext) {
    const { user, siteIds } = requireSignedIn(ctx)
    const invoice = await findScopedInvoice(ctx)
    return ctx.inertia.render('invoices/invoices/show', {
      ...(await invoicePage(invoice, user, siteIds)),
      taxOptions: await listTaxOptions(),
      categories: await listCategories(),
    })
  }
}

function invoiceFilters(ctx: HttpContext): QueryFilters {
  const filters = new QueryFilters(ctx)
  limitToScope(ctx, 'i.site_id', filters.filter)
  const tab = INVOICE_TABS[String((ctx.request.qs() as Record<string, unknown>).tab ?? '')]
  if (tab) filters.add(tab)
  const { category_id: category, currency } = ctx.request.qs() as Record<string, unknown>
  if (category === 'none') filters.add('invoice_main_category(i.id) is null')
  if (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency))
    filters.add('i.currency = :currency', { currency })
  return filters
    .words(searchText(ctx), 'i.search_text')
    .keys('site_ids', 'i.site_id')
    .keys('provider_id', 'i.provider_id')
    .keys('category_id', 'invoice_main_category(i.id)')
    .oneOf('status', 'i.status', Object.keys(invoiceWorkflow.states))
    .oneOf('payment_state', 'i.payment_state', Object.keys(PAYMENT_STATES))
    .oneOf('source', 'i.source', Object.keys(INVOICE_SOURCES))
    .days('issued', 'i.issued_on')
    .days('due', 'i.due_on')
    .amounts('amount', 'i.total_minor')
}

const options = (table: Record<string, { label: string }>) =>
  Object.entries(table).map(([value, { label }]) => ({ value, label }))
