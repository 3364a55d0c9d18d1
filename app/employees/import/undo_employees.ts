import type { Actor } from '#app/audit/record_event'
import type { MadeImport } from '#app/imports/define_import'
import { execute, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** Takes the employees of an import back while none of them was touched since. Throws E_UNDO with the first who was. */
export async function undoEmployees({ id }: MadeImport, _actor: Actor, trx: Transaction): Promise<number> {
  const people = await rows<{ id: number; name: string; isTouched: boolean }>(
    `select e.id, e.full_name as name, e.lock_version > 0 or exists (select 1 from employees o where o.manager_id = e.id and o.import_id is distinct from e.import_id) as is_touched
       from employees e where e.import_id = :id::uuid order by e.id for update of e`,
    { id },
    trx
  )
  refuseTouched(people)
  await removePeople(
    people.map((person) => person.id),
    trx
  )
  return people.length
}

function refuseTouched(people: readonly { name: string; isTouched: boolean }[]): void {
  const touched = people.filter(({ isTouched }) => isTouched)
  const [first] = touched
  if (!first) return
  const others = touched.length - 1
  throw new DomainError(
    'E_UNDO',
    `No se puede deshacer: después se ha modificado a ${first.name}${others > 0 ? ` y a ${others} más` : ''}.`
  )
}

/** Mails that were not sent yet go too: nobody is told of an account that was never kept. */
async function removePeople(ids: number[], trx: Transaction): Promise<void> {
  const bindings = { ids }
  await execute(
    `delete from outgoing_mails where object_type = 'employee' and object_id = any(:ids::bigint[]) and status = 'queued'`,
    bindings,
    trx
  )
  for (const table of ['employee_banks', 'employee_periods'])
    await execute(`delete from ${table} where employee_id = any(:ids::bigint[])`, bindings, trx)
  await execute(`delete from employees where id = any(:ids::bigint[])`, bindings, trx)
}
