import { findMissingInvoices, type MissingInvoice } from '#app/contracts/queries/find_missing_invoices'
import { DEAD } from '#app/invoices/audit/questions/find_exact_copies'
import { defineProviderRule } from '#app/invoices/audit/rule'
import { dayText, value } from '#app/invoices/audit/wording'
import { type Client, rows } from '#app/kernel/database/sql'
import type { Currency } from '#app/kernel/money/currency'
import { formatAmount } from '#app/kernel/money/money'
import {
  addDays,
  type CalendarDate,
  calendarDate,
  compareDays,
  endOfMonth,
  startOfMonth,
} from '#app/kernel/time/calendar_date'

type Regular = {
  providerId: number
  siteId: number
  provider: string
  site: string
  months: number
  lastMonth: CalendarDate
  usualDay: number
}

export const missingRecurrent = defineProviderRule({
  code: 'R10',
  name: 'Recurrente ausente',
  family: 'pattern',
  severity: 'info',
  explains:
    'Un proveedor que factura una vez al mes no lo ha hecho, o un contrato esperaba una factura que no ha llegado, pasados unos días de su fecha.',
  params: {
    months: { kind: 'number', label: 'Meses seguidos', unit: 'count', min: 3, max: 24, default: 6 },
    days: { kind: 'number', label: 'Días de espera', unit: 'days', min: 1, max: 45, default: 10 },
  },
  async find(params, { day }, client) {
    const agreed = await missingByContract(day, params.days, client)
    const regular = await rows<Regular>(REGULAR, { day, months: params.months }, client)
    const usual = regular.flatMap((one) => {
      const month = nextMonth(one.lastMonth)
      // What a contract misses is said once, with the contract.
      if (
        agreed.some(
          ({ providerId, siteIds }) => providerId === one.providerId && siteIds.includes(one.siteId)
        )
      )
        return []
      const usualDay = usualDayOf(month, one.usualDay)
      if (compareDays(day, addDays(usualDay, params.days)) <= 0) return []
      return {
        providerId: one.providerId,
        siteId: one.siteId,
        message: `Falta la factura de ${one.provider} a ${one.site} que suele emitirse hacia el ${dayText(usualDay)}.`,
        key: String(month),
        evidence: {
          values: [
            value('Meses seguidos', String(one.months)),
            value('Último mes facturado', String(one.lastMonth).slice(0, 7)),
            value('Fecha habitual', dayText(usualDay)),
          ],
          threshold: `${params.days} días después`,
        },
      }
    })
    return [...agreed.map((one) => ofContract(one, params.days)), ...usual]
  },
})

type Agreed = MissingInvoice & { provider: string }

/** The latest period of each contract in force that was expected by now and did not come. */
async function missingByContract(day: CalendarDate, lateDays: number, client?: Client): Promise<Agreed[]> {
  const missing = await findMissingInvoices({ day, lateDays, periods: 3 }, client)
  const names = await rows<{ id: number; name: string }>(
    `select id, legal_name as name from providers where id = any(:ids::bigint[])`,
    { ids: missing.map(({ providerId }) => providerId) },
    client
  )
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const latest = new Map(missing.toReversed().map((one) => [one.contractId, one]))
  return [...latest.values()].map((one) => ({ ...one, provider: nameOf.get(one.providerId) ?? '' }))
}

function ofContract(one: Agreed, days: number) {
  const [only, ...others] = one.siteIds
  const period = `${dayText(one.periodFrom)} a ${dayText(one.periodTo)}`
  return {
    providerId: one.providerId,
    siteId: others.length === 0 ? (only ?? null) : null,
    message: `Falta la factura de ${one.provider} del contrato ${one.reference} (${period}), que se esperaba el ${dayText(one.expectedOn)}.`,
    key: `${one.reference}:${one.periodFrom}`,
    evidence: {
      values: [
        value('Contrato', `${one.reference} ${one.title}`),
        value('Período', period),
        ...(one.expectedAmountMinor === null
          ? []
          : [value('Base esperada', formatAmount(one.expectedAmountMinor, one.currency as Currency))]),
      ],
      threshold: `${days} días después`,
    },
  }
}

const nextMonth = (month: CalendarDate): CalendarDate => startOfMonth(addDays(endOfMonth(month), 1))

/** The usual day in a month, or its last where it is shorter. */
function usualDayOf(month: CalendarDate, usualDay: number): CalendarDate {
  const last = endOfMonth(month)
  const day = Math.min(usualDay, Number(last.slice(8)))
  return calendarDate(`${month.slice(0, 8)}${String(day).padStart(2, '0')}`)
}

/** One invoice in each of the last months up to the one before this or the month before that; ended after three without. */
const REGULAR = `
  with monthly as (
    select i.provider_id, i.site_id, date_trunc('month', i.issued_on)::date as month, count(*) as n, min(extract(day from i.issued_on))::int as day
      from invoices i where i.issued_on > :day::date - interval '26 months' and i.issued_on <= :day::date and i.status not in ${DEAD}
       and i.doc_type <> 'credit_note' and i.provider_id is not null and i.site_id is not null group by 1, 2, 3),
  runs as (
    select provider_id, site_id, month, n, day,
        month - make_interval(months => (row_number() over (partition by provider_id, site_id order by month))::int) as run,
        max(month) over (partition by provider_id, site_id) as last_month from monthly),
  told as (
    select provider_id, site_id, last_month, n, day, run, first_value(run) over (partition by provider_id, site_id order by month desc) as newest from runs),
  last_run as (
    select provider_id, site_id, last_month, count(*)::int as months, max(n) as most, percentile_disc(0.5) within group (order by day)::int as usual_day
      from told where run = newest group by 1, 2, 3)
  select r.provider_id, r.site_id, p.legal_name as provider, s.code as site, r.months, r.last_month, r.usual_day
    from last_run r join providers p on p.id = r.provider_id and p.active and p.status = 'active' join sites s on s.id = r.site_id and s.status <> 'archived'
   where r.months >= :months::int and r.most = 1
     and r.last_month between (date_trunc('month', :day::date) - interval '3 months')::date and (date_trunc('month', :day::date) - interval '1 month')::date`
