import { type CalendarDate, endOfMonth, formatDay, startOfMonth } from '#app/kernel/calendar_date'
import { formatAmount } from '#app/kernel/money'
import { inTransaction, oneRow, rows } from '#app/kernel/sql'
import { queueMail } from '#app/mail/queue_mail'
import type { ReportPeriod } from '#app/reports/site_report/report_period'
import { type SiteReport, siteReport } from '#app/reports/site_report/site_report'
import env from '#start/env'

type Reader = { id: number; email: string; name: string; siteIds: number[] }
type Sheet = { code: string; text: string }

/**
 * Mails every approver and s1st3ma the figures of last month of their active companies, one mail a person, with the
 * address of each report. Once a month and person: a run that broke off goes on where it stopped. Gives how many.
 */
export async function mailSiteReports(month: CalendarDate): Promise<number> {
  const period = { from: startOfMonth(month), to: endOfMonth(month) }
  const sheets = await readSheets(period)
  let mailed = 0
  for (const reader of await listReaders()) {
    const own = reader.siteIds.flatMap((id) => sheets.get(id) ?? [])
    if (own.length > 0 && (await mailOnce(reader, own, period))) mailed++
  }
  return mailed
}

async function readSheets(period: ReportPeriod): Promise<Map<number, Sheet>> {
  const sites = await rows<{ id: number; code: string; name: string }>(
    `select id, code, legal_name::text as name from sites where status = 'active' order by code`
  )
  const sheets = new Map<number, Sheet>()
  for (const { id, code, name } of sites)
    sheets.set(id, { code, text: sheetText({ id, name }, period, await siteReport(id, period, 'fresh')) })
  return sheets
}

function sheetText(
  site: { id: number; name: string },
  { from, to }: ReportPeriod,
  report: SiteReport
): string {
  const { invoices, payment_period: payments, balances, waiting } = report
  const euros = balances.filter(({ kind, balance }) => kind === 'account' && balance.currency === 'EUR')
  const balanceMinor = euros.reduce((sum, { balance }) => sum + balance.minor, 0)
  return [
    site.name,
    `  Saldo a hoy: ${formatAmount(balanceMinor, 'EUR')}`,
    `  Facturas: ${invoices.count}, ${formatAmount(invoices.amount.minor, 'EUR')}`,
    `  Período medio de pago: ${payments.pmp === null ? '–' : `${payments.pmp.replace('.', ',')} días`}`,
    ...waiting.map(({ label, count }) => `  ${label}: ${count}`),
    `  ${env.get('APP_URL')}/sites/${site.id}/report?from=${from}&to=${to}`,
  ].join('\n')
}

/** Who reads company reports (area 02 §4), with the companies each may see. */
const listReaders = () =>
  rows<Reader>(
    `select u.id, u.email::text, u.name, (select coalesce(array_agg(s.id::int order by s.code), '{}') from sites s where s.status = 'active'
        and (u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites us where us.user_id = u.id and us.site_id = s.id))) as site_ids
       from users u where u.status = 'active' and u.role in ('s1st3ma', 'aprobador') order by u.id`
  )

async function mailOnce(reader: Reader, sheets: Sheet[], { from, to }: ReportPeriod): Promise<boolean> {
  return inTransaction(async (trx) => {
    const about = { objectType: `site_reports:${from.slice(0, 7)}`, objectId: reader.id }
    await oneRow(`select pg_advisory_xact_lock(hashtext(:objectType), :objectId::int) as locked`, about, trx)
    const sent = await rows(
      `select 1 as found from outgoing_mails where object_type = :objectType and object_id = :objectId`,
      about,
      trx
    )
    if (sent.length > 0) return false
    await queueMail(
      {
        ...about,
        to: reader.email,
        subject: `Informe mensual de empresas: ${formatDay(from)} – ${formatDay(to)}`,
        body: `Hola, ${reader.name}:\n\n${sheets.map(({ text }) => text).join('\n\n')}\n`,
      },
      trx
    )
    return true
  })
}
