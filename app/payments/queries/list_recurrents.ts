import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import type { MoneyJson } from '#app/kernel/money'
import type { Tone } from '#app/kernel/workflow'
import { FREQUENCIES, type Frequency } from '#app/payments/recurrents/schedule'
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
