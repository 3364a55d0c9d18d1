import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { auditInvoice } from '#app/invoices/actions/audit_invoice'
import { type InvoiceAction, logInvoiceAction } from '#app/invoices/actions/log_action'
import { moveState } from '#app/invoices/actions/move_state'
import { refreshSearchText } from '#app/invoices/actions/refresh_search_text'
import Invoice from '#app/invoices/models/invoice'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { changedRows, readRowStates } from '#app/invoices/queries/invoice_rows'
import { isEditable } from '#app/invoices/workflows/invoice_workflow'
import { DomainError } from '#app/kernel/domain_error'
import { execute, inTransaction, type Transaction } from '#app/kernel/sql'
import { revokeDecisions } from '#app/sites/actions/record_decision'

type Change = {
  invoiceId: number
  action: InvoiceAction
  actor: Actor
  /** The version of the form; a different one means that somebody else was faster. */
  lockVersion: number
  /** Makes the change on the locked invoice, and on its rows through `trx`. */
  edit: (invoice: Invoice, trx: Transaction) => Promise<void> | void
}

/**
 * The one way in which the data of an unbooked invoice change: under its lock, against the version the form showed,
 * logged with before and after, audited again. Who changes anything that is approved (header, lines, taxes) may not
 * approve it; approvals given are void and an approved invoice goes back to be approved. Gives whether it did.
 * Throws E_STALE, E_NOT_EDITABLE.
 */
export async function changeInvoice({
  invoiceId,
  action,
  actor,
  lockVersion,
  edit,
}: Change): Promise<{ revoked: boolean }> {
  return inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    if (lockVersion !== invoice.lockVersion) {
      throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
        field: 'form',
      })
    }
    if (!isEditable(invoice.status)) {
      throw new DomainError('E_NOT_EDITABLE', 'La factura ya no se puede modificar en su estado actual.')
    }
    const before = await stateOf(invoice, trx)
    await edit(invoice, trx)
    invoice.lockVersion += 1
    invoice.updatedBy = actor.userId
    await invoice.save()
    const after = await stateOf(invoice, trx)
    await recordChange(invoice, { action, actor, before, after }, trx)
    const revoked =
      before.fingerprint !== after.fingerprint && (await voidApprovals(invoice, action, actor, trx))
    await refreshSearchText(invoiceId, trx)
    await auditInvoice(invoiceId, trx)
    return { revoked }
  })
}

type State = {
  fields: Record<string, unknown>
  rows: Awaited<ReturnType<typeof readRowStates>>
  fingerprint: string
}

async function stateOf(invoice: Invoice, trx: Transaction): Promise<State> {
  return {
    fields: Object.fromEntries(Object.entries(invoice.serialize()).filter(([name]) => !HIDDEN.has(name))),
    rows: await readRowStates(invoice.id, trx),
    fingerprint: await invoiceFingerprint(invoice.id, trx),
  }
}

type Recorded = { action: InvoiceAction; actor: Actor; before: State; after: State }

async function recordChange(
  invoice: Invoice,
  { action, actor, before, after }: Recorded,
  trx: Transaction
): Promise<void> {
  const diff = changedFields(before.fields, after.fields) ?? {}
  const side = (index: 0 | 1) =>
    Object.fromEntries(Object.entries(diff).map(([name, pair]) => [name, pair[index]]))
  const [rowsBefore, rowsAfter] = changedRows(before.rows, after.rows)
  const entry = { before: { ...side(0), ...rowsBefore }, after: { ...side(1), ...rowsAfter } }
  await logInvoiceAction({ invoiceId: invoice.id, action, actor, ...entry }, trx)
  await recordEvent(
    {
      actor,
      objectType: 'invoice',
      objectId: invoice.id,
      siteId: invoice.siteId,
      event: `invoice.${action}`,
      diff: changedFields(entry.before, entry.after),
    },
    trx
  )
}

async function voidApprovals(
  invoice: Invoice,
  action: InvoiceAction,
  actor: Actor,
  trx: Transaction
): Promise<boolean> {
  if (actor.userId !== null)
    await execute(
      `insert into invoice_editors (invoice_id, user_id) values (:invoiceId, :userId) on conflict (invoice_id, user_id) do update set edited_at = now()`,
      { invoiceId: invoice.id, userId: actor.userId },
      trx
    )
  const voided = await revokeDecisions('invoice', invoice.id, trx)
  if (invoice.status !== 'approved') return voided > 0
  await moveState(
    invoice,
    { transition: 'revoke', actor, action: null, reason: `Cambio tras la aprobación: ${action}` },
    trx
  )
  await invoice.save()
  return true
}

const HIDDEN = new Set([
  'reading',
  'createdAt',
  'updatedAt',
  'updatedBy',
  'lockVersion',
  'searchText',
  'numberNorm',
  'openAlarms',
  'alarmMax',
])
