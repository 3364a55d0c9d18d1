import type { InvoiceAction } from '#app/invoices/editing/log_action'
import { ACTION_WORDING, logChanges, logDetail } from '#app/invoices/log_wording'
import { rows } from '#app/kernel/database/sql'

type Found = {
  id: number
  at: Date
  user: string | null
  actorKind: string
  action: InvoiceAction
  before: unknown
  after: unknown
}

/** What happened to an invoice, newest first, as people read it; at most two hundred entries. */
export async function showLog(invoiceId: number, currency: string) {
  const found = await rows<Found>(
    `select l.id, l.at, u.name as "user", l.actor_kind, l.action, l.before, l.after from invoice_action_logs l left join users u on u.id = l.user_id
      where l.invoice_id = :invoiceId order by l.at desc, l.id desc limit 200`,
    { invoiceId }
  )
  return found.map(({ id, at, user, actorKind, action, before, after }) => ({
    id,
    at: at.toISOString(),
    who: whoActed(user, actorKind),
    ...titleOf(action, before, after),
    detail: logDetail(after),
    changes: logChanges(before, after, currency),
  }))
}

/** The name of who acted; what stands for them when nobody signed in did. */
export const whoActed = (user: string | null, actorKind: string): string =>
  user ?? (actorKind === 'public' ? 'Registro público' : 'Sistema')

/** What an entry is called: a plain change of state is one, whatever its action. */
export function titleOf(action: InvoiceAction, before: unknown, after: unknown) {
  const isMove = action === 'field_changed' && statusOf(before) !== statusOf(after)
  return isMove ? { title: 'Cambio de estado' } : ACTION_WORDING[action]
}

const statusOf = (values: unknown) => (values as { status?: string } | null)?.status
