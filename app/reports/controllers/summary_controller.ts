import type { HttpContext } from '@adonisjs/core/http'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { attachmentHeader } from '#app/kernel/http/attachment'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { optionsOf } from '#app/kernel/text/labels'
import { formatInstant, today } from '#app/kernel/time/calendar_date'
import { linesKey, narrowToDays, openFilter } from '#app/reports/drill_filters'
import { MEASURES, type Measure } from '#app/reports/measures'
import { listOpenInvoices, openInvoicesList } from '#app/reports/queries/open_invoices'
import { checkSummary } from '#app/reports/queries/summary_check'
import { linesFilter, linesList, listSummaryLines } from '#app/reports/queries/summary_lines'
import { summaryTable } from '#app/reports/queries/summary_page'
import { summaryPdf } from '#app/reports/summary_print'
import {
  COMPARISONS,
  comparedMonths,
  monthsBack,
  SUMMARY_MODES,
  type SummaryRequest,
  summaryRequest,
} from '#app/reports/summary_request'
import { summaryWorkbook } from '#app/reports/summary_workbook'

const EVERY_ROW = 100_000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Resumen: the matrix of the group for a period, and the documents behind each of its figures. */
export default class SummaryController {
  async index(ctx: HttpContext) {
    const request = await summaryRequest(ctx)
    const format = (ctx.request.qs() as Record<string, unknown>).export
    if (format === 'xlsx' || format === 'pdf') return this.send(ctx, request, format)
    return ctx.inertia.render('reports/summary/index', {
      ...shownRequest(request),
      table: await summaryTable(request),
      check: ctx.inertia.defer(() => checkSummary(request), { rescue: true }),
      modes: optionsOf(SUMMARY_MODES),
      comparisons: optionsOf(COMPARISONS),
    })
  }

  private async send(ctx: HttpContext, request: SummaryRequest, format: 'xlsx' | 'pdf') {
    const table = await summaryTable({ ...request, skip: 0 }, EVERY_ROW)
    const printed = `${requireSignedIn(ctx).user.name} · ${formatInstant(new Date())}`
    ctx.response.header('content-disposition', attachmentHeader(`resumen-${today()}.${format}`))
    ctx.response.header('content-type', format === 'pdf' ? 'application/pdf' : XLSX)
    ctx.response.header('cache-control', 'private, no-store')
    return ctx.response.send(
      format === 'pdf' ? await summaryPdf(table, request, printed) : await summaryWorkbook(table, request)
    )
  }

  /** The lines of the journal behind a figure. */
  async lines(ctx: HttpContext) {
    const asked = String((ctx.request.qs() as Record<string, unknown>).measure)
    const measure: Measure = Object.hasOwn(MEASURES, asked) ? (asked as Measure) : 'closing'
    const request = await summaryRequest(ctx)
    const list = linesList(measure)
    const asking = listRequest(ctx, list.definition)
    const cell = { measure, summary: request, key: linesKey(ctx) }
    const filter = linesFilter(measure, request, cell.key)
    const isOfDays = narrowToDays(ctx, filter)
    if (await exportDeclared(ctx, list, { request: asking, filter })) return
    return ctx.inertia.render('reports/summary_lines/index', {
      ...shownRequest(request),
      label: MEASURES[measure].label,
      lines: await listSummaryLines(cell, asking, filter, isOfDays),
    })
  }

  /** The invoices behind what is left to pay. */
  async due(ctx: HttpContext) {
    const request = listRequest(ctx, openInvoicesList.definition)
    const filter = openFilter(ctx)
    if (await exportDeclared(ctx, openInvoicesList, { request, filter })) return
    return ctx.inertia.render('reports/open_invoices/index', {
      invoices: await listOpenInvoices(request, filter),
    })
  }
}

function shownRequest(request: SummaryRequest) {
  const { siteIds, from, to, mode, compare, eliminates } = request
  const before = comparedMonths(request)
  return {
    from: from.slice(0, 7),
    to: to.slice(0, 7),
    before: before && {
      from: before.from.slice(0, 7),
      to: before.to.slice(0, 7),
      months: monthsBack(request),
    },
    mode,
    compare,
    eliminates,
    siteIds: siteIds === 'all' ? [] : siteIds,
  }
}
