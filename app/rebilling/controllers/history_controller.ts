import type { HttpContext } from '@adonisjs/core/http'
import { isInScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { type ExportColumn, exportDeclared, sendRows } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { printDeclared } from '#app/kernel/http/print_list'
import { type Filter, listOf } from '#app/kernel/lists/listing'
import { formatDay, today, yearOf } from '#app/kernel/time/calendar_date'
import { chargeFilters } from '#app/rebilling/charges/charge_filters'
import { historyList, IN_HISTORY } from '#app/rebilling/charges/list_charges'
import { chargeMatrix, type MatrixRow, matrixRows } from '#app/rebilling/history/charge_matrix'
import { limitCharges } from '#app/rebilling/scoped'

/** Histórico: what was issued, settled, rectified or discarded, and who charged whom in a year. */
export default class HistoryController {
  async index(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const list = historyList(user, (siteId) => isInScope(ctx, siteId))
    const request = listRequest(ctx, list.definition)
    const filters = chargeFilters(ctx)
    filters.add(IN_HISTORY)
    limitCharges(ctx, 't', filters.filter)
    const asked = { request, filter: filters.filter }
    if (await exportDeclared(ctx, list, asked)) return
    const paper = { title: 'Histórico de refacturación', subtitle: `A ${formatDay(today())}`, who: user.name }
    if (await printDeclared(ctx, list, asked, paper)) return
    return ctx.inertia.render('rebilling/history/index', {
      charges: await listOf(list, request, filters.filter),
    })
  }

  /** The matrix of a year. */
  async show(ctx: HttpContext) {
    const { year: wanted, export: format } = ctx.request.qs() as Record<string, unknown>
    const year = /^20\d{2}$/.test(String(wanted)) ? Number(wanted) : yearOf(today())
    const scope: Filter = { where: [], bindings: {} }
    limitCharges(ctx, 't', scope)
    const matrix = await chargeMatrix(year, scope)
    if (format === 'xlsx' || format === 'csv')
      return sendRows(ctx, {
        name: `refacturacion-${year}`,
        format,
        rows: matrixRows(matrix),
        columns: COLUMNS,
      })
    return ctx.inertia.render('rebilling/matrix/index', { matrix })
  }
}

const COLUMNS: ExportColumn<MatrixRow>[] = [
  { header: 'Origen', value: (row) => row.origin, width: 32 },
  { header: 'Destino', value: (row) => row.target, width: 32 },
  { header: 'Refacturaciones', value: (row) => row.count, kind: 'number' },
  { header: 'Base y margen', value: (row) => row.base, kind: 'amount' },
  { header: 'Total', value: (row) => row.total, kind: 'amount' },
]
