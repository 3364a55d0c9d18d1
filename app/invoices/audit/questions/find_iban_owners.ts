import { askIbanOwners } from '#app/invoices/audit/outside_facts'
import { groupAnswers } from '#app/invoices/audit/questions/find_exact_copies'
import type { Question } from '#app/invoices/audit/rule'
import { rows } from '#app/kernel/sql'

/** Who else the printed account belongs to; a person is not named. */
export type IbanOwner = { kind: 'provider' | 'employee' | 'other'; name: string }

/** Other parties that the printed accounts belong to: suppliers, employees, and whoever higher areas know. */
export const findIbanOwners: Question<IbanOwner[]> = async (ids, _context, client) => {
  const printed = await rows<{ of: number; iban: string }>(
    `select id as of, iban_detected as iban from invoices where id = any(:ids::bigint[]) and iban_detected is not null`,
    { ids: [...ids] },
    client
  )
  if (printed.length === 0) return new Map()
  const known = await rows<IbanOwner & { of: number }>(OWNERS, { ids: printed.map(({ of }) => of) }, client)
  const told = await askIbanOwners([...new Set(printed.map(({ iban }) => iban))], client)
  const others = printed.flatMap(({ of, iban }) =>
    (told.get(iban) ?? []).map((name) => ({ of, kind: 'other' as const, name }))
  )
  return groupAnswers([...known, ...others])
}

const OWNERS = `
  select i.id as of, 'provider' as kind, p.legal_name as name from invoices i join provider_banks b on b.iban = i.iban_detected
      and b.provider_id is distinct from i.provider_id and b.verification <> 'rejected' and b.disabled_at is null
      join providers p on p.id = b.provider_id and p.status <> 'merged' where i.id = any(:ids::bigint[])
  union all
  select i.id, 'employee', 'un empleado' from invoices i join employee_banks b on b.iban = i.iban_detected and b.verification <> 'rejected'
      join employees e on e.id = b.employee_id join providers p on p.id = i.provider_id and p.kind <> 'employee_like' where i.id = any(:ids::bigint[])
  order by 1, 2, 3`
