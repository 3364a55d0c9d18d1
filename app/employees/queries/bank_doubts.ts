import { oneRow, type Transaction } from '#app/kernel/sql'

type Doubtful = { employeeId: number; iban: string; holderName: string }

/** Below this likeness of names (pg_trgm, 0 to 1) the holder is somebody else. */
const HOLDER_LIKENESS_MIN = 0.4

/** What somebody should look at before a bank detail is kept: sentences, none when nothing is doubtful. */
export async function bankDoubts(
  { employeeId, iban, holderName }: Doubtful,
  trx: Transaction
): Promise<string[]> {
  const { isShared, likeness } = await oneRow<{ isShared: boolean; likeness: number }>(
    `select exists (select 1 from employee_banks b join employees o on o.id = b.employee_id
              where b.iban = :iban and o.tax_id is distinct from e.tax_id and b.disabled_at is null and b.verification <> 'rejected') as is_shared,
            similarity(f_unaccent(lower(:holderName)), f_unaccent(lower(e.first_name || ' ' || e.last_name)))::float8 as likeness
       from employees e where e.id = :employeeId`,
    { employeeId, iban, holderName },
    trx
  )
  return [
    // Who the other one is may lie outside the caller's companies.
    ...(isShared ? ['Este IBAN ya es de otro empleado. Confirme que es correcto.'] : []),
    ...(likeness < HOLDER_LIKENESS_MIN ? ['El titular no coincide con el nombre del empleado.'] : []),
  ]
}
