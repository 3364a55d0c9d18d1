import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import { rows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import {
  type Filter,
  type List,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listOf,
} from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { today } from '#app/kernel/time/calendar_date'
import { RESERVED } from '#app/legal/legal_labels'
import type { LegalViewer } from '#app/legal/scoped'
import { hiddenKinds, isReserved, reservedFor } from '#app/payments/orders/page/payment_visibility'
import { type PaymentOrderStatus, paymentOrderWorkflow } from '#app/payments/orders/payment_order_workflow'

/** Something that keeps money of an account for itself: a payment that was approved and that the bank has not charged. */
export type HeldRow = {
  id: number
  account: string
  site: string
  document: string | null
  payee: string | null
  executionDate: string | null
  since: string
  amount: MoneyJson
  status: Badge | null
  orderId: number | null
}

/** What `bank_account_positions` takes off a balance to tell what is available. */
export const HELD = `h.released_at is null and h.kind in ('hard', 'card_auth')`

const definition: ListDefinition = {
  from: 'account_holds h',
  key: 'h.id',
  filterJoins: 'join bank_accounts b on b.id = h.bank_account_id',
  joins: `join sites s on s.id = b.site_id left join payment_orders o on h.document_type = 'payment_order' and o.id = h.document_id
    left join providers r on h.document_type = 'reserve_fund' and r.reserve_virtual_account_id = h.document_id`,
  select: `h.id, b.name as account, s.code as site, case when h.document_type = 'reserve_fund' then 'Fondo de reserva' else o.number end as document, o.kind, coalesce(o.creditor_name, r.legal_name) as payee, o.execution_date, case when o.kind = 'legal_procedure' then ${reservedFor('o.id')} end as reserved_for, h.created_at, h.amount_minor, b.currency, o.status, o.id as order_id`,
  sorts: {
    since: { sql: 'h.created_at', type: 'timestamptz' },
    amount: { sql: 'h.amount_minor', type: 'bigint' },
  },
  defaultSort: '-since',
  currency: 'b.currency',
  totals: { amount: 'sum(h.amount_minor)' },
}

type FoundHeld = {
  id: number
  account: string
  site: string
  document: string | null
  kind: string | null
  payee: string | null
  executionDate: string | null
  createdAt: Date
  amountMinor: number
  currency: string
  status: PaymentOrderStatus | null
  orderId: number | null
  /** Who answers for the confidential procedure that it is of. */
  reservedFor: number | null
}

/** What stands for the payee of a payment that is not there for its reader. */
const RESTRICTED = 'Pago - detalle restringido'

/** A found hold; who is paid is not told to those for whom such a payment is not there. */
function heldRow(found: FoundHeld, reader: LegalViewer): HeldRow {
  const isRestricted = hiddenKinds(reader.role).includes(found.kind ?? '')
  const restricted = found.kind === 'payroll' ? RESTRICTED_PAYROLL : RESTRICTED
  const isSecret = isReserved(found.reservedFor, reader)
  const { status, currency } = found
  return {
    id: found.id,
    account: found.account,
    site: found.site,
    document: found.document,
    payee: isRestricted ? restricted : isSecret ? RESERVED : found.payee,
    executionDate: found.executionDate,
    since: today(found.createdAt),
    amount: { minor: found.amountMinor, currency },
    status: status && { label: paymentOrderWorkflow.label(status), tone: paymentOrderWorkflow.tone(status) },
    orderId: isRestricted ? null : found.orderId,
  }
}

/** What is held back, as somebody reads it. */
export const heldList = (reader: LegalViewer): List<FoundHeld, HeldRow> => ({
  name: 'retenido',
  definition,
  toRow: (found) => heldRow(found, reader),
  columns: [
    { key: 'payee', title: 'Beneficiario', kind: 'name', second: 'site', file: { width: 36 } },
    { key: 'document', title: 'Documento', kind: 'reference' },
    { key: 'account', title: 'Cuenta', kind: 'text', file: { width: 28 } },
    { key: 'site', title: 'Empresa', kind: 'reference', isOptional: true },
    { key: 'executionDate', title: 'Fecha de pago', kind: 'day' },
    { key: 'since', title: 'Retenido desde', kind: 'day', sort: 'since', only: 'page' },
    { key: 'status', title: 'Estado', kind: 'badge' },
    { key: 'amount', title: 'Importe', kind: 'money', sort: 'amount', card: 'figure' },
  ],
})

/** One page of what is held, with the position of the same accounts by currency: balance - held = available. */
export async function listHeld(
  request: ListRequest,
  filter: Filter,
  accounts: Filter,
  reader: LegalViewer
): Promise<ListOf<HeldRow>> {
  const [page, positions] = await Promise.all([
    listOf(heldList(reader), request, filter),
    rows<{ currency: string; balance: number; held: number; available: number }>(
      `select b.currency, sum(p.balance_minor)::bigint as balance, sum(p.held_minor)::bigint as held, sum(p.available_minor)::bigint as available
         from bank_accounts b join bank_account_positions p on p.bank_account_id = b.id where ${accounts.where.join(' and ')} group by 1 order by 1`,
      accounts.bindings
    ),
  ])
  const of = (key: 'balance' | 'held' | 'available') =>
    positions.map((position) => ({ minor: position[key], currency: position.currency }))
  return {
    ...page,
    totals: { amount: of('held'), balance: of('balance'), available: of('available') },
  }
}
