import { reportPdf } from '#app/kernel/documents/pdf_report'
import { formatDay } from '#app/kernel/time/calendar_date'
import type { ReportPeriod } from '#app/kernel/time/report_period'
import { reportTables } from '#app/reports/site_report/report_tables'
import type { SiteReport } from '#app/reports/site_report/site_report'
import { readSiteLogo } from '#app/sites/queries/site_logo'

type PrintedSite = { id: number; name: string; taxId: string }

/** The report of a company on A4 under its mark; `printed` is the foot: who and when. */
export async function siteReportPdf(
  site: PrintedSite,
  { from, to }: ReportPeriod,
  { report, printed }: { report: SiteReport; printed: string }
): Promise<Buffer> {
  return reportPdf(reportTables(report), {
    title: `Informe de ${site.name}`,
    subtitle: `NIF ${site.taxId} · Del ${formatDay(from)} al ${formatDay(to)}`,
    printed,
    logo: await readSiteLogo(site.id),
  })
}
