import { oneRow, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { Tone } from '#app/kernel/workflow'
import { kindPaying } from '#app/payments/kinds/payment_kind'
import { orderBadge } from '#app/payments/orders/page/order_badges'
import { stepName } from '#app/payments/orders/page/order_steps'
import { PAYEE_ACCOUNT } from '#app/payments/orders/page/payee_account'
import {
  ATTEMPT_LABELS,
  paymentOrderWorkflow,
  sentWorkflow,
} from '#app/payments/orders/payment_order_workflow'

export type ProofFacts = Awaited<ReturnType<typeof proofFacts>>

type Order = {
  number: string
  siteName: string
  /** The company whose account is charged, where that is another one. */
  payerName: string | null
  taxId: string
  creditorName: string
  creditorIban: string | null
  /** How the account of a beneficiary without IBAN is known. */
  payeeAccount: string | null
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
  channel: string
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
  event: string
  said: string | null
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
type AttemptRow = {
  attemptNo: number
  startedAt: Date
  status: keyof typeof ATTEMPT_LABELS
  httpStatus: number | null
  providerRef: string | null
  error: string | null
  /** It stands for the file of a batch. */
  isFile: boolean
  /** Who marked that batch as sent. */
  sentBy: string | null
}
type Entry = {
  entryNo: number
  postedOn: CalendarDate
  site: string
  account: string
  name: string
  amountMinor: number
  currency: string
}

/** What the proof sheet of one payment says. */
export async function proofFacts(orderId: number) {
  const order = await oneRow<Order & { batch: string | null }>(
    `select o.number, s.legal_name::text as site_name, s.tax_id::text, case when o.payer_site_id <> o.site_id then q.legal_name::text end as payer_name, o.creditor_name, o.creditor_iban, ${PAYEE_ACCOUNT} as payee_account, o.amount_minor, o.currency, b.name as account_name, b.iban as account_iban,
        o.execution_date, o.remittance, o.source_type, o.source_id, o.end_to_end_id, o.required_approvals + coalesce(o.payer_required_approvals, 0) as required_approvals,
        o.reinforced_reasons, o.pay_now_reason, o.fingerprint, o.channel, r.number as batch
       from payment_orders o join sites s on s.id = o.site_id join bank_accounts b on b.id = o.debtor_account_id join sites q on q.id = o.payer_site_id
       left join payment_batches r on r.id = o.batch_id where o.id = :orderId`,
    { orderId }
  )
  const document = await kindPaying(order.sourceType).describe(order.sourceId)
  const events = await rows<Event>(
    `select e.at, coalesce(u.name, 'Sistema') as who, e.event, e.diff->'said'->>1 as said, e.from_status as "from", e.to_status as "to", host(e.ip) as ip, e.reason
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
    `select e.entry_no, e.posted_on, s.code as site, a.code as account, a.name, l.amount_minor, l.currency from journal_entries e join journal_lines l on l.entry_id = e.id
       join ledger_accounts a on a.id = l.account_id join sites s on s.id = e.site_id where e.source_type = 'payment_order' and e.source_id = :orderId order by e.id, l.line_no`,
    { orderId }
  )
  const attempts = await listAttempts(orderId)
  return {
    order,
    batch: order.batch,
    document: document?.label ?? '–',
    events: events.map(({ from, to, event, said, ...rest }) => ({
      ...rest,
      step: stepText(stepName({ event, from, said })),
      change: [from, to]
        .filter((state) => state !== null)
        .map((state) => stateLabel(state, order.channel))
        .join(' > '),
    })),
    decisions,
    entries,
    attempts,
  }
}

/** A step without words keeps its name. */
const stepText = (name: string): string => {
  const step = name.replace('payment_order.', '')
  return STEPS[step] ?? step
}

/** One time that it was sent, with what may be said of it. */
export type ListedAttempt = AttemptRow & { badge: { label: string; tone: Tone } }

/** How a payment was sent: by network itself, or with the file of its batch. */
export async function listAttempts(orderId: number): Promise<ListedAttempt[]> {
  const found = await rows<AttemptRow>(
    `select a.attempt_no, a.started_at, a.status, a.http_status, a.provider_ref, a.error, a.batch_id is not null as is_file, u.name as sent_by from payment_attempts a
       left join payment_batches b on b.id = a.batch_id left join users u on u.id = b.sent_by
      where a.order_id = :orderId or a.batch_id = (select batch_id from payment_orders where id = :orderId) order by a.order_id nulls first, a.attempt_no`,
    { orderId }
  )
  return found.map((attempt) => ({ ...attempt, badge: attemptBadge(attempt) }))
}

/** Of a file nobody at the bank answers when it is sent: a person made it, took it there and said so. */
function attemptBadge({ isFile, status, sentBy }: AttemptRow): { label: string; tone: Tone } {
  if (isFile && status === 'planned') return { label: 'Sin enviar · fichero generado', tone: 'grey' }
  if (isFile && status === 'acknowledged')
    return { label: `Marcado como enviado por ${sentBy ?? 'el sistema'}`, tone: 'blue' }
  return ATTEMPT_LABELS[status]
}

/** «sent.processing» of a file as «Marcado como enviado». */
function stateLabel(state: string, channel: string): string {
  const [status = '', subStatus = ''] = state.split('.')
  if (!paymentOrderWorkflow.isState(status)) return status
  if (status !== 'sent' || !sentWorkflow.isState(subStatus)) return paymentOrderWorkflow.label(status)
  return orderBadge({ status, subStatus, channel }).label
}

/** The events of a payment in words that need no screen, and that say who says what. */
const STEPS: Readonly<Record<string, string>> = {
  created: 'Preparado',
  redirected: 'Cuenta o fecha cambiada',
  buffer: 'Pasado a la bolsa',
  approval_given: 'Aprobación dada',
  approve: 'Última aprobación',
  reject: 'Rechazado por un aprobador',
  reopen: 'Devuelto a borrador',
  take_out: 'Quitado de la bolsa',
  requalify: 'Devuelto a la bolsa',
  release: 'Incluido en una remesa',
  frozen: 'Congelado en su remesa',
  handed_over: 'Marcado como enviado por una persona',
  submit: 'Enviado al banco por la red',
  lose: 'Sin respuesta del banco',
  resend: 'Repetido con la misma clave',
  postpone: 'Aplazado por el banco',
  wait: 'Pendiente de autorizar, según el banco',
  doubt: 'Titular por confirmar, según el banco',
  payee_checked: 'Titular comprobado en el banco',
  payee_accepted: 'Sigue adelante pese al titular',
  acknowledged: 'Admitido por el banco',
  iban_changed: 'La cuenta cambió después de enviarse',
  pay: 'Pagado',
  'pay.person': 'Marcado como pagado por una persona',
  'pay.answer': 'Pagado, según la respuesta del banco',
  'pay.statement': 'Pagado, según el extracto',
  'pay.bank': 'Pagado, según el banco',
  fail: 'Fallido',
  'fail.person': 'Marcado como fallido por una persona',
  'fail.answer': 'Rechazado, según la respuesta del banco',
  'fail.bank': 'Rechazado por el banco',
  return: 'Devuelto',
  'return.person': 'Marcado como devuelto por una persona',
  'return.bank': 'Devuelto por el banco',
  reconcile: 'Conciliado con el extracto',
  unreconcile: 'Conciliación deshecha',
  withdraw: 'Anulado sin ejecutarse',
  cancel: 'Cancelado',
  'approval.override': 'Aprobación de emergencia',
  receipt_mailed: 'Justificante enviado por correo',
}
