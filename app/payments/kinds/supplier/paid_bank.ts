/** SQL: the verified bank detail that an invoice `i` of a supplier `p` is paid on. */
export const PAID_BANK = `select b.* from provider_banks b where b.provider_id = p.id and b.disabled_at is null and b.verification = 'verified'
    and (b.site_id is null or b.site_id = i.site_id) and (i.provider_bank_id is null or b.id = i.provider_bank_id)
  order by (b.site_id = i.site_id) desc nulls last, b.is_default desc, b.id limit 1`
