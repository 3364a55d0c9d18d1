import { test } from '@japa/runner'
import { wakeAlarms } from '#app/invoices/auditing/audit_open_invoices'
import { resolveAlarm } from '#app/invoices/auditing/resolve_alarm'
import { execute, row, rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { addBank, disableBank, verifyBank } from '#app/providers/actions/provider_banks'
import { makeBankAccount, makeIban } from '#tests/factories/books'
import { booked, type InvoiceStage, makeInvoiceStage, reviewed } from '#tests/factories/invoice_stage'

const openRules = (id: number) =>
  rows<{ ruleCode: string }>(
    `select rule_code from invoice_alarms where invoice_id = :id and status = 'open' order by rule_code`,
    { id }
  ).then((found) => found.map(({ ruleCode }) => ruleCode))

const alarmOf = (id: number, ruleCode: string) =>
  row<{ id: number; status: string }>(
    `select id, status from invoice_alarms where invoice_id = :id and rule_code = :ruleCode`,
    { id, ruleCode }
  )

/** A booked invoice that prints an account nobody has verified yet. */
async function withPrintedAccount(stage: InvoiceStage) {
  const iban = makeIban()
  const id = await booked(stage)
  await execute(`update invoices set iban_detected = :iban where id = :id`, { id, iban })
  const providerId = stage.provider.id
  const bankId = await addBank(
    { providerId, iban, holderName: 'Suministros', isConfirmed: true },
    stage.accountant.actor
  )
  return { id, providerId, bankId }
}

test.group('Alarms about a bank account', () => {
  test('once a second person has verified the printed account the invoice can be paid', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    await makeBankAccount(stage.siteId)
    const { id, providerId, bankId } = await withPrintedAccount(stage)
    const before = await openRules(id)

    await verifyBank({ providerId, bankId }, 'phone_call', stage.senior.actor)

    assert.deepEqual(before, ['B1'])
    assert.deepEqual(await openRules(id), [])
    assert.equal((await createOrder({ invoiceId: id }, stage.accountant.actor)).amountMinor, 12_100)
  })

  test('an account taken out of use stops the invoices that print it again', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const { id, providerId, bankId } = await withPrintedAccount(stage)
    await verifyBank({ providerId, bankId }, 'phone_call', stage.senior.actor)

    await disableBank({ providerId, bankId }, stage.accountant.actor)

    assert.deepEqual(await openRules(id), ['B1'])
  })

  test('a payment looks at the alarms of the invoice as things stand now', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await makeBankAccount(stage.siteId)
    const id = await booked(stage)
    await execute(`update invoices set iban_detected = :iban where id = :id`, { id, iban: makeIban() })

    await assert.rejects(() => createOrder({ invoiceId: id }, stage.accountant.actor), /El IBAN impreso/)
  })
})

test.group('Alarms about a copy', () => {
  test('a copy that comes later stops itself and not the payment of the booked invoice', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    await makeBankAccount(stage.siteId)
    const original = await booked(stage, { number: 'C-1' })
    const copy = await reviewed(stage, { number: 'C-1' })

    const order = await createOrder({ invoiceId: original }, stage.accountant.actor)

    assert.equal(order.amountMinor, 12_100)
    assert.include(await openRules(copy), 'D1')
  })
})

/** An invoice with the alarm of a supplier who usually withholds, which is no blocking one. */
async function withWarning(stage: InvoiceStage): Promise<{ id: number; alarmId: number }> {
  await execute(`update providers set kind = 'professional' where id = :id`, stage.provider)
  const id = await reviewed(stage)
  const alarm = await alarmOf(id, 'A4')
  return { id, alarmId: alarm?.id ?? 0 }
}

const snooze = (
  stage: InvoiceStage,
  { id, alarmId }: { id: number; alarmId: number },
  until: CalendarDate | null
) =>
  resolveAlarm({
    invoiceId: id,
    alarmId,
    outcome: 'snoozed',
    reason: 'Se espera la factura corregida',
    snoozedUntil: until,
    actor: stage.senior.actor,
    role: 'superC0ntab1l1dad',
  })

test.group('Alarms that are put off', () => {
  test('until a day between tomorrow and thirty days ahead', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const warned = await withWarning(stage)

    for (const until of [null, today(), addDays(today(), 31)])
      await assert.rejects(async () => snooze(stage, warned, until), /entre mañana y dentro de 30 días/)
    await snooze(stage, warned, addDays(today(), 30))
    assert.equal((await alarmOf(warned.id, 'A4'))?.status, 'snoozed')
  })

  test('come back on their day', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const [due, later] = [await withWarning(stage), await withWarning(stage)]
    await snooze(stage, due, addDays(today(), 1))
    await snooze(stage, later, addDays(today(), 2))
    await execute(`update invoice_alarms set snoozed_until = :day where id = :alarmId`, {
      ...due,
      day: today(),
    })

    await wakeAlarms(today())

    assert.equal((await alarmOf(due.id, 'A4'))?.status, 'open')
    assert.equal((await alarmOf(later.id, 'A4'))?.status, 'snoozed')
  })

  test('do not come back when the reason for them is gone', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const warned = await withWarning(stage)
    await snooze(stage, warned, addDays(today(), 1))
    await execute(`update invoice_alarms set snoozed_until = :day where id = :alarmId`, {
      ...warned,
      day: today(),
    })
    await execute(`update providers set kind = 'supplier' where id = :id`, stage.provider)

    await wakeAlarms(today())

    assert.equal((await alarmOf(warned.id, 'A4'))?.status, 'auto_closed')
  })
})
