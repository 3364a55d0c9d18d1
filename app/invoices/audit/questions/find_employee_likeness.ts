import { askRows } from '#app/invoices/audit/rule'

type Shared = 'address' | 'phone' | 'account'

const digits = (column: string) => `right(regexp_replace(${column}, '[^0-9]', '', 'g'), 9)`

/** Suppliers are few beside invoices, so each is compared once. Short addresses and numbers say nothing. */
const LIKENESS = `
  with mine as materialized (
    select distinct p.id, p.address, p.phone from invoices i join providers p on p.id = i.provider_id
     where i.id = any(:ids::bigint[]) and p.kind <> 'employee_like'),
  alike as (
    select m.id, 'address' as what from mine m join employees e on f_unaccent(lower(e.address)) = f_unaccent(lower(m.address)) where length(m.address) >= 10
    union select m.id, 'phone' from mine m join employees e on ${digits('e.phone')} = ${digits('m.phone')} where length(${digits('m.phone')}) = 9
    union select m.id, 'account' from mine m join provider_banks b on b.provider_id = m.id and b.disabled_at is null
        join employee_banks e on e.iban = b.iban and e.verification <> 'rejected')
  select i.id as of, min(a.what) as what from invoices i join alike a on a.id = i.provider_id where i.id = any(:ids::bigint[]) group by i.id`

/** What a supplier shares with somebody on the payroll. */
export const findEmployeeLikeness = askRows<{ of: number; what: Shared }, Shared>({
  sql: LIKENESS,
  answers: (found) => new Map(found.map(({ of, what }) => [of, what])),
})
