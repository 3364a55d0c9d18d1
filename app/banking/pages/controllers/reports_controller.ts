import type { HttpContext } from '@adonisjs/core/http'
import { bankHead } from '#app/banking/pages/bank_page'
import { bankReportTables } from '#app/banking/pages/report_tables'
import { scopedProviderAccount } from '#app/banking/pages/scoped'
import { accountReport } from '#app/banking/queries/account_report'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { reportPdf } from '#app/kernel/documents/pdf_report'
import { reportXlsx } from '#app/kernel/documents/report_xlsx'
import { attachmentHeader } from '#app/kernel/http/attachment'
import { EXPORT_MIME } from '#app/kernel/lists/export_file'
import { formatDay, formatInstant, today } from '#app/kernel/time/calendar_date'
import { reportPeriod } from '#app/kernel/time/report_period'

/** What went in and out of an account at a bank over a period: page, PDF and workbook on one address. */
export default class BankReportsController {
  async show(ctx: HttpContext) {
    const { account, connector } = await scopedProviderAccount(ctx)
    const query = ctx.request.qs() as Record<string, unknown>
    const period = reportPeriod(query.from, query.to)
    const report = await accountReport({ accountId: account.id, currency: account.currency, ...period })
    if (query.export !== 'pdf' && query.export !== 'xlsx')
      return ctx.inertia.render('banking/reports/show', {
        bank: bankHead(ctx),
        account: { id: account.id, name: account.name, site: connector.site, currency: account.currency },
        period,
        report,
      })
    const tables = bankReportTables(report)
    const name = `informe-${connector.provider}-${account.id}-${period.from}-${period.to}-${today()}.${query.export}`
    ctx.response.header('content-disposition', attachmentHeader(name))
    ctx.response.header('cache-control', 'private, no-store')
    ctx.response.header('content-type', query.export === 'pdf' ? 'application/pdf' : EXPORT_MIME.xlsx)
    if (query.export === 'xlsx') return ctx.response.send(await reportXlsx(tables))
    return ctx.response.send(
      await reportPdf(tables, {
        title: `${connector.providerTitle} · ${account.name}`,
        subtitle: `${connector.site} · Del ${formatDay(period.from)} al ${formatDay(period.to)} · ${account.currency}`,
        printed: `${requireSignedIn(ctx).user.name} · ${formatInstant(new Date())}`,
      })
    )
  }
}
