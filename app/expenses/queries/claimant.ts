import { type Client, row } from '#app/kernel/database/sql'

export type Claimant = { employeeId: number | null; providerId: number | null; siteId: number | null }

/** Who a tax number belongs to: an employee at work in that company or elsewhere, else a supplier; exactly, or nobody. */
export async function findClaimant(
  { taxId, siteId }: { taxId: string; siteId: number | null },
  client?: Client
): Promise<Claimant> {
  const employee = await row<{ id: number; siteId: number }>(
    `select id, site_id from employees where tax_id = :taxId and anonymised_at is null
      order by (site_id = :siteId) desc nulls last, (status <> 'terminated') desc, id desc limit 1`,
    { taxId, siteId },
    client
  )
  if (employee) return { employeeId: employee.id, providerId: null, siteId: siteId ?? employee.siteId }
  const provider = await row<{ id: number }>(
    `select id from providers where tax_id = :taxId and status <> 'merged' order by id limit 1`,
    { taxId },
    client
  )
  return { employeeId: null, providerId: provider?.id ?? null, siteId }
}

/**
 * The account a note is paid on: of the payee's verified ones the one the note names, else their usual one; null without
 * any. `isOwn` tells whether it is the one that the note names.
 */
export function findPayeeBank(
  {
    employeeId,
    providerId,
    siteId,
    iban,
  }: { employeeId: number | null; providerId: number | null; siteId: number | null; iban: string | null },
  client?: Client
): Promise<{ id: number; iban: string; holderName: string | null; isOwn: boolean } | null> {
  return row(
    `select id, iban, holder_name, iban is not distinct from :iban as is_own from (
        select id, iban, holder_name, is_default, null::bigint as site_id from employee_banks where employee_id = :employeeId and disabled_at is null and verification = 'verified'
        union all
        select id, iban, holder_name, is_default, site_id from provider_banks where provider_id = :providerId and iban is not null and disabled_at is null and verification = 'verified' and (site_id is null or site_id = :siteId)) b
      order by (iban is not distinct from :iban) desc, (site_id = :siteId) desc nulls last, is_default desc, id limit 1`,
    { employeeId, providerId, siteId, iban },
    client
  )
}
