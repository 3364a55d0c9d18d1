import { deniedAccounts } from '#app/accounts/queries/account_scope'
import { storeFile } from '#app/files/store_file'
import { inTransaction, rows } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { byCurrency } from '#app/kernel/money/sums'
import {
  type CalendarDate,
  endOfMonth,
  formatDay,
  formatInstant,
  startOfMonth,
} from '#app/kernel/time/calendar_date'
import type { ReportPeriod } from '#app/kernel/time/report_period'
import { isMailed } from '#app/mail/mailed_once'
import { queueMail } from '#app/mail/queue_mail'
import { type SiteReport, siteReport } from '#app/reports/site_report/site_report'
import { siteReportPdf } from '#app/reports/site_report/site_report_pdf'
import env from '#start/env'

type Reader = { id: number; email: string; name: string; siteIds: number[] }
/** What a mail says of a company, and its report as a stored file once somebody gets it. */
type Sheet = { text: string; print: () => Promise<number> }

/**
 * Mails every approver and s1st3ma the figures of last month of their active companies, one mail a person, with the
 * report of each as a PDF and its address. Once a month and person: a run that broke off goes on where it stopped. Gives
 * how many.
 */
export async function mailSiteReports(month: CalendarDate): Promise<number> {
  const period = { from: startOfMonth(month), to: endOfMonth(month) }
  const sites = await rows<Printed>(
    `select id, code, legal_name::text as name, tax_id::text from sites where status = 'active' order by code`
  )
  const wholeSheets = new Map<number, Sheet>()
  let mailed = 0
  for (const reader of await listReaders(period)) {
    const hidden = await deniedAccounts(reader.id, 'view')
    // What everybody sees of a company is read and printed once for all of them.
    const known = hidden.length === 0 ? wholeSheets : new Map<number, Sheet>()
    const own: Sheet[] = []
    for (const site of sites.filter(({ id }) => reader.siteIds.includes(id))) {
      const sheet = known.get(site.id) ?? (await readSheet(site, period, hidden))
      known.set(site.id, sheet)
      own.push(sheet)
    }
    if (own.length > 0 && (await mailOnce(reader, own, period))) mailed++
  }
  return mailed
}

async function readSheet(site: Printed, period: ReportPeriod, hidden: readonly number[]): Promise<Sheet> {
  const report = await siteReport(site.id, period, 'fresh', hidden)
  let stored: Promise<number> | null = null
  const print = () => {
    stored ??= storeReport(site, period, report)
    return stored
  }
  return { text: sheetText(site, period, report), print }
}

type Printed = { id: number; code: string; name: string; taxId: string }

/** The report printed and stored; gives the key of the file. */
async function storeReport(site: Printed, period: ReportPeriod, report: SiteReport): Promise<number> {
  const printed = `Informe mensual · ${formatInstant(new Date())}`
  const bytes = await siteReportPdf(site, period, { report, printed })
  const name = `informe-${site.code}-${period.from.slice(0, 7)}.pdf`
  return (await storeFile({ bytes, name, createdBy: null })).id
}

function sheetText(
  site: Pick<Printed, 'id' | 'name'>,
  { from, to }: ReportPeriod,
  report: SiteReport
): string {
  const { invoices, paymentPeriod: payments, balances, waiting } = report
  const held = balances.flatMap(({ kind, balance }) => (kind === 'account' ? balance : []))
  const sums = held.length > 0 ? byCurrency(held) : [{ minor: 0, currency: report.currency }]
  return [
    site.name,
    `  Saldo a hoy: ${sums.map(({ minor, currency }) => formatAmount(minor, currency)).join(' · ')}`,
    `  Facturas: ${invoices.count}, ${formatAmount(invoices.amount.minor, invoices.amount.currency)}`,
    `  Período medio de pago: ${payments.pmp === null ? '–' : `${payments.pmp.replace('.', ',')} días`}`,
    ...waiting.map(({ label, count }) => `  ${label}: ${count}`),
    `  ${env.get('APP_URL')}/sites/${site.id}/report?from=${from}&to=${to}`,
  ].join('\n')
}

/** Who reads company reports (area 02 §4) and has not got that month's, with the companies each may see. */
const listReaders = ({ from }: ReportPeriod) =>
  rows<Reader>(
    `select u.id, u.email::text, u.name, (select coalesce(array_agg(s.id::int order by s.code), '{}') from sites s where s.status = 'active'
        and (u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites us where us.user_id = u.id and us.site_id = s.id))) as site_ids
       from users u where u.status = 'active' and u.role in ('s1st3ma', 'aprobador')
        and not exists (select 1 from outgoing_mails m where m.object_type = :about and m.object_id = u.id) order by u.id`,
    { about: aboutOf(from) }
  )

/** What the mails of a month are about, by which they are known. */
const aboutOf = (from: CalendarDate) => `site_reports:${from.slice(0, 7)}`

async function mailOnce(reader: Reader, sheets: Sheet[], { from, to }: ReportPeriod): Promise<boolean> {
  return inTransaction(async (trx) => {
    const about = { objectType: aboutOf(from), objectId: reader.id }
    if (await isMailed(about, trx)) return false
    const fileIds: number[] = []
    for (const { print } of sheets) fileIds.push(await print())
    await queueMail(
      {
        ...about,
        fileIds,
        to: reader.email,
        subject: `Informe mensual de empresas: ${formatDay(from)} – ${formatDay(to)}`,
        body: `Hola, ${reader.name}:\n\n${sheets.map(({ text }) => text).join('\n\n')}\n`,
      },
      trx
    )
    return true
  })
}
