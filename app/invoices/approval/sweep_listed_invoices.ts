import type { Affected } from '#app/blacklist/sweepers'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'

const UNPAID = `i.status in ('pending_review', 'pending_approval', 'approved', 'booked', 'disputed') and i.payment_state <> 'paid'`

/** Judges again the unpaid invoices that print an account which these entries list. Gives how many. */
export async function sweepListedInvoices(entryIds: number[]): Promise<number> {
  const found = await rows<{ id: number }>(
    `select distinct i.id from iban_blacklist e join invoices i on case e.pattern_type when 'iban' then i.iban_detected = e.value
        when 'bank_prefix' then i.iban_detected like left(e.value, 2) || '__' || substr(e.value, 3) || '%' else i.iban_detected like e.value || '%' end
      where e.id = any(:entryIds::bigint[]) and i.iban_detected is not null and ${UNPAID} order by i.id`,
    { entryIds }
  )
  for (const { id } of found)
    await inTransaction(async (trx) => {
      await execute(`select id from invoices where id = :id for update`, { id }, trx)
      await auditInvoice(id, trx)
    })
  return found.length
}

/** Unpaid invoices of the reader's companies that print an account which an entry reaches. */
export async function affectedInvoices(like: string, scope: number[] | 'all'): Promise<Affected[]> {
  const found = await rows<{
    id: number
    reference: string
    name: string | null
    totalMinor: number
    currency: string
  }>(
    `select i.id, i.reference, p.legal_name as name, i.total_minor, i.currency from invoices i left join providers p on p.id = i.provider_id
      where i.iban_detected like :like and ${UNPAID} and (:all or i.site_id = any(:ids::bigint[])) order by i.id desc limit 100`,
    { like, all: scope === 'all', ids: scope === 'all' ? [] : scope }
  )
  return found.map(({ id, reference, name, totalMinor, currency }) => ({
    kind: 'Factura que lo lleva impreso',
    label: `${reference}${name ? ` · ${name}` : ''}`,
    detail: formatAmount(totalMinor, currency),
    href: `/invoices/${id}`,
  }))
}
