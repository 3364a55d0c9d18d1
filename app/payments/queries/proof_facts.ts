import type { CalendarDate } from '#app/kernel/calendar_date'
import { oneRow, rows } from '#app/kernel/sql'
import { sourceOf } from '#app/payments/sources/payment_source'
import {
  ATTEMPT_LABELS,
  paymentOrderWorkflow,
  sentWorkflow,
} from '#app/payments/workflows/payment_order_workflow'

export type ProofFacts = Awaited<ReturnType<typeof proofFacts>>

type Order = {
  number: string
  siteName: string
  taxId: string
  creditorName: string
  creditorIban: string | null
  amountMinor: number
  currency: string
  accountName: string
  accountIban: string | null
  executionDate: CalendarDate
  remittance: string
  sourceType: string
  sourceId: number
  endToEndId: string
  requiredApprovals: number | null
  reinforcedReasons: string[]
  payNowReason: string | null
  fingerprint: string
}

/** What these payments are called, in the order they were made. */
export function proofNumbers(orderIds: readonly number[]): Promise<{ id: number; number: string }[]> {
  return rows<{ id: number; number: string }>(
    `select id, number from payment_orders where id = any(:orderIds::bigint[]) order by id`,
    { orderIds }
  )
}

type Event = {
  at: Date
  who: string
  step: string
  from: string | null
  to: string | null
  ip: string | null
  reason: string | null
}
type Decision = {
  decidedAt: Date
  approver: string
  onBehalfOf: string | null
  fingerprint: string
  isSame: boolean
  isRevoked: boolean
  comment: string | null
}
export type AttemptRow = {
  attemptNo: number
  startedAt: Date
  status: keyof typeof ATTEMPT_LABELS
  httpStatus: number | null
  providerRef: string | null
  error: string | null
}
type Entry = {
  entryNo: number
  postedOn: CalendarDate
  account: string
  name: string
  amountMinor: number
  currency: string
}

/** What the proof sheet of one payment says. */
export async function proofFacts(orderId: number) {
  const order = await oneRow<Order & { batch: string | null }>(
    `select o.number, s.legal_name::text as site_name, s.tax_id::text, o.creditor_name, o.creditor_iban, o.amount_minor, o.currency, b.name as account_name, b.iban as account_iban,
        o.execution_date, o.remittance, o.source_type, o.source_id, o.end_to_end_id, o.required_approvals,
        o.reinforced_reasons, o.pay_now_reason, o.fingerprint, r.number as batch
       from payment_orders o join sites s on s.id = o.site_id join bank_accounts b on b.id = o.debtor_account_id
       left join payment_batches r on r.id = o.batch_id where o.id = :orderId`,
    { orderId }
  )
  const document = await sourceOf(order.sourceType).describe(order.sourceId)
  const events = await rows<Event>(
    `select e.at, coalesce(u.name, 'Sistema') as who, replace(e.event, 'payment_order.', '') as step, e.from_status as "from", e.to_status as "to", host(e.ip) as ip, e.reason
       from audit_events e left join users u on u.id = e.user_id where e.object_type = 'payment_order' and e.object_id = :orderId order by e.id`,
    { orderId }
  )
  const decisions = await rows<Decision>(
    `select d.decided_at, u.name as approver, p.name as on_behalf_of, d.fingerprint, d.fingerprint = o.fingerprint as is_same, d.revoked_at is not null as is_revoked, d.comment
       from approval_decisions d join users u on u.id = d.user_id join payment_orders o on o.id = d.document_id left join users p on p.id = d.on_behalf_of
      where d.document_type = 'payment_order' and d.document_id = :orderId order by d.id`,
    { orderId }
  )
  const entries = await rows<Entry>(
    `select e.entry_no, e.posted_on, a.code as account, a.name, l.amount_minor, l.currency from journal_entries e join journal_lines l on l.entry_id = e.id
       join ledger_accounts a on a.id = l.account_id where e.source_type = 'payment_order' and e.source_id = :orderId order by e.id, l.line_no`,
    { orderId }
  )
  const attempts = await listAttempts(orderId)
  return {
    order,
    batch: order.batch,
    document: document?.label ?? '–',
    events: events.map(({ from, to, ...event }) => ({
      ...event,
      step: STEPS[event.step] ?? event.step,
      change: [from, to]
        .filter((state) => state !== null)
        .map(stateLabel)
        .join(' > '),
    })),
    decisions,
    entries,
    attempts,
  }
}

/** How a payment was sent: by network itself, or with the file of its batch. */
export async function listAttempts(orderId: number) {
  const found = await rows<AttemptRow>(
    `select a.attempt_no, a.started_at, a.status, a.http_status, a.provider_ref, a.error from payment_attempts a
      where a.order_id = :orderId or a.batch_id = (select batch_id from payment_orders where id = :orderId) order by a.order_id nulls first, a.attempt_no`,
    { orderId }
  )
  return found.map((attempt) => ({ ...attempt, label: ATTEMPT_LABELS[attempt.status].label }))
}

/** «sent.processing» as «Enviado · Procesando». */
function stateLabel(state: string): string {
  const [status = '', subStatus = ''] = state.split('.')
  const label = paymentOrderWorkflow.isState(status) ? paymentOrderWorkflow.label(status) : status
  return sentWorkflow.isState(subStatus) ? `${label} · ${sentWorkflow.label(subStatus)}` : label
}

/** The events of a payment in words that need no screen. */
const STEPS: Readonly<Record<string, string>> = {
  created: 'Preparado',
  buffer: 'Pasado a la bolsa',
  approval_given: 'Aprobación dada',
  approve: 'Última aprobación',
  reject: 'Rechazado',
  reopen: 'Devuelto a borrador',
  requalify: 'Devuelto a la bolsa',
  release: 'Liberado',
  submit: 'Enviado al banco',
  lose: 'Sin respuesta del banco',
  resend: 'Repetido con la misma clave',
  postpone: 'Aplazado por el banco',
  wait: 'Pendiente de autorizar',
  doubt: 'Titular por confirmar',
  acknowledged: 'Admitido por el banco',
  pay: 'Pagado',
  fail: 'Fallido',
  return: 'Devuelto por el banco',
  reconcile: 'Conciliado',
  unreconcile: 'Conciliación deshecha',
  withdraw: 'Anulado',
  cancel: 'Cancelado',
}
