import { rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import { dueDaysUntil, payDay, type Schedule } from '#app/payments/kinds/recurring/schedule'

/** A day on which a recurring payment is still to leave. Minor units of its currency. */
export type PlannedRecurrent = {
  recurrentId: number
  concept: string
  payee: string
  site: string
  payOn: CalendarDate
  minor: number
  currency: string
}

type Agreement = Schedule & {
  recurrentId: number
  concept: string
  payee: string
  site: string
  currency: string
  amountMinor: number
  nextOn: CalendarDate
  holidayRule: 'next' | 'previous'
}

/** What falls due so many days later may be paid before, when the banks are closed: more than they ever are in a row. */
const CLOSED_DAYS_MAX = 10

/**
 * What the active recurring payments of some companies are still to pay until a day: what is left of the occurrences there are,
 * and the days to come by their agreement. Those that wait for an invoice are not told: the invoice is. Nor those whose
 * amount nobody knows yet.
 */
export async function plannedRecurrents(
  siteIds: number[] | 'all',
  until: CalendarDate
): Promise<PlannedRecurrent[]> {
  const scope = { all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds, until }
  const [open, agreements] = await Promise.all([
    rows<PlannedRecurrent>(
      `select r.id as recurrent_id, r.concept, p.legal_name as payee, s.code as site, o.pay_on, (o.amount_minor - o.settled_minor)::bigint as minor, r.currency
         from recurrent_occurrences o join recurrent_payments r on r.id = o.recurrent_payment_id join providers p on p.id = r.provider_id join sites s on s.id = r.site_id
        where o.status in ('planned', 'ordered') and o.amount_minor > o.settled_minor and r.amount_mode <> 'from_invoice' and o.pay_on <= :until
          and (:all or r.site_id = any(:ids::bigint[]))`,
      scope
    ),
    rows<Agreement>(
      `select r.id as recurrent_id, r.concept, p.legal_name as payee, s.code as site, r.currency, r.amount_minor, r.frequency, r.day, r.start_on, r.end_on, r.occurrences,
          r.next_on, r.holiday_rule
         from recurrent_payments r join providers p on p.id = r.provider_id join sites s on s.id = r.site_id
        where r.status = 'active' and r.next_on is not null and r.amount_minor is not null and r.amount_mode <> 'from_invoice' and (:all or r.site_id = any(:ids::bigint[]))`,
      scope
    ),
  ])
  const coming = agreements.flatMap((agreement) => comingOf(agreement, until))
  return [...open, ...coming].toSorted(
    (a, b) => a.payOn.localeCompare(b.payOn) || a.recurrentId - b.recurrentId
  )
}

function comingOf(agreement: Agreement, until: CalendarDate): PlannedRecurrent[] {
  const { recurrentId, concept, payee, site, currency, amountMinor: minor, nextOn, holidayRule } = agreement
  return dueDaysUntil(agreement, nextOn, addDays(until, CLOSED_DAYS_MAX))
    .map((dueOn) => ({
      recurrentId,
      concept,
      payee,
      site,
      currency,
      minor,
      payOn: payDay(dueOn, holidayRule),
    }))
    .filter(({ payOn }) => payOn <= until)
}
