import db from '@adonisjs/lucid/services/db'

/** Makes of a payment one of payroll, as the owner of the tables can: for what is told of it to whom. */
export async function makePayrollOf(orderId: number): Promise<void> {
  await db.connection('owner').transaction(async (trx) => {
    await trx.rawQuery(`alter table payment_orders disable trigger user`)
    await trx.rawQuery(
      `update payment_orders set kind = 'payroll', source_type = 'payroll_payment' where id = ?`,
      [orderId]
    )
    await trx.rawQuery(`alter table payment_orders enable trigger user`)
  })
}
