import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import {
  AMOUNT_MODES,
  type RecurrentStatus,
  recurrentWorkflow,
} from '#app/payments/kinds/recurring/recurrent_workflow'
import { FREQUENCIES, type Frequency } from '#app/payments/kinds/recurring/schedule'

export type RecurrentRow = {
  id: number
  site: string
  payee: string
  concept: string
  amount: MoneyJson | null
  amountMode: string
  frequency: string
  nextOn: string | null
  lastPaidOn: string | null
  status: Badge
  actions: string[]
}

const definition: ListDefinition = {
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

/** Agreements that are paid again and again; `role` decides what each row offers. */
export const recurrentsList = (role: string): List<Found, RecurrentRow> => ({
  name: 'pagos-recurrentes',
  definition,
  toRow: (found) => recurrentRow(found, role),
  columns: [
    { key: 'concept', title: 'Concepto', kind: 'name', second: 'payee', sort: 'concept' },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    { key: 'payee', title: 'Beneficiario', kind: 'text', isOptional: true },
    { key: 'amount', title: 'Importe', kind: 'money', sort: 'amount', card: 'figure' },
    { key: 'frequency', title: 'Frecuencia', kind: 'text' },
    { key: 'nextOn', title: 'Próximo', kind: 'day', sort: 'next_on' },
    { key: 'lastPaidOn', title: 'Último pago', kind: 'day', card: 'hidden' },
    { key: 'status', title: 'Estado', kind: 'badge' },
  ],
})

function recurrentRow(found: Found, role: string): RecurrentRow {
  const status = {
    label: recurrentWorkflow.label(found.status),
    tone: recurrentWorkflow.tone(found.status),
  }
  return {
    id: found.id,
    site: found.site,
    payee: found.payee,
    concept: found.concept,
    amount: found.amountMinor === null ? null : { minor: found.amountMinor, currency: found.currency },
    amountMode: AMOUNT_MODES[found.amountMode],
    frequency: FREQUENCIES[found.frequency],
    nextOn: found.nextOn,
    lastPaidOn: found.lastPaidOn,
    status: found.problems > 0 ? { label: `${status.label} · con avisos`, tone: 'amber' } : status,
    actions: recurrentWorkflow.available(found.status, role),
  }
}

/** SQL: the words of a recurring payment `r` to `p` that are searched. */
export const RECURRENT_WORDS = 'f_unaccent(lower(r.concept || p.legal_name::text))'
