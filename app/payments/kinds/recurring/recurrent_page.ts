import { listEvents } from '#app/audit/list_events'
import { oneRow, rows } from '#app/kernel/database/sql'
import { Money } from '#app/kernel/money/money'
import { optionsOf } from '#app/kernel/text/labels'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import {
  AMOUNT_MODES,
  RECURRENT_KINDS,
  type RecurrentStatus,
  recurrentWorkflow,
} from '#app/payments/kinds/recurring/recurrent_workflow'
import { dueDays, FREQUENCIES, type Frequency, payDay } from '#app/payments/kinds/recurring/schedule'
import { orderBadge } from '#app/payments/orders/page/order_badges'
import type { PaymentOrderStatus, SentSubStatus } from '#app/payments/orders/payment_order_workflow'

const PREVIEW = 6

type Found = {
  id: number
  siteId: number
  site: string
  providerId: number
  provider: string
  concept: string
  kind: keyof typeof RECURRENT_KINDS
  amountMode: keyof typeof AMOUNT_MODES
  amountMinor: number | null
  maxMinor: number | null
  currency: string
  frequency: Frequency
  day: number
  startOn: CalendarDate
  endOn: CalendarDate | null
  occurrences: number | null
  debtorAccountId: number | null
  holidayRule: 'next' | 'previous'
  leadDays: number
  booking: string
  expenseAccountId: number | null
  expenseAccount: string | null
  revisionMonth: number | null
  revisionPercent: string | null
  revisedYear: number | null
  status: RecurrentStatus
  nextOn: CalendarDate | null
  lockVersion: number
}

/** Everything the page of one recurring payment shows. */
export async function recurrentPage(id: number, role: string) {
  const found = await oneRow<Found>(
    `select r.*, s.legal_name::text as site, p.legal_name as provider, a.code || ' ' || a.name as expense_account
       from recurrent_payments r join sites s on s.id = r.site_id join providers p on p.id = r.provider_id left join ledger_accounts a on a.id = r.expense_account_id where r.id = :id`,
    { id }
  )
  const next = found.nextOn === null ? [] : dueDays(found, found.nextOn, PREVIEW)
  return {
    recurrent: {
      id: found.id,
      siteId: found.siteId,
      site: found.site,
      provider: { value: String(found.providerId), label: found.provider },
      concept: found.concept,
      kind: found.kind,
      amountMode: found.amountMode,
      amountMinor: found.amountMinor,
      maxMinor: found.maxMinor,
      currency: found.currency,
      frequency: found.frequency,
      day: found.day,
      startOn: found.startOn,
      endOn: found.endOn,
      occurrences: found.occurrences,
      debtorAccountId: found.debtorAccountId,
      holidayRule: found.holidayRule,
      leadDays: found.leadDays,
      booking: found.booking,
      expenseAccount: found.expenseAccountId
        ? { value: String(found.expenseAccountId), label: found.expenseAccount ?? '' }
        : null,
      revisionMonth: found.revisionMonth,
      revisionPercent: found.revisionPercent,
      lockVersion: found.lockVersion,
      status: { label: recurrentWorkflow.label(found.status), tone: recurrentWorkflow.tone(found.status) },
      actions: recurrentWorkflow.available(found.status, role) as string[],
    },
    next: next.map((dueOn) => ({ dueOn, payOn: payDay(dueOn, found.holidayRule) })),
    revision: revisionOf(found),
    occurrences: await occurrencesOf(found),
    choices: recurrentChoices(),
    events: await listEvents('recurrent_payment', id),
  }
}

/** What the selects of the forms offer. */
export function recurrentChoices() {
  return {
    kinds: optionsOf(RECURRENT_KINDS),
    modes: optionsOf(AMOUNT_MODES),
    frequencies: optionsOf(FREQUENCIES),
  }
}

/** The revised amount that waits to be confirmed; null when there is none this year. */
function revisionOf({ revisionMonth, revisionPercent, revisedYear, amountMinor, currency, status }: Found) {
  const [year, month] = [Number(today().slice(0, 4)), Number(today().slice(5, 7))]
  if (revisionMonth === null || revisionPercent === null || amountMinor === null || status === 'ended')
    return null
  if (month < revisionMonth || (revisedYear ?? 0) >= year) return null
  const factor = 10_000 + Math.round(Number(revisionPercent) * 100)
  const proposed = Money.of(amountMinor).timesRational(factor, 10_000, 'half_away_from_zero').minor
  return { percent: revisionPercent, proposed: { minor: proposed, currency } }
}

type Occurrence = {
  id: number
  dueOn: string
  payOn: string
  status: 'planned' | 'ordered' | 'skipped'
  amountMinor: number | null
  skipReason: string | null
  problem: string | null
  orderId: number | null
  orderNumber: string | null
  orderStatus: PaymentOrderStatus | null
  orderChannel: string | null
  orderHold: string | null
  isDownloaded: boolean
  orderSubStatus: SentSubStatus | null
}

const STATES = {
  planned: { label: 'Previsto', tone: 'grey' },
  ordered: { label: 'Con pago', tone: 'blue' },
  skipped: { label: 'Omitido', tone: 'amber' },
} as const

async function occurrencesOf({ id, currency, amountMode }: Found) {
  const found = await rows<Occurrence>(
    `select c.id, c.due_on, c.pay_on, c.status, c.amount_minor, c.skip_reason, c.problem, o.id as order_id, o.number as order_number, o.status as order_status, o.sub_status as order_sub_status, o.channel as order_channel, o.hold_reason as order_hold,
        coalesce((select b.downloads > 0 from payment_batches b where b.id = o.batch_id), false) as is_downloaded
       from recurrent_occurrences c
       left join lateral (select * from payment_orders x where x.source_type = 'recurrent_occurrence' and x.source_id = c.id order by x.id desc limit 1) o on true
      where c.recurrent_payment_id = :id order by c.due_on desc limit 120`,
    { id }
  )
  return found.map((occurrence) => ({
    id: occurrence.id,
    dueOn: occurrence.dueOn,
    payOn: occurrence.payOn,
    amount: occurrence.amountMinor === null ? null : { minor: occurrence.amountMinor, currency },
    status:
      occurrence.orderStatus && occurrence.status === 'ordered'
        ? orderBadge({
            status: occurrence.orderStatus,
            subStatus: occurrence.orderSubStatus,
            channel: occurrence.orderChannel ?? '',
            holdReason: occurrence.orderHold,
            isDownloaded: occurrence.isDownloaded,
          })
        : STATES[occurrence.status],
    detail: occurrence.skipReason ?? occurrence.problem,
    order:
      occurrence.orderId && occurrence.orderNumber
        ? { id: occurrence.orderId, number: occurrence.orderNumber }
        : null,
    canSkip: occurrence.status === 'planned',
    needsAmount: occurrence.status === 'planned' && amountMode === 'variable',
  }))
}

/** At most twenty accounts of expense of a company whose code or name has what was typed. */
export async function findExpenseAccounts(siteId: number, text: string) {
  const found = await rows<{ id: number; code: string; name: string }>(
    `select id, code, name from ledger_accounts where site_id = :siteId and code like '6%' and is_postable and (code like :start or f_unaccent(lower(name)) like f_unaccent(lower(:part)))
      order by code limit 20`,
    { siteId, start: `${text}%`, part: `%${text}%` }
  )
  return found.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }))
}
