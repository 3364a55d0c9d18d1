import { addDays, addMonths, type CalendarDate, today } from '#app/kernel/calendar_date'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import type { MoneyJson } from '#app/kernel/money'
import { rows } from '#app/kernel/sql'
import type { Tone } from '#app/kernel/workflow'
import {
  dueDays,
  FREQUENCIES,
  type Frequency,
  payDay,
  type Schedule,
} from '#app/payments/recurrents/schedule'
import {
  AMOUNT_MODES,
  type RecurrentStatus,
  recurrentWorkflow,
} from '#app/payments/workflows/recurrent_workflow'

export type RecurrentRow = {
  id: number
  site: string
  payee: string
  concept: string
  amount: MoneyJson | null
  amount_mode: string
  frequency: string
  next_on: string | null
  last_paid_on: string | null
  status: { label: string; tone: Tone }
  problems: number
  actions: string[]
}

export const recurrentsList: ListDefinition = {
  from: 'recurrent_payments r',
  key: 'r.id',
  filterJoins: 'join providers p on p.id = r.provider_id',
  joins: 'join sites s on s.id = r.site_id',
  select: `r.id, s.code as site, p.legal_name as payee, r.concept, r.amount_minor, r.currency, r.amount_mode, r.frequency, r.next_on, r.status,
    (select max(o.paid_at)::date from payment_orders o join recurrent_occurrences c on o.source_type = 'recurrent_occurrence' and c.id = o.source_id
      where c.recurrent_payment_id = r.id and o.status in ('paid', 'reconciled')) as last_paid_on,
    (select count(*)::int from recurrent_occurrences c where c.recurrent_payment_id = r.id and c.status = 'planned' and c.problem is not null) as problems`,
  sorts: {
    next_on: { sql: 'r.next_on', type: 'date' },
    amount: { sql: 'r.amount_minor', type: 'bigint' },
    concept: { sql: 'r.concept', type: 'text' },
  },
  defaultSort: 'next_on',
}

type Found = {
  id: number
  site: string
  payee: string
  concept: string
  amountMinor: number | null
  currency: string
  amountMode: keyof typeof AMOUNT_MODES
  frequency: Frequency
  nextOn: string | null
  lastPaidOn: string | null
  status: RecurrentStatus
  problems: number
}

export async function listRecurrents(
  request: ListRequest,
  filter: Filter,
  role: string
): Promise<ListOf<RecurrentRow>> {
  const page = await listPage<Found>(recurrentsList, request, filter)
  return {
    ...page,
    rows: page.rows.map((found) => ({
      id: found.id,
      site: found.site,
      payee: found.payee,
      concept: found.concept,
      amount: found.amountMinor === null ? null : { minor: found.amountMinor, currency: found.currency },
      amount_mode: AMOUNT_MODES[found.amountMode],
      frequency: FREQUENCIES[found.frequency],
      next_on: found.nextOn,
      last_paid_on: found.lastPaidOn,
      status: {
        label: recurrentWorkflow.label(found.status),
        tone: recurrentWorkflow.tone(found.status),
      },
      problems: found.problems,
      actions: recurrentWorkflow.available(found.status, role),
    })),
  }
}

/** One payment in the calendar of the next months. */
export type CalendarRow = {
  key: string
  id: number
  due_on: string
  pay_on: string
  site: string
  payee: string
  concept: string
  amount: MoneyJson | null
}

const CALENDAR_MONTHS = 3
const DAYS_MAX = 100

/** What falls due within three months, agreement by agreement, as far as it is active. */
export async function recurrentCalendar(scope: Filter): Promise<CalendarRow[]> {
  const where = scope.where.length > 0 ? `and ${scope.where.join(' and ')}` : ''
  const found = await rows<Found & Schedule & { holidayRule: 'next' | 'previous'; nextOn: CalendarDate }>(
    `select r.id, s.code as site, p.legal_name as payee, r.concept, r.amount_minor, r.currency, r.frequency, r.day, r.start_on, r.end_on, r.occurrences, r.holiday_rule, r.next_on
       from recurrent_payments r join sites s on s.id = r.site_id join providers p on p.id = r.provider_id
      where r.status = 'active' and r.next_on is not null ${where}`,
    scope.bindings
  )
  const until = addDays(addMonths(today(), CALENDAR_MONTHS), -1)
  return found
    .flatMap((template) =>
      dueDays(template, template.nextOn, DAYS_MAX)
        .filter((dueOn) => dueOn <= until)
        .map((dueOn) => ({
          key: `${template.id}-${dueOn}`,
          id: template.id,
          due_on: dueOn,
          pay_on: payDay(dueOn, template.holidayRule),
          site: template.site,
          payee: template.payee,
          concept: template.concept,
          amount:
            template.amountMinor === null
              ? null
              : { minor: template.amountMinor, currency: template.currency },
        }))
    )
    .toSorted((a, b) => a.pay_on.localeCompare(b.pay_on) || a.id - b.id)
}
