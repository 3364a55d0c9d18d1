import { setDeductible } from '#app/invoices/actions/set_deductible'
import { execute, type Transaction } from '#app/kernel/sql'

/**
 * Lines of a newly read invoice that nothing else classified take category, account and centre of their contract. Only
 * before anybody has seen them: afterwards a line is what a person left it.
 */
export async function fillFromContracts(invoiceId: number, trx: Transaction): Promise<void> {
  const filled = await execute(
    `update invoice_lines l set category_id = g.id, account_code = coalesce(c.ledger_account_code, g.ledger_account_prefix),
        center_id = coalesce(l.center_id, (select z.id from site_centers z join invoices i on i.id = l.invoice_id where z.id = c.center_id and z.site_id = i.site_id)),
        match_state = 'matched', match_explanation = jsonb_build_object('text', 'Del contrato ' || c.reference)
       from provider_contracts c join categories g on g.id = c.category_id
      where l.invoice_id = :invoiceId and l.contract_id = c.id and l.category_id is null`,
    { invoiceId },
    trx
  )
  if (filled > 0) await setDeductible(invoiceId, trx)
}
