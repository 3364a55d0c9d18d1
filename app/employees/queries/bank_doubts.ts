import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { nameLikeness } from '#app/kernel/text/name_likeness'

type Doubtful = { employeeId: number; iban: string; holderName: string }

/** Below this likeness of names (0 to 1) the holder is somebody else. */
const HOLDER_LIKENESS_MIN = 0.4

/** What somebody should look at before a bank detail is kept: sentences, none when nothing is doubtful. */
export async function bankDoubts(
  { employeeId, iban, holderName }: Doubtful,
  trx: Transaction
): Promise<string[]> {
  const { isShared, name } = await oneRow<{ isShared: boolean; name: string }>(
    `select exists (select 1 from employee_banks b join employees o on o.id = b.employee_id
              where b.iban = :iban and o.tax_id is distinct from e.tax_id and b.disabled_at is null and b.verification <> 'rejected') as is_shared,
            e.first_name || ' ' || e.last_name as name
       from employees e where e.id = :employeeId`,
    { employeeId, iban },
    trx
  )
  const likeness = nameLikeness(holderName, name)
  return [
    // Who the other one is may lie outside the caller's companies.
    ...(isShared ? ['Este IBAN ya es de otro empleado. Confirme que es correcto.'] : []),
    ...(likeness < HOLDER_LIKENESS_MIN ? ['El titular no coincide con el nombre del empleado.'] : []),
  ]
}
