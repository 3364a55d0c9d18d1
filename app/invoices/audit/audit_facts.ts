import type { ReadFields } from '#app/invoices/reading/reading_types'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { oneRow, row, rows, type Transaction } from '#app/kernel/sql'

/** Everything the fast rules look at, read once. */
export type AuditFacts = {
  invoice: {
    id: number
    status: string
    siteId: number | null
    providerId: number | null
    invoiceNumber: string | null
    issuedOn: CalendarDate | null
    dueOn: CalendarDate | null
    currency: string
    docType: string
    priority: string
    baseMinor: number
    vatMinor: number
    surchargeMinor: number
    withholdingMinor: number
    suppliedMinor: number
    totalMinor: number
    ibanDetected: string | null
    paymentMethodDetected: string | null
    reverseCharge: boolean
  }
  provider: {
    legalName: string
    taxId: string | null
    active: boolean
    status: string
    kind: string
    country: string
    isNew: boolean
  } | null
  siteTaxId: string | null
  banks: { iban: string | null; verification: string }[]
  ibanOwner: string | null
  blacklisted: string | null
  taxGroups: { rateBasisPoints: number; baseMinor: number; vatMinor: number; lines: number }[]
  lineSumMinor: number
  unclassifiedLines: number
  lineCount: number
  /** Lines whose VAT is deducted, in whole or in part. */
  deductingLines: number
  duplicate: {
    id: number
    reference: string
    issuedOn: string
    totalMinor: number
    currency: string
    siteId: number | null
  } | null
  lookalike: { id: number; reference: string; siteId: number | null } | null
  read: Partial<ReadFields> | null
  readerAlarms: { code: string; message: string }[]
}

export async function readAuditFacts(invoiceId: number, trx: Transaction): Promise<AuditFacts> {
  const invoice = await oneRow<
    AuditFacts['invoice'] & {
      reading: { fields?: Partial<ReadFields> | null; alarms?: { code: string; message: string }[] } | null
    }
  >(
    `select id, status, site_id, provider_id, invoice_number, issued_on, due_on, currency, doc_type, priority, base_minor, vat_minor, surcharge_minor,
            withholding_minor, supplied_minor, total_minor, iban_detected, payment_method_detected, reverse_charge, reading
       from invoices where id = :invoiceId`,
    { invoiceId },
    trx
  )
  const { providerId, siteId, ibanDetected: iban } = invoice
  const provider = providerId
    ? await row<NonNullable<AuditFacts['provider']>>(
        `select legal_name, tax_id::text, active, status, kind, country, created_at > now() - interval '30 days' as is_new from providers where id = :providerId`,
        { providerId },
        trx
      )
    : null
  const site = siteId
    ? await row<{ taxId: string }>(`select tax_id::text from sites where id = :siteId`, { siteId }, trx)
    : null
  const banks = providerId
    ? await rows<AuditFacts['banks'][number]>(
        `select iban, verification from provider_banks where provider_id = :providerId and disabled_at is null`,
        { providerId },
        trx
      )
    : []
  const lines = await oneRow<
    Pick<AuditFacts, 'lineSumMinor' | 'lineCount' | 'unclassifiedLines' | 'deductingLines'>
  >(
    `select coalesce(sum(base_minor), 0)::bigint as line_sum_minor, count(*)::int as line_count, count(*) filter (where deductible_percent > 0 and vat_minor <> 0)::int as deducting_lines,
            count(*) filter (where category_id is null or account_code is null)::int as unclassified_lines from invoice_lines where invoice_id = :invoiceId`,
    { invoiceId },
    trx
  )
  return {
    invoice,
    provider,
    siteTaxId: site?.taxId ?? null,
    banks,
    ibanOwner: iban ? await otherOwner(iban, providerId, trx) : null,
    blacklisted: iban ? await blacklistReason(iban, trx) : null,
    taxGroups: await rows<AuditFacts['taxGroups'][number]>(
      `select t.rate_basis_points, g.base_minor, g.vat_minor, (select count(*)::int from invoice_lines l where l.invoice_id = g.invoice_id and l.vat_code_id = g.vat_code_id) as lines
         from invoice_tax_groups g join tax_codes t on t.id = g.vat_code_id where g.invoice_id = :invoiceId`,
      { invoiceId },
      trx
    ),
    ...lines,
    duplicate: await findDuplicate(invoiceId, trx),
    lookalike: await findLookalike(invoiceId, trx),
    read: invoice.reading?.fields ?? null,
    readerAlarms: invoice.reading?.alarms ?? [],
  }
}

async function otherOwner(iban: string, providerId: number | null, trx: Transaction): Promise<string | null> {
  const owner = await row<{ name: string }>(
    `select p.legal_name as name from provider_banks b join providers p on p.id = b.provider_id
      where b.iban = :iban and b.provider_id is distinct from :providerId and b.verification <> 'rejected' limit 1`,
    { iban, providerId },
    trx
  )
  return owner?.name ?? null
}

async function blacklistReason(iban: string, trx: Transaction): Promise<string | null> {
  const entry = await row<{ comment: string }>(
    `select comment from iban_blacklist where status = 'active' and severity = 'block' and (expires_on is null or expires_on > current_date)
        and ((pattern_type = 'iban' and value = :iban) or (pattern_type = 'bank_prefix' and value = left(:iban, 2) || substr(:iban, 5, 4))
          or (pattern_type = 'country' and value = left(:iban, 2))) limit 1`,
    { iban },
    trx
  )
  return entry?.comment ?? null
}

/** A copy that comes later stops itself, not the invoice that is approved or booked already: the index lets only one be. */
function findDuplicate(invoiceId: number, trx: Transaction): Promise<AuditFacts['duplicate']> {
  return row<NonNullable<AuditFacts['duplicate']>>(
    `select o.id, o.reference, o.issued_on, o.total_minor, o.currency, o.site_id from invoices i join invoices o
        on o.provider_id = i.provider_id and o.number_norm = i.number_norm and o.id <> i.id and o.doc_type = i.doc_type
       and extract(year from o.issued_on) = extract(year from i.issued_on)
      where i.id = :invoiceId and i.number_norm <> '' and o.status not in ('cancelled', 'duplicate', 'rejected')
        and (i.status not in ('approved', 'booked', 'disputed') or o.status in ('approved', 'booked', 'disputed')) order by o.id limit 1`,
    { invoiceId },
    trx
  )
}

function findLookalike(invoiceId: number, trx: Transaction): Promise<AuditFacts['lookalike']> {
  return row<NonNullable<AuditFacts['lookalike']>>(
    `select o.id, o.reference, o.site_id from invoices i join invoices o on o.provider_id = i.provider_id and o.total_minor = i.total_minor and o.id <> i.id
       and o.issued_on between i.issued_on - 3 and i.issued_on + 3 and o.number_norm is distinct from i.number_norm
      where i.id = :invoiceId and i.total_minor <> 0 and o.status not in ('cancelled', 'duplicate', 'rejected')
        and similarity(o.number_norm, i.number_norm) >= 0.5 order by o.id limit 1`,
    { invoiceId },
    trx
  )
}
