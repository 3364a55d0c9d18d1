import { askIbanOwners } from '#app/invoices/audit/outside_facts'
import { askRows, groupAnswers } from '#app/invoices/audit/rule'

/** Who else the printed account belongs to; a person is not named. */
export type IbanOwner = { kind: 'provider' | 'employee' | 'other'; name: string }

type Row = { of: number; kind: IbanOwner['kind'] | 'printed'; name: string }

/** An account that a second person verified as the supplier's own is theirs too, whoever else has it. */
const NOT_VERIFIED = `not exists (select 1 from provider_banks own where own.provider_id = i.provider_id and own.iban = i.iban_detected
      and own.verification = 'verified' and own.disabled_at is null)`

const OWNERS = `
  select i.id as of, 'provider' as kind, p.legal_name as name from invoices i join provider_banks b on b.iban = i.iban_detected
      and b.provider_id is distinct from i.provider_id and b.verification <> 'rejected' and b.disabled_at is null
      join providers p on p.id = b.provider_id and p.status <> 'merged' where i.id = any(:ids::bigint[]) and ${NOT_VERIFIED}
  union all
  select i.id, 'employee', 'un empleado' from invoices i join employee_banks b on b.iban = i.iban_detected and b.verification <> 'rejected'
      join employees e on e.id = b.employee_id join providers p on p.id = i.provider_id and p.kind <> 'employee_like' where i.id = any(:ids::bigint[]) and ${NOT_VERIFIED}
  union all
  select i.id, 'printed', i.iban_detected from invoices i where i.id = any(:ids::bigint[]) and i.iban_detected is not null and ${NOT_VERIFIED}
  order by 1, 2, 3`

/** Other parties that the printed accounts belong to: suppliers, employees, and whoever higher areas know. */
export const findIbanOwners = askRows<Row, IbanOwner[]>({
  sql: OWNERS,
  answers: async (found, _context, client) => {
    const printed = found.filter(({ kind }) => kind === 'printed')
    const told = await askIbanOwners([...new Set(printed.map(({ name }) => name))], client)
    const others = printed.flatMap(({ of, name: iban }) =>
      (told.get(iban) ?? []).map((name) => ({ of, kind: 'other' as const, name }))
    )
    const known = found.flatMap(({ of, kind, name }) => (kind === 'printed' ? [] : [{ of, kind, name }]))
    return groupAnswers<IbanOwner>([...known, ...others])
  },
})
