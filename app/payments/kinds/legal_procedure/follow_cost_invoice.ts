import { execute, type Transaction } from '#app/kernel/database/sql'

/** Makes a cost with an invoice owed, in a payment or paid: as its invoice is. */
export async function followCostInvoice(costId: number, trx: Transaction): Promise<void> {
  await execute(
    `update legal_procedure_costs c set paid_minor = least(i.total_minor, i.total_minor + i.rounding_minor - i.outstanding_minor),
        status = case when i.outstanding_minor = 0 then 'paid' when i.payment_state = 'in_process' then 'ordered' else 'payable' end
       from invoices i where i.id = c.invoice_id and c.id = :costId`,
    { costId },
    trx
  )
}
