import type { HttpContext } from '@adonisjs/core/http'
import { exportList } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import {
  type FoundPayment,
  listReportPayments,
  type ReportPayment,
  reportPayment,
  reportPaymentColumns,
  reportPaymentsList,
} from '#app/reports/queries/report_payments'
import { reportPeriod } from '#app/reports/site_report/report_period'
import { scopedSite } from '#app/sites/scoped'

/** The payments behind the «período medio de pago» of a company. */
export default class ReportPaymentsController {
  async index(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    const query = ctx.request.qs() as Record<string, unknown>
    const period = reportPeriod(query.from, query.to)
    const asked = { siteId: site.id, ...period }
    const definition = reportPaymentsList(asked)
    const request = listRequest(ctx, definition)
    const filter = { where: ['true'], bindings: { ...asked } }
    const exported = await exportList<FoundPayment, ReportPayment>(ctx, {
      name: `pagos-${site.code}`,
      definition,
      request,
      filter,
      columns: reportPaymentColumns,
      toRow: reportPayment,
    })
    if (exported) return
    return ctx.inertia.render('reports/report_payments/index', {
      site: { id: site.id, name: site.legalName },
      period,
      payments: await listReportPayments(asked, request, filter),
    })
  }
}
