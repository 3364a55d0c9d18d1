import type { HttpContext } from '@adonisjs/core/http'
import { deniedAccounts } from '#app/accounts/queries/account_scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { reportXlsx } from '#app/kernel/documents/report_xlsx'
import { attachmentHeader } from '#app/kernel/http/attachment'
import { formatInstant, today } from '#app/kernel/time/calendar_date'
import { type ReportPeriod, reportPeriod } from '#app/kernel/time/report_period'
import { reportTables } from '#app/reports/site_report/report_tables'
import { type SiteReport, siteReport } from '#app/reports/site_report/site_report'
import { siteReportPdf } from '#app/reports/site_report/site_report_pdf'
import type Site from '#app/sites/models/site'
import { logoOf } from '#app/sites/queries/site_page'
import { scopedSite } from '#app/sites/scoped'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The report of one company over a period: page, PDF and XLSX on one address. */
export default class SiteReportsController {
  async show(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    const query = ctx.request.qs() as Record<string, unknown>
    const period = reportPeriod(query.from, query.to)
    const hidden = await deniedAccounts(requireSignedIn(ctx).user.id, 'view')
    const report = await siteReport(site.id, period, query.fresh ? 'fresh' : 'kept', hidden)
    if (query.export === 'xlsx' || query.export === 'pdf')
      return this.send(ctx, { site, period, report }, query.export)
    return ctx.inertia.render('reports/sites/show', {
      site: {
        id: site.id,
        code: site.code,
        name: site.legalName,
        taxId: site.taxId,
        logo: logoOf(site),
      },
      period,
      report,
    })
  }

  private async send(
    ctx: HttpContext,
    { site, period, report }: { site: Site; period: ReportPeriod; report: SiteReport },
    format: 'xlsx' | 'pdf'
  ) {
    const { response } = ctx
    const printed = `${requireSignedIn(ctx).user.name} · ${formatInstant(new Date())}`
    const named = { id: site.id, name: site.legalName, taxId: site.taxId }
    response.header(
      'content-disposition',
      attachmentHeader(`informe-${site.code}-${period.from}-${period.to}-${today()}.${format}`)
    )
    response.header('cache-control', 'private, no-store')
    response.header('content-type', format === 'pdf' ? 'application/pdf' : XLSX)
    return response.send(
      format === 'xlsx'
        ? await reportXlsx(reportTables(report))
        : await siteReportPdf(named, period, { report, printed })
    )
  }
}
