import db from '@adonisjs/lucid/services/db'
import { getActiveTestOrFail } from '@japa/runner'

type Kind = { kind: string; source_type: string }

/**
 * Makes of a payment one of payroll, as the owner of the tables can, for what is told of it to whom; what it was comes
 * back when the test ends, so that what the database keeps beside its orders holds for the tests that follow.
 */
export async function makePayrollOf(orderId: number): Promise<void> {
  const before = await setKind(orderId, { kind: 'payroll', source_type: 'payroll_payment' })
  getActiveTestOrFail().cleanup(async () => {
    await setKind(orderId, before)
  })
}

/** Gives what it was before. */
async function setKind(orderId: number, { kind, source_type }: Kind): Promise<Kind> {
  return db.connection('owner').transaction(async (trx) => {
    const before = await trx.rawQuery(`select kind, source_type from payment_orders where id = ?`, [orderId])
    await trx.rawQuery(`alter table payment_orders disable trigger user`)
    await trx.rawQuery(`update payment_orders set kind = ?, source_type = ? where id = ?`, [
      kind,
      source_type,
      orderId,
    ])
    await trx.rawQuery(`alter table payment_orders enable trigger user`)
    return before.rows[0]
  })
}
