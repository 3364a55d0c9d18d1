import type { ReadingContext } from '#app/invoices/reading/reading_types'
import { rows } from '#app/kernel/sql'

/** Our own companies (never a supplier) and the suppliers known so far, for the reader. */
export async function readingContext(): Promise<ReadingContext> {
  const [ownCompanies, suppliers] = await Promise.all([
    rows<{ siteId: number; name: string; taxId: string; ibans: string[] }>(
      `select s.id as site_id, s.legal_name::text as name, s.tax_id::text,
              coalesce(array_agg(b.iban) filter (where b.iban is not null), '{}') as ibans
         from sites s left join bank_accounts b on b.site_id = s.id group by s.id`
    ),
    rows<{ name: string; taxId: string; ibans: string[] }>(
      `select p.legal_name as name, p.tax_id::text,
              coalesce(array_agg(b.iban) filter (where b.iban is not null), '{}') as ibans
         from providers p left join provider_banks b on b.provider_id = p.id and b.verification = 'verified'
        where p.tax_id is not null and p.status <> 'merged' group by p.id limit 20000`
    ),
  ])
  return { ownCompanies, suppliers }
}
