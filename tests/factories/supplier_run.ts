import { calendarDate } from '#app/kernel/calendar_date'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { makeAccount, makeIban } from '#tests/factories/books'
import type { Person } from '#tests/factories/people'

type Wanted = { siteId: number; suppliers: number; invoicesEach: number; credits: number; person: Person }

/** Cents of the invoices of a supplier, no two alike, and of a credit note. */
export const invoiceMinor = (place: number) => 10_000 + place
export const CREDIT_MINOR = 1_500

/**
 * Suppliers with verified accounts, so many booked invoices of each and some of them with a credit note, made with SQL:
 * each invoice of about 100,00 €, each credit note of 15,00 €, all due on one day.
 */
export async function makeSupplierRun({
  siteId,
  suppliers,
  invoicesEach,
  credits,
  person,
}: Wanted): Promise<void> {
  const run = `${Date.now() % 1_000_000}`
  const made = await rows<{ id: number; bankId: number; name: string }>(
    `with wanted as (select n, (:ibans::text[])[n] as iban from generate_series(1, :suppliers::int) n),
       made as (insert into providers (code, legal_name, tax_id) select 'DL' || :run || '-' || n, 'Proveedor ' || lpad(n::text, 3, '0') || ' ' || :run, 'DL' || :run || n from wanted returning id, code, legal_name),
       banks as (insert into provider_banks (provider_id, iban, holder_name, is_default, verification, verification_method, verified_by, verified_at, payable_from, created_at)
         select made.id, w.iban, made.legal_name, true, 'verified', 'phone_call', :userId::bigint, now() - interval '50 days', now() - interval '48 days', now() - interval '60 days'
           from made join wanted w on 'DL' || :run || '-' || w.n = made.code returning id, provider_id)
     select made.id, banks.id as bank_id, made.legal_name as name from made join banks on banks.provider_id = made.id order by made.id`,
    { run, suppliers, ibans: Array.from({ length: suppliers }, () => makeIban()), userId: person.id }
  )
  const expense = await makeAccount(siteId, '628')
  for (const [index, provider] of made.entries()) {
    const hasCredit = index < credits
    const keys = await rows<{ id: number }>(
      `select nextval(pg_get_serial_sequence('invoices', 'id'))::bigint as id from generate_series(1, :count::int)`,
      { count: invoicesEach + (hasCredit ? 1 : 0) }
    )
    const documents = keys.map(({ id }, place) => ({
      id,
      minor: place < invoicesEach ? invoiceMinor(place) : -CREDIT_MINOR,
    }))
    const entryId = await inTransaction(async (trx) => {
      const debt = await ensureAccount(
        { siteId, prefix: '410', subledger: 'provider', subledgerId: provider.id, name: provider.name },
        trx
      )
      const posted = await postEntry(
        {
          siteId,
          postedOn: calendarDate('2026-10-10'),
          journal: 'compras',
          kind: 'test.run',
          idempotencyKey: `test:run:${siteId}:${provider.id}`,
          description: 'Facturas de prueba',
          lines: [
            { accountId: expense, amountMinor: documents.reduce((sum, { minor }) => sum + minor, 0) },
            ...documents.map(({ id, minor }) => ({
              accountId: debt.id,
              amountMinor: -minor,
              documentType: 'invoice',
              documentId: id,
              counterpartyType: 'provider' as const,
              counterpartyId: provider.id,
            })),
          ],
        },
        trx
      )
      return posted.entryId
    })
    await execute(
      `insert into invoices (id, reference, site_id, provider_id, provider_bank_id, status, doc_type, rectification_note, invoice_number, issued_on, due_on, posted_on, base_minor, vat_minor, total_minor, outstanding_minor, journal_entry_id, concept)
       overriding system value
       select d.id, 'FR-DL-' || d.id, :siteId, :providerId, :bankId, 'booked', case when d.minor < 0 then 'credit_note' else 'invoice' end, case when d.minor < 0 then 'Sin factura original' end,
          case when d.minor < 0 then 'AB-' else 'FA-' end || d.id, date '2026-10-10', date '2026-11-01', date '2026-10-10', d.minor, 0, d.minor, d.minor, :entryId, 'Suministro'
         from jsonb_to_recordset(:documents::jsonb) as d(id bigint, minor bigint)`,
      {
        siteId,
        providerId: provider.id,
        bankId: provider.bankId,
        entryId,
        documents: JSON.stringify(documents),
      }
    )
  }
  const { n } = await oneRow<{ n: number }>(
    `select count(*)::int as n from invoices where site_id = :siteId and doc_type = 'invoice' and outstanding_minor > 0`,
    { siteId }
  )
  if (n !== suppliers * invoicesEach) throw new Error(`${n} invoices were made`)
}
