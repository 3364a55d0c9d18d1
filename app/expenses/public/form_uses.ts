import { stampHash } from '#app/identity/public_forms/form_stamp'
import { execute, row, type Transaction } from '#app/kernel/database/sql'

/** Notes that a form with this stamp was used, with what came of it: the same one again violates `public_form_uses_pkey`. */
export async function noteUse(hash: string, number: string, trx: Transaction): Promise<void> {
  await execute(
    `insert into public_form_uses (stamp_hash, code) values (:hash, :number)`,
    { hash, number },
    trx
  )
}

/** The number of the note that a form with this stamp became, or null. */
export async function numberOfStamp(stamp: string): Promise<string | null> {
  const found = await row<{ code: string }>(`select code from public_form_uses where stamp_hash = :hash`, {
    hash: stampHash(stamp),
  })
  return found?.code ?? null
}
