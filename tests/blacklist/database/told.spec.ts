import { test } from '@japa/runner'
import { verifyBank as verifyEmployeeBank } from '#app/employees/actions/employee_banks'
import { rows } from '#app/kernel/database/sql'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent } from '#app/payments/batches/send_batch'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { addBank, verifyBank } from '#app/providers/actions/provider_banks'
import { makeListed } from '#tests/factories/blacklist'
import { makeIban, makeSite } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import { bringFile, readAs, takeOn } from '#tests/factories/imports'
import { approverOf, makeApprovedOrder, makeDraftOrder, makePaymentStage } from '#tests/factories/payments'
import { makePayrollStage, payrollCsv } from '#tests/factories/payroll'
import { makeUser } from '#tests/factories/people'
import { makeEmployee, makeEmployeeBank } from '#tests/factories/staff'

const hitsOf = async (entryId: number) =>
  (
    await rows<{ point: string; outcome: string }>(
      `select point, outcome from iban_blacklist_hits where entry_id = :entryId order by id`,
      { entryId }
    )
  ).map(({ point, outcome }) => `${point} ${outcome}`)

const mailsAbout = (orderId: number) =>
  rows<{ to: string; body: string }>(
    `select "to", body from outgoing_mails where object_type = 'payment_order' and object_id = :orderId and subject = 'Pagos a una cuenta que ha entrado en la lista negra' order by id`,
    { orderId }
  )

test.group('An account that is listed', () => {
  test('names the payments that it stops and those that have left, once, to who can act', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const left = await makeApprovedOrder(stage, 'AV-1', 30_000)
    const { batchIds } = await releaseOrders([left.id], approverOf(stage).actor)
    const inFile = await makeApprovedOrder(stage, 'AV-0', 20_000)
    await markBatchSent(batchIds[0] ?? 0, stage.person.actor)
    await releaseOrders([inFile.id], approverOf(stage).actor)
    const approved = await makeApprovedOrder(stage, 'AV-2', 12_300)
    const draft = await makeDraftOrder(stage, 'AV-3', 4_500)
    const lead = await makeUser('s1st3ma')

    await makeListed(stage.person, { value: stage.provider.iban })

    const [mail, ...others] = (await mailsAbout(approved.id)).filter(({ to }) => to === lead.email)
    assert.deepEqual(others, [])
    assert.equal(
      mail?.body.replaceAll('\u00a0', ' '),
      [
        'Retenidos: no saldrán y sus aprobaciones quedan sin efecto.',
        `${approved.number}, 123,00 €`,
        `${draft.number}, 45,00 €`,
        '',
        'Ya han salido y no se han podido detener: llame hoy al banco.',
        `${left.number}, 300,00 €`,
        '',
        'Entre en Caudal para revisarlos.',
      ].join('\n')
    )
    const frozen = await rows<{ body: string }>(
      `select m.body from outgoing_mails m join payment_orders o on o.batch_id = m.object_id where m.object_type = 'payment_batch' and o.id = :id and m."to" = :to`,
      { id: inFile.id, to: lead.email }
    )
    assert.lengthOf(frozen, 1)
    assert.include(frozen[0]?.body ?? '', inFile.number)
    const creatorTold = (await mailsAbout(approved.id)).some(({ to }) => to === stage.creator.email)
    assert.isFalse(creatorTold)

    await makeListed(stage.person, { value: makeIban() })
    assert.lengthOf(
      (await mailsAbout(approved.id)).filter(({ to }) => to === lead.email),
      1
    )
  })

  test('only as a warning is told to who opens a payment that already waits', async ({ assert }) => {
    const stage = await makePaymentStage()
    const waiting = await makeDraftOrder(stage, 'AV-4', 8_000)
    await bufferOrder(waiting.id, stage.creator.actor)
    const before = await PaymentOrder.findOrFail(waiting.id)

    await makeListed(stage.person, { value: stage.provider.iban, severity: 'warn' })

    const after = await PaymentOrder.findOrFail(waiting.id)
    assert.equal(after.status, 'buffered')
    assert.deepEqual(after.reinforcedReasons, [...before.reinforcedReasons, 'Lista negra (aviso)'])
    assert.equal(after.requiredApprovals, 2)
    assert.deepEqual(await mailsAbout(waiting.id), [])
  })

  test('is one attempt of a file that is brought in and then taken on', async ({ assert }) => {
    const stage = await makePayrollStage(2)
    const { id } = await makeListed(stage.person, {
      severity: 'warn',
      value: stage.employees[0]?.iban ?? '',
    })
    const text = payrollCsv(stage.employees, () => '1.500,00')
    const { actor } = stage.person
    const scope = [stage.siteId]
    const importId = await bringFile(
      'payroll',
      { name: 'nomina.csv', bytes: Buffer.from(text), scope },
      actor
    )
    await takeOn('payroll', importId, actor, { scope })
    assert.deepEqual(await hitsOf(id), ['payment_upload.payroll warned'])

    await readAs('payroll', text, actor, { scope, purpose: 'bring' })
    assert.lengthOf(await hitsOf(id), 2)
  })

  test('only as a warning is let through by who verifies it, and that stays on record', async ({
    assert,
  }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const verifier = await makeUser('aprobador')
    const supplier = await makeListed(person, { severity: 'warn' })
    const { id: providerId } = await makeProvider(person)
    const bankId = await addBank(
      { providerId, iban: supplier.value, holderName: 'Suministros de prueba', isConfirmed: true },
      person.actor
    )
    const { id: employeeId } = await makeEmployee((await makeSite()).siteId, person)
    const own = await makeEmployeeBank(employeeId, person)
    const staff = await makeListed(person, { severity: 'warn', value: own.iban })

    await verifyBank({ providerId, bankId }, 'phone_call', verifier.actor)
    await verifyEmployeeBank({ employeeId, bankId: own.bankId }, 'certificate', verifier.actor)

    assert.equal((await hitsOf(supplier.id)).at(-1), 'provider_bank.verify released')
    assert.equal((await hitsOf(staff.id)).at(-1), 'employee_bank.verify released')
  })
})
