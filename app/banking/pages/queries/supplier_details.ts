import { type Client, rows } from '#app/kernel/database/sql'

/** A bank detail of a supplier that a beneficiary may be, as a form offers it. */
export type SupplierDetail = { value: string; label: string }

const CHOICES_MAX = 50

type Asked = { beneficiaryId: number; siteId: number }

/**
 * Verified bank details without IBAN, of suppliers that a company may pay, whose account ends as that of a beneficiary does and
 * that no other beneficiary of its connection is.
 */
export async function supplierDetails(
  { beneficiaryId, siteId }: Asked,
  client?: Client
): Promise<SupplierDetail[]> {
  const found = await rows<{ id: number; name: string; bank: string | null; tail: string }>(
    `select k.id, p.legal_name::text as name, k.bank_name as bank, right(k.account_number, 4) as tail
       from provider_beneficiaries n join provider_banks k on k.iban is null and right(k.account_number, 4) = right(n.account, 4) join providers p on p.id = k.provider_id
      where n.id = :beneficiaryId and n.iban is null and n.account ~ '\\d{4}$' and k.disabled_at is null and k.verification = 'verified' and p.status = 'active'
        and (k.site_id is null or k.site_id = :siteId)
        and not exists (select 1 from provider_beneficiaries o where o.connector_id = n.connector_id and o.provider_bank_id = k.id and o.currency = n.currency and o.id <> n.id and o.status = 'active')
      order by lower(p.legal_name::text), k.id limit ${CHOICES_MAX}`,
    { beneficiaryId, siteId },
    client
  )
  return found.map(({ id, name, bank, tail }) => ({
    value: String(id),
    label: [name, bank, `•••• ${tail}`].filter(Boolean).join(' · '),
  }))
}
