import { type Actor, recordEvent } from '#app/audit/record_event'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { holdAgainstContracts } from '#app/invoices/editing/hold_against_contracts'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import { execute, inTransaction, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Decision = { invoiceId: number; lineId: number; choice: 'accept' | 'refuse'; actor: Actor }

/**
 * A person takes the item that is suggested for a line, or says that the line is of no contract; it stays so until the
 * supplier changes. What a booked line hangs on may be said later too: it is no part of what was booked.
 */
export async function decideContractLink({ invoiceId, lineId, choice, actor }: Decision): Promise<void> {
  await inTransaction(async (trx) => {
    const line = await row<{
      providerId: number | null
      siteId: number | null
      contractId: number | null
      itemId: number | null
      reference: string | null
    }>(
      `select i.provider_id, i.site_id, coalesce(l.contract_id, (l.contract_match ->> 'contractId')::bigint) as contract_id,
              coalesce(l.contract_item_id, (l.contract_match ->> 'itemId')::bigint) as item_id, c.reference
         from invoices i join invoice_lines l on l.invoice_id = i.id
         left join provider_contracts c on c.id = coalesce(l.contract_id, (l.contract_match ->> 'contractId')::bigint)
        where i.id = :invoiceId and l.id = :lineId for update of i`,
      { invoiceId, lineId },
      trx
    )
    if (!line?.contractId || !line.providerId)
      throw new DomainError('E_LINK', 'La línea ya no tiene una propuesta de contrato. Recargue la página.')
    const isTaken = choice === 'accept'
    await execute(
      `update invoice_lines set contract_match = :match::jsonb where id = :lineId`,
      {
        lineId,
        match: JSON.stringify({
          by: 'person',
          providerId: line.providerId,
          contractId: isTaken ? line.contractId : null,
          itemId: isTaken ? line.itemId : null,
        }),
      },
      trx
    )
    const side = { contract: line.reference }
    const [before, after] = isTaken ? [null, side] : [side, null]
    await logInvoiceAction({ invoiceId, action: 'line_changed', actor, before, after }, trx)
    await recordEvent(
      {
        actor,
        objectType: 'invoice',
        objectId: invoiceId,
        siteId: line.siteId,
        event: isTaken ? 'invoice.contract_linked' : 'invoice.contract_refused',
        diff: { contract: isTaken ? [null, line.reference] : [line.reference, null] },
      },
      trx
    )
    await holdAgainstContracts([invoiceId], trx)
    await auditInvoice(invoiceId, trx)
  })
}
