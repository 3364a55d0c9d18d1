import { moveState } from '#app/invoices/approval/move_state'
import { auditInvoicesOfProvider } from '#app/invoices/auditing/audit_open_invoices'
import { markStatsStale } from '#app/invoices/auditing/refresh_provider_stats'
import { refreshSearchTexts } from '#app/invoices/editing/refresh_search_text'
import Invoice from '#app/invoices/models/invoice'
import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { SAME_ACCOUNT } from '#app/providers/actions/move_banks'
import type { ProviderMerge } from '#app/providers/merge_followers'
import { revokeDecisions } from '#app/sites/actions/record_decision'

type Pair = Pick<ProviderMerge, 'sourceId' | 'targetId'>

/** Invoices that would go with a supplier, and what their reading learned. */
export async function countInvoices(sourceId: number, trx: Transaction) {
  const { invoices, hints } = await oneRow<{ invoices: number; hints: number }>(
    `select (select count(*)::int from invoices where provider_id = :sourceId) as invoices, (select count(*)::int from reading_hints where provider_id = :sourceId) as hints`,
    { sourceId },
    trx
  )
  return [
    { one: 'factura', many: 'facturas', count: invoices },
    { one: 'dato de lectura aprendido', many: 'datos de lectura aprendidos', count: hints },
  ]
}

/** One supplier gives a company a number once a year: two that stand under it are one invoice, and somebody has to say so first. */
export async function refuseSameNumbers({ sourceId, targetId }: Pair, trx: Transaction): Promise<string[]> {
  await execute(
    `select id from invoices where provider_id = :sourceId order by id for update`,
    { sourceId },
    trx
  )
  const same = await rows<{ number: string }>(
    `select distinct s.invoice_number as number from invoices s join invoices t on t.provider_id = :targetId and t.number_key = s.number_key and t.site_id = s.site_id
        and extract(year from t.issued_on) = extract(year from s.issued_on) and identity_kind(t.doc_type) = identity_kind(s.doc_type)
      where s.provider_id = :sourceId and s.status in ('approved', 'booked', 'disputed') and t.status in ('approved', 'booked', 'disputed') order by 1 limit 4`,
    { sourceId, targetId },
    trx
  )
  if (same.length === 0) return []
  const named = same.slice(0, 3).map(({ number }) => number)
  return [
    `Los dos tienen la factura ${named.join(', ')}${same.length > 3 ? '…' : ''}: resuelva antes cuál es la buena.`,
  ]
}

/**
 * Invoices of a supplier that is merged become the other's. Those on their way to be booked are approved anew, and not by
 * who merged; of booked ones the decision stands on the document as it is now.
 */
export async function mergeInvoices(merge: ProviderMerge, trx: Transaction): Promise<void> {
  const moved = await repoint(merge, trx)
  await reopenApprovals(moved, merge, trx)
  await execute(
    `update approval_decisions d set fingerprint = invoice_fingerprint(i) from invoices i
      where d.document_type = 'invoice' and d.document_id = i.id and d.revoked_at is null and i.id = any(:ids::bigint[]) and i.status in ('booked', 'disputed')
        and is_carried_decision(d.fingerprint, invoice_fingerprint(i), i.id)`,
    { ids: moved },
    trx
  )
  await refreshSearchTexts(moved, trx)
  await logMove(moved, merge, trx)
  await moveLearned(merge, trx)
}

/** Everything that is open of the supplier both have become: copies may stand beside each other now. */
export const judgeMerged = ({ targetId }: ProviderMerge): Promise<void> => auditInvoicesOfProvider(targetId)

/**
 * With their account: the row went along, or the other has the same one. An account added by who approved the invoice is
 * not put on it.
 */
