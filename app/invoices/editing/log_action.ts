import type { Actor } from '#app/audit/record_event'
import { execute, type Transaction } from '#app/kernel/database/sql'

/** Actions of the invoice log (area 05 §1), the closed list of its `action` column. */
export type InvoiceAction =
  | 'created'
  | 'uploaded'
  | 'ocr_started'
  | 'ocr_done'
  | 'ocr_failed'
  | 'field_changed'
  | 'line_added'
  | 'line_changed'
  | 'line_deleted'
  | 'date_changed'
  | 'number_changed'
  | 'totals_changed'
  | 'provider_reassigned'
  | 'site_reassigned'
  | 'classified'
  | 'submitted'
  | 'approved'
  | 'returned'
  | 'rejected'
  | 'booked'
  | 'unbooked'
  | 'alarm_raised'
  | 'alarm_resolved'
  | 'alarm_snoozed'
  | 'file_viewed'
  | 'file_downloaded'
  | 'exported'
  | 'payment_linked'
  | 'synced'
  | 'merged_duplicate'

type Entry = { invoiceId: number; action: InvoiceAction; actor: Actor; before?: unknown; after?: unknown }

/** Writes one line of the invoice's log, append-only, in the transaction of the change. */
export async function logInvoiceAction(
  { invoiceId, action, actor, before, after }: Entry,
  trx: Transaction
): Promise<void> {
  await execute(
    `insert into invoice_action_logs (invoice_id, user_id, actor_kind, action, before, after, ip, user_agent, request_id)
     values (:invoiceId, :userId, :kind, :action, :before, :after, :ip, :userAgent, :requestId)`,
    {
      invoiceId,
      userId: actor.userId,
      kind: actor.kind,
      action,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      ip: actor.ip ?? null,
      userAgent: actor.userAgent ?? null,
      requestId: actor.requestId ?? null,
    },
    trx
  )
}
