import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** A hotel or work centre of a company: the analytic dimension of its entries. */
export type CenterInput = {
  code: string
  name: string
  rooms: number | null
  pmsCode: string | null
  active: boolean
}

/** Opens a centre, or changes one of this company. Throws E_TAKEN at `code` when the company has it already. */
export async function saveCenter(
  { siteId, centerId }: { siteId: number; centerId: number | null },
  input: CenterInput,
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    await refuseTaken(siteId, centerId, input.code, trx)
    const before = centerId ? await lockCenter(siteId, centerId, trx) : {}
    const diff = changedFields({ ...before }, { ...input })
    if (!diff) return
    await write({ siteId, centerId }, input, trx)
    await recordEvent(
      {
        actor,
        objectType: 'site',
        objectId: siteId,
        siteId,
        event: centerId ? 'site_center.changed' : 'site_center.created',
        reason: input.name,
        diff,
      },
      trx
    )
  })
}

async function refuseTaken(siteId: number, centerId: number | null, code: string, trx: Transaction) {
  const taken = await row<{ name: string }>(
    `select name from site_centers where site_id = :siteId and code = :code and id is distinct from :centerId::bigint`,
    { siteId, code, centerId },
    trx
  )
  if (taken) throw new DomainError('E_TAKEN', `Ya lo usa el centro ${taken.name}.`, { field: 'code' })
}

function lockCenter(siteId: number, centerId: number, trx: Transaction): Promise<CenterInput> {
  return oneRow<CenterInput>(
    `select code, name, rooms, pms_code, active from site_centers where id = :centerId and site_id = :siteId for update`,
    { centerId, siteId },
    trx
  )
}

async function write(
  { siteId, centerId }: { siteId: number; centerId: number | null },
  input: CenterInput,
  trx: Transaction
) {
  if (centerId) {
    await execute(
      `update site_centers set code = :code, name = :name, rooms = :rooms, pms_code = :pmsCode, active = :active where id = :centerId and site_id = :siteId`,
      { ...input, centerId, siteId },
      trx
    )
    return
  }
  await oneRow(
    `insert into site_centers (site_id, code, name, rooms, pms_code, active) values (:siteId, :code, :name, :rooms, :pmsCode, :active) returning id`,
    { ...input, siteId },
    trx
  )
}
