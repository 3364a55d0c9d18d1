import { type Actor, recordEvent } from '#app/audit/record_event'
import { addAnulacion } from '#app/issuing/records/add_anulacion'
import { heardOf } from '#app/issuing/records/heard_of'
import { findIssuingSettings } from '#app/issuing/settings/issuing_settings'
import { type IssuedStatus, invoiceWorkflow } from '#app/issuing/workflows/invoice_workflow'
import { execute, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Asked = { invoiceId: number; reason: string; actor: Actor }
type Locked = {
  siteId: number
  number: string
  status: IssuedStatus
  lastRecordId: number | null
  isRectified: boolean
}

/**
 * Annuls a document that should never have been issued: its number stays, and where it has a record an anulación joins the chain. What
 * was posted is taken back by the caller in the same transaction. An operation that was real is rectified instead. Throws
 * E_TRANSITION, and E_ISSUE_ANNUL for one that another invoice rectifies.
 */
export async function annulInvoice(trx: Transaction, { invoiceId, reason, actor }: Asked): Promise<void> {
  const invoice = await oneRow<Locked>(
    `select i.site_id, i.number, i.status, i.last_record_id,
        exists (select 1 from issued_invoice_rectifications r join issued_invoices o on o.id = r.invoice_id
                 where r.rectified_id = i.id and o.status = 'issued') as is_rectified
       from issued_invoices i where i.id = :invoiceId for update of i`,
    { invoiceId },
    trx
  )
  const to = invoiceWorkflow.next(invoice.status, 'annul')
  if (invoice.isRectified)
    throw new DomainError(
      'E_ISSUE_ANNUL',
      `La factura ${invoice.number} está rectificada: anule antes la rectificativa.`
    )
  await execute(
    `update issued_invoices set status = :to, annulled_at = now(), annulled_by = :userId, annul_reason = :reason where id = :invoiceId`,
    { invoiceId, to, userId: actor.userId, reason },
    trx
  )
  if (invoice.lastRecordId !== null) await recordAnulacion({ invoiceId, siteId: invoice.siteId, actor }, trx)
  await recordEvent(
    {
      actor,
      objectType: 'issued_invoice',
      objectId: invoiceId,
      siteId: invoice.siteId,
      event: 'issued_invoice.annulled',
      from: invoice.status,
      to,
      reason,
    },
    trx
  )
}

/** Another anulación of one that is annulled already, after AEAT refused the first. Throws E_TRANSITION where there is no need of it. */
export async function repeatAnulacion(
  trx: Transaction,
  { invoiceId, actor }: Omit<Asked, 'reason'>
): Promise<void> {
  const invoice = await row<{ siteId: number; status: IssuedStatus }>(
    `select site_id, status from issued_invoices where id = :invoiceId for update`,
    { invoiceId },
    trx
  )
  const heard = await heardOf(invoiceId, trx)
  if (invoice?.status !== 'annulled' || !heard.wasAnulacionRefused)
    throw new DomainError('E_TRANSITION', 'La anulación no está rechazada: recargue la página.')
  await recordAnulacion({ invoiceId, siteId: invoice.siteId, actor }, trx)
}

async function recordAnulacion(
  { invoiceId, siteId, actor }: { invoiceId: number; siteId: number; actor: Actor },
  trx: Transaction
): Promise<void> {
  const settings = await findIssuingSettings(siteId, trx)
  if (!settings) throw new Error(`The company ${siteId} is gone`)
  const heard = await heardOf(invoiceId, trx)
  await addAnulacion(
    {
      invoiceId,
      settings,
      actor,
      isWithoutPrior: heard.wasRefusedOutright,
      wasRefused: heard.wasAnulacionRefused,
    },
    trx
  )
}
