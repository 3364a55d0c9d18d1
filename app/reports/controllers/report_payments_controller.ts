import type { HttpContext } from '@adonisjs/core/http'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { listOf } from '#app/kernel/lists/listing'
import { reportPeriod } from '#app/kernel/time/report_period'
import { reportPaymentsList } from '#app/reports/queries/report_payments'
import { scopedSite } from '#app/sites/scoped'

/** The payments behind the «período medio de pago» of a company. */
export default class ReportPaymentsController {
  async index(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    const query = ctx.request.qs() as Record<string, unknown>
    const period = reportPeriod(query.from, query.to)
    const asked = { siteId: site.id, ...period }
    const list = reportPaymentsList(asked, `pagos-${site.code}`)
    const request = listRequest(ctx, list.definition)
    const filter = { where: ['true'], bindings: { ...asked } }
    if (await exportDeclared(ctx, list, { request, filter })) return
    return ctx.inertia.render('reports/report_payments/index', {
      site: { id: site.id, name: site.legalName },
      period,
      payments: await listOf(list, request, filter),
    })
  }
}
