import { allowsAccount } from '#app/accounts/queries/account_scope'
import { listEvents, type TimelineEntry } from '#app/audit/list_events'
import { entryAbove, guardRoles } from '#app/identity/menu'
import { A, type Role, S, SC } from '#app/identity/roles'
import { row, rows } from '#app/kernel/database/sql'
import { formatIban, maskIban } from '#app/kernel/identifiers/iban'
import type { LegalViewer } from '#app/legal/scoped'
import { kindOf } from '#app/payments/kinds/payment_kind'
import { namedSteps } from '#app/payments/orders/page/order_steps'
import {
  type FoundHistory,
  hasReceipt,
  historyDefinition,
  historyRow,
  isHidden,
} from '#app/reports/queries/payment_history'

type Found = FoundHistory & {
  siteId: number
  siteName: string
  taxId: string
  iban: string | null
  /** Null for what was imported. */
  creditorType: string | null
  requestedBy: string | null
}

/** The company of a payment of the history, or null when there is none or it left an account that somebody may not see. */
export async function siteOfPayment(id: number, userId: number): Promise<number | null> {
  const found = await row<{ siteId: number }>(
    `select site_id from payment_history h where h.id = :id and (h.account_id is null or ${allowsAccount('view', 'h.account_id', ':userId')})`,
    { id, userId }
  )
  return found?.siteId ?? null
}

export type HistoryPage = NonNullable<Awaited<ReturnType<typeof historyPage>>>

/** Everything the page of one payment shows; null when there is none. Of a payroll, accounting reads only that it was. */
export async function historyPage(id: number, viewer: LegalViewer) {
  const { role } = viewer
  const definition = historyDefinition(role)
  const found = await row<Found>(
    `select ${definition.select}, h.site_id, s.legal_name::text as site_name, s.tax_id::text, h.iban, po.creditor_type, u.name as requested_by
       from ${definition.from} ${definition.joins} left join payment_orders po on h.origin = 'order' and po.id = h.id left join users u on u.id = h.requested_by where h.id = :id`,
    { id }
  )
  if (!found) return null
  const hidden = isHidden(found, viewer)
  const isOrder = found.origin === 'order'
  const iban = found.iban ?? ''
  return {
    payment: {
      ...historyRow(found, viewer),
      siteId: found.siteId,
      siteName: found.siteName,
      siteTaxId: found.taxId,
      iban:
        iban === '' || hidden
          ? null
          : ([S, A, SC] as Role[]).includes(role)
            ? formatIban(iban)
            : maskIban(iban),
      requestedBy: found.requestedBy,
      isHidden: hidden,
    },
    actions: hidden ? [] : actionsOf(found, role),
    order: isOrder && !hidden ? await orderOf(id) : null,
    imported: isOrder ? null : await importOf(id, hidden),
    events: isOrder ? withoutDetail(namedSteps(await listEvents('payment_order', id)), hidden) : [],
  }
}

/** Payees whose record has an address. */
const ADDRESSED: (string | null)[] = ['provider', 'employee']

export type HistoryAction = 'receipt' | 'mail' | 'repeat'

/**
 * What may be done with a payment here: the receipt of one that was paid and whose detail the reader sees; its mail where
 * the payee is a supplier or an employee, who have an address; the same again by whoever makes payments of its kind.
 */
function actionsOf(
  found: Pick<Found, 'origin' | 'amountMinor' | 'status' | 'kind' | 'creditorType'>,
  role: Role
): HistoryAction[] {
  if (found.amountMinor === null) return []
  const isPaid = hasReceipt(found)
  const screen = found.origin === 'order' ? screenOf(found.kind) : null
  return [
    ...(isPaid ? (['receipt'] as const) : []),
    ...(isPaid && ADDRESSED.includes(found.creditorType) ? (['mail'] as const) : []),
    ...(screen && guardRoles(screen).includes(role) ? (['repeat'] as const) : []),
  ]
}

/**
 * The entry of the menu whose page makes payments of a kind: who works there may make one again. Those that are decided in runs
 * are repeated there.
 */
function screenOf(kind: string): string | null {
  const { list, isDecidedInRuns } = kindOf(kind)
  const entry = isDecidedInRuns ? undefined : entryAbove(`/${list.page}`)
  return entry?.path === `/${list.page}` ? entry.route : null
}

/** The reasons people write may name who was paid. */
const withoutDetail = (events: TimelineEntry[], isHidden: boolean): TimelineEntry[] =>
  isHidden ? events.map((event) => ({ ...event, reason: null, diff: null })) : events

function orderOf(id: number) {
  return row<{
    number: string
    sentBy: string | null
    channel: string
    /** Who says that it was paid: a movement of the statement, the bank, or a person. */
    paidProof: string | null
    paidBy: string | null
    batchId: number | null
    batch: string | null
    failure: string | null
    entryId: number | null
    entryNo: number | null
    postedOn: string | null
  }>(
    `select o.number, su.name as sent_by, o.channel, o.paid_proof,
        (select u.name from audit_events v join users u on u.id = v.user_id where v.object_type = 'payment_order' and v.object_id = o.id and v.event = 'payment_order.pay' order by v.id desc limit 1) as paid_by, b.id as batch_id, b.number as batch,
        o.failure_message as failure, e.id as entry_id, e.entry_no, e.posted_on
       from payment_orders o left join payment_batches b on b.id = o.batch_id left join users su on su.id = b.sent_by
       left join journal_entries e on e.idempotency_key = 'payment_order:' || o.id || ':settled:1' where o.id = :id`,
    { id }
  )
}

async function importOf(id: number, isHidden: boolean) {
  const [found] = await rows<{
    at: Date
    who: string | null
    file: string
    rowNo: number
    account: string | null
    raw: Record<string, string>
  }>(
    `select m.applied_at as at, u.name as who, m.file_name as file, p.row_no, p.account_text as account, p.raw
       from legacy_payments p join imports m on m.id = p.import_batch
       left join users u on u.id = m.applied_by where p.id = :id`,
    { id }
  )
  if (!found) return null
  const cells = Object.entries(found.raw).map(([label, value]) => ({ label, value }))
  return {
    at: found.at.toISOString(),
    who: found.who,
    file: found.file,
    rowNo: found.rowNo,
    account: isHidden ? null : found.account,
    cells: isHidden ? [] : cells,
  }
}
