import { type Actor, recordEvents } from '#app/audit/record_event'
import { execute, inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type KeyValue = { name: string; month: CalendarDate; siteId: number; value: string }
export type KeySource = 'manual' | 'import' | 'employees' | 'centers'

type Written = { source: KeySource; importId?: string | null; actor: Actor }

/** Writes values of keys, each over the one that its company had of that month; what changes is on record. Gives how many. */
export async function writeKeys(
  values: readonly KeyValue[],
  { source, importId = null, actor }: Written,
  trx: Transaction
): Promise<number> {
  if (values.length === 0) return 0
  const written = await rows<{
    id: number
    name: string
    siteId: number
    before: string | null
    value: string
  }>(
    `with given as (select * from jsonb_to_recordset(:values::jsonb) as v(name text, month date, site_id bigint, value numeric)),
       before as (select k.name, k.month, k.site_id, k.value from allocation_keys k join given g on (g.name, g.month, g.site_id) = (k.name, k.month, k.site_id) for update of k)
     insert into allocation_keys as k (name, month, site_id, value, source, import_id, updated_by)
     select name, month, site_id, value, :source, :importId::uuid, :userId::bigint from given
     on conflict (name, month, site_id) do update set value = excluded.value, source = excluded.source, import_id = excluded.import_id, updated_by = excluded.updated_by
     returning k.id, k.name, k.site_id, k.value::text as value, (select b.value::text from before b where (b.name, b.month, b.site_id) = (k.name, k.month, k.site_id)) as before`,
    {
      values: JSON.stringify(values.map(({ siteId, ...value }) => ({ ...value, site_id: siteId }))),
      source,
      importId,
      userId: actor.userId,
    },
    trx
  )
  await recordEvents(
    written
      .filter(({ before, value }) => before !== value)
      .map(({ id, siteId, name, before, value }) => ({
        actor,
        objectType: 'allocation_key',
        objectId: id,
        siteId,
        event: 'allocation_key.written',
        reason: name,
        diff: { value: [before, value] as [unknown, unknown] },
      })),
    trx
  )
  return written.length
}

/** The values of a key that companies have in a month, by hand. */
export const saveKeys = (values: readonly KeyValue[], actor: Actor): Promise<number> =>
  inTransaction((trx) => writeKeys(values, { source: 'manual', actor }, trx))

/** Takes a value away. Throws E_KEY for one that is not there any more. */
export async function removeKey(keyId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const gone = await row<{ name: string; siteId: number; value: string }>(
      `delete from allocation_keys where id = :keyId returning name, site_id, value::text as value`,
      { keyId },
      trx
    )
    if (!gone) throw new DomainError('E_KEY', 'El valor ya no existe: recargue la página.')
    await recordEvents(
      [
        {
          actor,
          objectType: 'allocation_key',
          objectId: keyId,
          siteId: gone.siteId,
          event: 'allocation_key.removed',
          reason: gone.name,
          diff: { value: [gone.value, null] },
        },
      ],
      trx
    )
  })
}

/** Those that a file brought, where nothing has changed them since. Gives how many went. */
export const removeImported = (importId: string, trx: Transaction): Promise<number> =>
  execute(`delete from allocation_keys where import_id = :importId::uuid`, { importId }, trx)