async function repoint({ sourceId, targetId, actor }: ProviderMerge, trx: Transaction): Promise<number[]> {
  const moved = await rows<{ id: number }>(
    `update invoices i set provider_id = :targetId, updated_by = :userId, lock_version = i.lock_version + 1,
        provider_bank_id = case when i.provider_bank_id is null then null
          when exists (select 1 from provider_banks b where b.id = i.provider_bank_id and b.provider_id = :targetId) then i.provider_bank_id
          else (select t.id from provider_banks s join provider_banks t on t.provider_id = :targetId and ${SAME_ACCOUNT} where s.id = i.provider_bank_id
              and not exists (select 1 from approval_decisions d where d.document_type = 'invoice' and d.document_id = i.id and d.revoked_at is null and d.user_id = t.created_by)) end
      where i.provider_id = :sourceId returning i.id`,
    { sourceId, targetId, userId: actor.userId },
    trx
  )
  return moved.map(({ id }) => id)
}

async function reopenApprovals(moved: number[], { actor }: ProviderMerge, trx: Transaction): Promise<void> {
  const waiting = await Invoice.query({ client: trx })
    .whereIn('id', moved)
    .whereIn('status', ['pending_approval', 'approved'])
    .orderBy('id')
  for (const invoice of waiting) {
    if (actor.userId !== null)
      await execute(
        `insert into invoice_editors (invoice_id, user_id) values (:invoiceId, :userId) on conflict (invoice_id, user_id) do update set edited_at = now()`,
        { invoiceId: invoice.id, userId: actor.userId },
        trx
      )
    await revokeDecisions('invoice', invoice.id, trx)
    if (invoice.status !== 'approved') continue
    await moveState(
      invoice,
      { transition: 'revoke', actor, action: null, reason: 'Su proveedor se ha fusionado con otro' },
      trx
    )
    await invoice.save()
  }
}

async function logMove(
  moved: number[],
  { sourceId, targetId, actor }: ProviderMerge,
  trx: Transaction
): Promise<void> {
  await execute(
    `insert into invoice_action_logs (invoice_id, user_id, actor_kind, action, before, after, ip, user_agent, request_id)
     select i.id, :userId, :kind, 'provider_reassigned', jsonb_build_object('provider', s.legal_name),
            jsonb_build_object('provider', t.legal_name, 'reason', 'Fusión de proveedores'), :ip::inet, :userAgent, :requestId
       from unnest(:moved::bigint[]) as i(id), providers s, providers t where s.id = :sourceId and t.id = :targetId`,
    {
      moved,
      sourceId,
      targetId,
      userId: actor.userId,
      kind: actor.kind,
      ip: actor.ip ?? null,
      userAgent: actor.userAgent ?? null,
      requestId: actor.requestId ?? null,
    },
    trx
  )
}

const SAME_HINT = `t.provider_id = :targetId and (t.kind, t.field, t.label, t.format, t.value) = (s.kind, s.field, s.label, s.format, s.value)`

/** What invoices taught of the supplier, what printed names stand for it, and what was found of it as a whole. */
async function moveLearned({ sourceId, targetId }: ProviderMerge, trx: Transaction): Promise<void> {
  const pair = { sourceId, targetId }
  await execute(
    `insert into reading_lessons (invoice_id, hint_id) select l.invoice_id, t.id from reading_lessons l join reading_hints s on s.id = l.hint_id and s.provider_id = :sourceId
       join reading_hints t on ${SAME_HINT} on conflict do nothing`,
    pair,
    trx
  )
  await execute(
    `update reading_hints t set times = t.times + s.times from reading_hints s where s.provider_id = :sourceId and ${SAME_HINT}`,
    pair,
    trx
  )
  await execute(
    `delete from reading_hints s where s.provider_id = :sourceId and exists (select 1 from reading_hints t where ${SAME_HINT})`,
    pair,
    trx
  )
  await execute(`update reading_hints set provider_id = :targetId where provider_id = :sourceId`, pair, trx)
  await execute(
    `update invoice_party_aliases set provider_id = :targetId where provider_id = :sourceId`,
    pair,
    trx
  )
  await execute(
    `update invoice_alarms set status = 'auto_closed', snoozed_until = null, updated_at = now() where provider_id = :sourceId and status in ('open', 'snoozed')`,
    pair,
    trx
  )
  await execute(`delete from provider_stats where provider_id = :sourceId`, pair, trx)
  await execute(`delete from provider_months where provider_id = :sourceId`, pair, trx)
  await markStatsStale(targetId, trx)
}
