import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { moveState } from '#app/invoices/approval/move_state'
import { refuseTakenNumber } from '#app/invoices/approval/refuse_taken_number'
import { submitIfReady } from '#app/invoices/approval/submit_invoice'
import { auditCopiesOf } from '#app/invoices/auditing/audit_copies'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { unbookLocked } from '#app/invoices/booking/book_invoice'
import { holdAgainstContracts } from '#app/invoices/editing/hold_against_contracts'
import { type InvoiceAction, logInvoiceAction } from '#app/invoices/editing/log_action'
import { refreshSearchText } from '#app/invoices/editing/refresh_search_text'
import { keepRate } from '#app/invoices/intake/keep_rate'
import Invoice from '#app/invoices/models/invoice'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { changedRows, readNames, readRowStates } from '#app/invoices/queries/invoice_rows'
import { letGoOfInvoice } from '#app/invoices/unbook_followers'
import { isEditable } from '#app/invoices/workflows/invoice_workflow'
import { execute, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { revokeDecisions } from '#app/sites/actions/record_decision'

type Change = {
  invoiceId: number
  action: InvoiceAction
  actor: Actor
  /** The version of the form; a different one means that somebody else was faster. */
  lockVersion: number
  reason?: string | null | undefined
  /** A booked, unpaid invoice is taken out of the books for it and goes back to be approved. */
  booked?: 'refuse' | 'reopen'
  /** Makes the change on the locked invoice, and on its rows through `trx`. */
  edit: (invoice: Invoice, trx: Transaction) => Promise<void> | void
}

/**
 * The one way in which the data of an unbooked invoice change: under its lock, against the version the form showed,
 * logged with before and after, audited again. Who changes anything that is approved (header, lines, taxes) may not
 * approve it; approvals given are void and an approved invoice goes back to be approved. Gives whether it did.
 * Throws E_STALE, E_NOT_EDITABLE, E_NUMBER_TAKEN.
 */
export async function changeInvoice(change: Change): Promise<{ revoked: boolean }> {
  const changed = await refuseTakenNumber(() => makeChange(change))
  await auditCopiesOf(change.invoiceId)
  return changed
}

async function makeChange({
  invoiceId,
  action,
  actor,
  lockVersion,
  reason = null,
  booked = 'refuse',
  edit,
}: Change): Promise<{ revoked: boolean }> {
  return inTransaction(async (trx) => {
    if (booked === 'reopen') await letGoOfInvoice(invoiceId, actor, trx)
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    if (lockVersion !== invoice.lockVersion) {
      throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
        field: 'form',
      })
    }
    const isReopened = booked === 'reopen' && invoice.status === 'booked'
    if (isReopened) await unbookLocked(invoice, reason ?? '', actor, trx)
    if (!isEditable(invoice.status)) {
      throw new DomainError('E_NOT_EDITABLE', 'La factura ya no se puede modificar en su estado actual.')
    }
    const before = await stateOf(invoice, trx)
    const { siteId, currency, issuedOn } = invoice
    await edit(invoice, trx)
    await keepRate(invoice, { siteId, currency, issuedOn }, trx)
    invoice.lockVersion += 1
    invoice.updatedBy = actor.userId
    await invoice.save()
    const after = await stateOf(invoice, trx)
    await recordChange(invoice, { action, actor, before, after, reason }, trx)
    const revoked =
      before.fingerprint !== after.fingerprint && (await voidApprovals(invoice, action, actor, trx))
    await refreshSearchText(invoiceId, trx)
    await holdAgainstContracts([invoiceId], trx)
    await auditInvoice(invoiceId, trx)
    if (isReopened) await submitIfReady(invoice.id, actor, trx)
    return { revoked: revoked || isReopened }
  })
}

type State = {
  fields: Record<string, unknown>
  rows: Awaited<ReturnType<typeof readRowStates>>
  fingerprint: string
}

async function stateOf(invoice: Invoice, trx: Transaction): Promise<State> {
  return {
    fields: {
      ...(await readNames(invoice, trx)),
      ...Object.fromEntries(Object.entries(invoice.serialize()).filter(([name]) => !HIDDEN.has(name))),
    },
    rows: await readRowStates(invoice.id, trx),
    fingerprint: await invoiceFingerprint(invoice.id, trx),
  }
}

type Recorded = { action: InvoiceAction; actor: Actor; before: State; after: State; reason: string | null }

async function recordChange(
  invoice: Invoice,
  { action, actor, before, after, reason }: Recorded,
  trx: Transaction
): Promise<void> {
  const diff = changedFields(before.fields, after.fields) ?? {}
  const side = (index: 0 | 1) =>
    Object.fromEntries(Object.entries(diff).map(([name, pair]) => [name, pair[index]]))
  const [rowsBefore, rowsAfter] = changedRows(before.rows, after.rows)
  const entry = { before: { ...side(0), ...rowsBefore }, after: { ...side(1), ...rowsAfter } }
  await logInvoiceAction(
    {
      invoiceId: invoice.id,
      action,
      actor,
      before: entry.before,
      after: reason ? { ...entry.after, reason } : entry.after,
    },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: 'invoice',
      objectId: invoice.id,
      siteId: invoice.siteId,
      event: `invoice.${action}`,
      reason,
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
  'numberKey',
  'openAlarms',
  'alarmMax',
  'fxRateIsManual',
  'payableMinor',
  // Told by their names.
  'providerId',
  'siteId',
  'providerBankId',
  'rectifiesInvoiceId',
  'categoryId',
])
