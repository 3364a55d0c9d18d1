import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, isInScope, limitToScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { A, type Role, S, SC } from '#app/identity/roles'
import { listAlarmCodes } from '#app/invoices/auditing/list_alarm_codes'
import { findScopedInvoice } from '#app/invoices/find_scoped_invoice'
import { invoiceFilters } from '#app/invoices/http/invoice_filters'
import { noteExported } from '#app/invoices/intake/note_file_use'
import { registerUpload } from '#app/invoices/intake/register_upload'
import Invoice from '#app/invoices/models/invoice'
import { shownShares } from '#app/invoices/ports'
import { countInvoiceTabs, INVOICE_SOURCES, invoicesList } from '#app/invoices/queries/list_invoices'
import { listPeople } from '#app/invoices/queries/list_people'
import { findContractChips } from '#app/invoices/queries/page/find_contract_chips'
import { invoicePage } from '#app/invoices/queries/page/invoice_page'
import { listTaxOptions } from '#app/invoices/queries/tax_codes'
import { unpackUpload } from '#app/invoices/uploads/unpack_upload'
import { uploadValidator } from '#app/invoices/validators/invoice_validator'
import { invoiceWorkflow, PAYMENT_STATES } from '#app/invoices/workflows/invoice_workflow'
import { isDomainError } from '#app/kernel/domain_error'
import { exportDeclared } from '#app/kernel/http/export_list'
import { asksForWorth, listRequest, searchText } from '#app/kernel/http/list_request'
import { listOf } from '#app/kernel/lists/listing'
import { optionsOf } from '#app/kernel/text/labels'
import { listCategories } from '#app/sites/queries/list_categories'

export default class InvoicesController {
  async index(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const filters = invoiceFilters(ctx)
    const scope = { where: [], bindings: {} }
    limitToScope(ctx, 'i.site_id', scope)
    const list = invoicesList(user.role, asksForWorth(ctx))
    const request = listRequest(ctx, list.definition)
    const { filter } = filters
    if (await exportDeclared(ctx, list, { request, filter })) return noteChosen(ctx)
    const [page, counters, alarmCodes, categories] = await Promise.all([
      listOf(list, request, filter),
      countInvoiceTabs(scope),
      listAlarmCodes(),
      listCategories(),
    ])
    return ctx.inertia.render('invoices/invoices/index', {
      invoices: { ...page, counters },
      statuses: options(invoiceWorkflow.states),
      paymentStates: options(PAYMENT_STATES),
      alarmCodes,
      sources: optionsOf(INVOICE_SOURCES),
      categories: categories.map(({ id, name }) => ({ value: String(id), label: name })),
      canUpload: true,
    })
  }

  /** Takes several files; each stands for itself, what failed says why and the others go on. */
  async store(ctx: HttpContext) {
    const { files, site_id: siteId, urgent } = await ctx.request.validateUsing(uploadValidator)
    if (siteId) await assertCompany(ctx, siteId)
    const taken: string[] = []
    const refused: string[] = []
    // One known or damaged file keeps none of those that came with it from being taken.
    const register = async (upload: Parameters<typeof registerUpload>[0]) => {
      try {
        taken.push((await registerUpload(upload, actorOf(ctx))).reference)
      } catch (error) {
        if (!isDomainError(error)) throw error
        refused.push(error.message)
      }
    }
    for (const file of files) {
      try {
        const sent = { name: file.clientName, bytes: await readFile(file.tmpPath ?? '') }
        const upload = {
          siteId: siteId ?? null,
          priority: urgent ? ('urgent' as const) : ('normal' as const),
          source: 'upload' as const,
        }
        for await (const one of unpackUpload(sent)) await register({ ...upload, ...one })
      } catch (error) {
        if (!isDomainError(error)) throw error
        refused.push(error.message)
      }
    }
    if (ctx.request.ajax() && !ctx.request.header('x-inertia'))
      return refused.length > 0
        ? ctx.response.status(422).send({ errors: { files: refused.join(' ') } })
        : ctx.response.send({ data: { reference: taken.join(', ') } })
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

  /** People to choose from in the filters. */
  async people(ctx: HttpContext) {
    return ctx.response.send({ data: await listPeople(searchText(ctx)) })
  }

  async show(ctx: HttpContext) {
    const { user, siteIds } = requireSignedIn(ctx)
    const invoice = await findScopedInvoice(ctx)
    return ctx.inertia.render('invoices/invoices/show', {
      ...(await invoicePage(invoice, user, siteIds)),
      taxOptions: await listTaxOptions(invoice),
      categories: await listCategories(),
      contracts: await contractsFor(invoice.id, user.role),
      shares: await sharesFor(invoice, { role: user.role, siteIds }),
    })
  }
}

/** Contracts are for s1st3ma and aprobador; senior accounting reads what they say of an invoice (area 07 §5). */
async function contractsFor(invoiceId: number, role: Role) {
  if (![S, A, SC].includes(role)) return null
  return { canOpen: role === S || role === A, ...(await findContractChips(invoiceId)) }
}

/** How it is shared out with other companies, as the area that knows tells it. */
async function sharesFor(invoice: Invoice, viewer: { role: Role; siteIds: number[] | 'all' }) {
  const [show] = shownShares.all()
  return show ? show({ id: invoice.id, siteId: invoice.siteId }, viewer) : null
}

/** A whole list is on record as an export of its own; what was picked out by hand is noted at each invoice. */
async function noteChosen(ctx: HttpContext): Promise<void> {
  if (ctx.takeExport) return
  const { ids } = ctx.request.qs() as { ids?: unknown }
  const chosen = (Array.isArray(ids) ? ids : [])
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  const visible: number[] = []
  for (const invoice of await Invoice.query().whereIn('id', chosen.slice(0, 100))) {
    if (isInScope(ctx, invoice.siteId)) visible.push(invoice.id)
  }
  await noteExported(visible, actorOf(ctx))
}

const options = (table: Record<string, { label: string }>) =>
  Object.entries(table).map(([value, { label }]) => ({ value, label }))
