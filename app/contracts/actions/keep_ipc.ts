import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, formatDay, startOfMonth, today } from '#app/kernel/time/calendar_date'

/**
 * Keeps the consumer price index of a month (INE, base 2021). One that a revision has used is not changed: the prices made
 * with it stand. `value` has at most three decimals. Throws at `month` and `value`.
 */
export async function keepIpc(month: CalendarDate, value: string, actor: Actor): Promise<void> {
  if (!/^\d{1,5}(\.\d{1,3})?$/.test(value) || Number(value) <= 0)
    throw new DomainError('E_IPC', 'Introduzca un índice con tres decimales como máximo.', { field: 'value' })
  const first = startOfMonth(month)
  if (first > startOfMonth(today()))
    throw new DomainError('E_IPC', 'El índice de un mes que no ha llegado no existe.', { field: 'month' })
  await inTransaction(async (trx) => {
    const before = await row<{ value: string; isUsed: boolean }>(
      `select value::text, exists (select 1 from contract_indexations i where i.kind = 'ipc' and :first::date in (i.index_month, i.base_month)) as is_used
         from ipc_values where month = :first for update`,
      { first },
      trx
    )
    if (before && Number(before.value) === Number(value)) return
    if (before?.isUsed)
      throw new DomainError('E_IPC_USED', 'Ya hay precios revisados con este índice: no se modifica.', {
        field: 'month',
      })
    await execute(
      `insert into ipc_values (month, value, updated_by) values (:first, :value::numeric, :userId)
       on conflict (month) do update set value = excluded.value, updated_by = excluded.updated_by`,
      { first, value, userId: actor.userId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'ipc',
        objectId: null,
        event: before ? 'ipc.changed' : 'ipc.added',
        diff: { [formatDay(first)]: [before?.value ?? null, value] },
      },
      trx
    )
  })
}
