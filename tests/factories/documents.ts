import { SYSTEM } from '#app/audit/record_event'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { refreshSearchText } from '#app/invoices/editing/refresh_search_text'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { createProvider } from '#app/providers/actions/create_provider'
import { addBank, verifyBank } from '#app/providers/actions/provider_banks'
import { cif, makeIban } from '#tests/factories/books'
import type { Person } from '#tests/factories/people'
import { uniqueNumber } from '#tests/factories/unique_numbers'

let sequence = 0

export type TestProvider = { id: number; bankId: number; iban: string }

/** An active supplier whose bank detail a second person verified long enough ago to be paid. */
export async function makeProvider(verifier: Person, { isPayable = true } = {}): Promise<TestProvider> {
  sequence++
  const iban = makeIban()
  const id = await createProvider(
    {
      legalName: `Suministros de prueba ${process.pid} ${Date.now()} ${sequence}, S.L.`,
      taxIdType: 'cif',
      taxId: cif(1_000_000 + uniqueNumber(5_000_000)),
      country: 'ES',
      kind: 'supplier',
    },
    SYSTEM
  )
  const bankId = await addBank({ providerId: id, iban, holderName: 'Suministros de prueba' }, SYSTEM)
  if (isPayable) {
    await verifyBank({ providerId: id, bankId }, 'phone_call', verifier.actor)
    await execute(
      `update provider_banks set payable_from = now() - interval '1 day', created_at = now() - interval '60 days' where id = :bankId`,
      { bankId }
    )
  }
  return { id, bankId, iban }
}

type InvoiceWanted = {
  siteId: number
  providerId: number
  creator: Person
  totalMinor?: number
  number?: string
  issuedOn?: string
  withholdingMinor?: number
  /** Of a credit note the total is negative. */
  docType?: 'invoice' | 'credit_note'
  /** Many at once are judged together afterwards, which takes a hundredth of the time. */
  isAudited?: boolean
}

/** A reviewed invoice: base and 21 % VAT that add up to the total, one classified line. */
export async function makeInvoice({
  siteId,
  providerId,
  creator,
  totalMinor = 12_100,
  number,
  issuedOn = '2026-03-10',
  withholdingMinor = 0,
  docType = 'invoice',
  isAudited = true,
}: InvoiceWanted): Promise<number> {
  sequence++
  const gross = totalMinor + withholdingMinor
  const baseMinor = Math.round((gross * 100) / 121)
  const vatMinor = gross - baseMinor
  return inTransaction(async (trx) => {
    const { id } = await oneRow<{ id: number }>(
      `insert into invoices (reference, site_id, provider_id, status, doc_type, invoice_number, issued_on, due_on, base_minor, vat_minor, withholding_minor, total_minor, provider_bank_id, created_by, source, concept)
       values ('FR-TEST-' || nextval('invoice_references'), :siteId, :providerId, 'pending_review', :docType, :number, :issuedOn, :issuedOn::date + 30, :baseMinor, :vatMinor, :withholdingMinor, :totalMinor,
          (select id from provider_banks where provider_id = :providerId order by id limit 1), :createdBy, 'api', 'Suministro') returning id`,
      {
        siteId,
        providerId,
        docType,
        number: number ?? `F-${Date.now()}-${sequence}`,
        issuedOn,
        baseMinor,
        vatMinor,
        withholdingMinor,
        totalMinor,
        createdBy: creator.id,
      },
      trx
    )
    await execute(
      `insert into invoice_lines (invoice_id, position, concept, base_minor, vat_code_id, vat_minor, withholding_code_id, withholding_minor, category_id, account_code, match_state)
       select :id, 1, 'Suministro', :baseMinor, t.id, :vatMinor, case when :withholdingMinor > 0 then (select id from tax_codes where code = 'IRPF15') end, :withholdingMinor, c.id, c.ledger_account_prefix, 'manual'
         from tax_codes t, categories c where t.code = 'IVA21' and c.name = 'Electricidad'`,
      { id, baseMinor, vatMinor, withholdingMinor },
      trx
    )
    await execute(
      `insert into invoice_tax_groups (invoice_id, vat_code_id, base_minor, vat_minor) select :id, id, :baseMinor, :vatMinor from tax_codes where code = 'IVA21'`,
      { id, baseMinor, vatMinor },
      trx
    )
    await refreshSearchText(id, trx)
    if (isAudited) await auditInvoice(id, trx)
    return id
  })
}
