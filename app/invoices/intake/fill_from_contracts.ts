import { setDeductible } from '#app/invoices/editing/set_deductible'
import { execute, type Transaction } from '#app/kernel/database/sql'

/**
 * Lines of a newly read invoice that nothing else classified take profile, category, account and centre of their contract,
 * and an invoice that prints no due date the terms of payment that were agreed. Only before anybody has seen them:
 * afterwards a line is what a person left it. `printedDueOn`: what the document says of its due date.
 */
export async function fillFromContracts(
  invoiceId: number,
  printedDueOn: string | null,
  trx: Transaction
): Promise<void> {
  const filled = await execute(
    `update invoice_lines l set category_id = g.id, profile_id = coalesce(l.profile_id, e.id), account_code = coalesce(c.ledger_account_code, e.ledger_account_code, g.ledger_account_prefix),
        center_id = coalesce(l.center_id, (select z.id from site_centers z join invoices i on i.id = l.invoice_id where z.id = c.center_id and z.site_id = i.site_id)),
        match_state = 'matched', match_explanation = jsonb_build_object('text', 'Del contrato ' || c.reference)
       from provider_contracts c left join expense_profiles e on e.id = c.profile_id and e.active join categories g on g.id = coalesce(c.category_id, e.category_id)
      where l.invoice_id = :invoiceId and l.contract_id = c.id and (l.category_id is null or l.category_id = (select id from categories where code = 'SIN'))`,
    { invoiceId },
    trx
  )
  if (filled > 0) await setDeductible(invoiceId, trx)
  if (printedDueOn === null)
    await execute(
      `update invoices i set due_on = i.issued_on + c.payment_terms_days from provider_contracts c
        where i.id = :invoiceId and c.id = i.contract_id and c.payment_terms_days is not null and i.issued_on is not null`,
      { invoiceId },
      trx
    )
}
