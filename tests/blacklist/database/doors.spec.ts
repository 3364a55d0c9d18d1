import { setTimeout } from 'node:timers/promises'
import { test } from '@japa/runner'
import { insertEntry, lockList } from '#app/blacklist/actions/add_entry'
import { liftEntry, requestLift, updateEntry } from '#app/blacklist/actions/change_entry'
import { checkIban } from '#app/blacklist/check_iban'
import BlacklistEntry from '#app/blacklist/models/blacklist_entry'
import { createInvoice } from '#app/invoices/intake/create_invoice'
import { execute, inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { formatIban } from '#app/kernel/identifiers/iban'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { markBatchSent } from '#app/payments/batches/send_batch'
import PaymentOrder from '#app/payments/orders/payment_order'
import { type Released, releaseOrders } from '#app/payments/release/release_orders'
import { addBank, verifyBank } from '#app/providers/actions/provider_banks'
import { makeListed } from '#tests/factories/blacklist'
import { makeIban, makeSite } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import {
  approverOf,
  makeApprovedOrder,
  makeDraftOrder,
  makePaymentStage,
  withNewProvider,
} from '#tests/factories/payments'
import { makeUser } from '#tests/factories/people'
import { makeEmployee, makeEmployeeBank } from '#tests/factories/staff'

const bankState = (table: string, id: number) =>
  oneRow<{ verification: string; isDefault: boolean }>(
    `select verification, is_default from ${table} where id = :id`,
    { id }
  )

test.group('The list at every door', () => {
  test('however an account is written it is the listed one', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const { value } = await makeListed(person)
    for (const written of [
      formatIban(value),
      value.toLowerCase(),
      value.replace(/(.{4})/g, '$1-'),
      value.replace(/(.{4})/g, '$1.'),
      ` IBAN ${value}`,
      value.slice(4),
      value.replace('E', 'Е'),
    ])
      assert.isNotNull(await checkIban(written, { point: 'prueba' }), written)
    assert.isNull(await checkIban(makeIban(), { point: 'prueba' }))
  })

  test('a bank and a country reach every account of theirs, and what blocks beats what warns', async ({
    assert,
  }) => {
    const person = await makeUser('superC0ntab1l1dad')
    await makeListed(person, { patternType: 'bank_prefix', value: 'DE50010517', severity: 'warn' })
    assert.equal((await checkIban('DE12500105170648489890', { point: 'prueba' }))?.severity, 'warn')
    assert.isNull(await checkIban('DE89370400440532013000', { point: 'prueba' }))
    await makeListed(person, { patternType: 'country', value: 'MT' })
    assert.equal((await checkIban('MT84MALT011000012345MTLCAST001S', { point: 'prueba' }))?.severity, 'block')
    await makeListed(person, { value: 'DE12500105170648489890' })
    assert.equal((await checkIban('DE12500105170648489890', { point: 'prueba' }))?.severity, 'block')
  })

  test('suppliers’ and employees’ accounts: none is taken in, and those that were there before stop', async ({
    assert,
  }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const { siteId } = await makeSite()
    const provider = await makeProvider(person)
    const { id: employeeId } = await makeEmployee(siteId, person)
    const employee = await makeEmployeeBank(employeeId, person)
    await makeListed(person, { value: provider.iban })
    const { report } = await makeListed(person, { value: employee.iban })

    assert.match(report, /1 cuentas de empleados/)
    assert.deepEqual(await bankState('provider_banks', provider.bankId), {
      verification: 'blacklisted',
      isDefault: false,
    })
    assert.deepEqual(await bankState('employee_banks', employee.bankId), {
      verification: 'blacklisted',
      isDefault: false,
    })
    const other = await makeProvider(person)
    await assert.rejects(
      () => addBank({ providerId: other.id, iban: provider.iban, holderName: 'Otro' }, person.actor),
      'Este IBAN está en la lista negra y no puede guardarse.'
    )
    await assert.rejects(() =>
      execute(`insert into provider_banks (provider_id, iban, holder_name) values (:id, :iban, 'Otro')`, {
        id: other.id,
        iban: provider.iban,
      })
    )
    const verifier = await makeUser('aprobador')
    await assert.rejects(() =>
      verifyBank({ providerId: provider.id, bankId: provider.bankId }, 'phone_call', verifier.actor)
    )
    const events = await rows(
      `select 1 as found from audit_events where object_type = 'provider' and object_id = :id and event = 'provider_bank.blacklisted'`,
      { id: provider.id }
    )
    assert.lengthOf(events, 1)
  })

  test('payments that have not left go back to draft without their approvals; the file of one that has does not go', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const [draft, approved, sent] = [
      await makeDraftOrder(await withNewProvider(stage), 'N-1'),
      await makeApprovedOrder(await withNewProvider(stage), 'N-2'),
      await makeApprovedOrder(await withNewProvider(stage), 'N-3'),
    ]
    const { batchIds } = await releaseOrders([sent.id], approverOf(stage).actor)
    for (const { creditorIban } of [draft, approved, sent])
      await makeListed(stage.person, { value: creditorIban ?? '' })

    const stateOf = async ({ id }: PaymentOrder) => {
      const { status, holdReason } = await PaymentOrder.findOrFail(id)
      return [status, holdReason]
    }
    assert.deepEqual(await stateOf(draft), ['draft', 'blacklist'])
    assert.deepEqual(await stateOf(approved), ['draft', 'blacklist'])
    const live = await row(
      `select 1 as found from approval_decisions where document_type = 'payment_order' and document_id = :id and revoked_at is null`,
      { id: approved.id }
    )
    assert.isNull(live)
    assert.deepEqual(await stateOf(sent), ['sent', 'blacklist'])
    const [batchId = 0] = batchIds
    await assert.rejects(() => markBatchSent(batchId, approverOf(stage).actor))
    assert.notEqual(
      (
        await oneRow<{ status: string }>(`select status from payment_batches where id = :batchId`, {
          batchId,
        })
      ).status,
      'sent'
    )
  })

  test('the database lets no listed account be approved or released', async ({ assert }) => {
    const stage = await makePaymentStage()
    const order = await makeApprovedOrder(await withNewProvider(stage), 'N-9')
    await execute(
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :iban, 'block', 'fraude', 'Sin barrido')`,
      { iban: order.creditorIban }
    )
    await assert.rejects(() =>
      execute(`update payment_orders set status = 'sent', sub_status = 'queued' where id = :id`, {
        id: order.id,
      })
    )
  })

  test('of many payments that are to leave in one statement none does where one goes to a listed account', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const orders = [
      await makeApprovedOrder(await withNewProvider(stage), 'N-10'),
      await makeApprovedOrder(await withNewProvider(stage), 'N-11'),
      await makeApprovedOrder(await withNewProvider(stage), 'N-12'),
    ]
    const ids = orders.map(({ id }) => id)
    await execute(
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :iban, 'block', 'fraude', 'Sin barrido')`,
      { iban: orders[1]?.creditorIban }
    )
    await assert.rejects(
      () =>
        execute(
          `update payment_orders set status = 'sent', sub_status = 'queued' where id = any(:ids::bigint[])`,
          { ids }
        ),
      /payment_order_blacklisted/
    )
    await execute(`update payment_orders set hold_reason = 'no_funds' where id = any(:ids::bigint[])`, {
      ids,
    })
    const states = await rows(
      `select distinct status, hold_reason from payment_orders where id = any(:ids::bigint[])`,
      { ids }
    )
    assert.deepEqual(states, [{ status: 'approved', holdReason: 'no_funds' }])
  })

  test('a payment by network that waits does not go to its bank once its account is listed', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeApprovedOrder(await withNewProvider(stage), 'N-13')
    const steps = [
      `update payment_orders set status = 'sent', sub_status = 'queued' where id = :id`,
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) select 'iban', creditor_iban, 'block', 'fraude', 'Sin barrido' from payment_orders where id = :id`,
      `update payment_orders set sub_status = 'submitting' where id = :id`,
    ]
    const done: string[] = []
    await assert.rejects(
      () =>
        inTransaction(async (trx) => {
          for (const step of steps) {
            await execute(step, { id: order.id }, trx)
            done.push(step)
          }
        }),
      /payment_order_obstructed/
    )
    assert.lengthOf(done, 2)
  })

  test('a payment that leaves while its account is being listed waits, and then it does not leave', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeApprovedOrder(await withNewProvider(stage), 'N-8')
    const released = { isOver: false }
    let release: Promise<unknown> = Promise.resolve()
    await inTransaction(async (trx) => {
      await lockList(trx)
      await insertEntry(
        {
          patternType: 'iban',
          value: order.creditorIban ?? '',
          severity: 'block',
          reason: 'fraude',
          comment: 'Mientras sale',
          ownerName: null,
          expiresOn: null,
          isInvalid: false,
          evidence: null,
        },
        stage.person.actor,
        trx
      )
      release = releaseOrders([order.id], approverOf(stage).actor)
        .catch((error: unknown) => error)
        .finally(() => {
          released.isOver = true
        })
      await setTimeout(400)
      assert.isFalse(released.isOver)
    })
    const { released: left, heldBack } = (await release) as Released
    assert.equal(left, 0)
    assert.match(heldBack[0]?.reason ?? '', /lista negra/)
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'approved')
  })

  test('an unpaid invoice that prints the account is alarmed as soon as it is listed', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const { siteId } = await makeSite()
    const { id: providerId } = await makeProvider(person)
    const { id: categoryId } = await oneRow<{ id: number }>(
      `select id from categories where name = 'Lavandería'`
    )
    const invoiceId = await createInvoice(
      {
        siteId,
        providerId,
        invoiceNumber: `N-${Date.now()}`,
        issuedOn: calendarDate('2026-03-01'),
        lines: [
          {
            concept: 'Suministro',
            baseMinor: 10_000,
            vatCode: 'IVA21',
            withholdingCode: null,
            categoryId,
            accountCode: '629',
          },
        ],
        source: 'api',
      },
      person.actor
    )
    const iban = makeIban()
    await execute(`update invoices set iban_detected = :iban where id = :invoiceId`, { iban, invoiceId })
    await makeListed(person, { value: iban })
    const alarm = await row(
      `select severity from invoice_alarms where invoice_id = :invoiceId and rule_code = 'B2' and status = 'open'`,
      { invoiceId }
    )
    assert.deepEqual(alarm, { severity: 'blocking' })
  })
})

test.group('An entry of the list', () => {
  test('is never rewritten, is there once, and expires tomorrow at the earliest', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const { id, value } = await makeListed(person)
    await assert.rejects(() => makeListed(person, { value }), 'Este IBAN ya está en la lista negra.')
    await assert.rejects(
      () => makeListed(person, { value: 'ES9121000418450200051333' }),
      'El IBAN no es válido.'
    )
    await assert.rejects(
      () => makeListed(person, { comment: ' no ' }),
      'Indique el motivo (mínimo 5 caracteres).'
    )
    await assert.rejects(
      () => makeListed(person, { expiresOn: calendarDate('2026-01-01') }),
      /posterior a hoy/
    )
    for (const sql of [
      `update iban_blacklist set value = 'ES0000000000000000000000' where id = :id`,
      `delete from iban_blacklist where id = :id`,
      `update iban_blacklist set status = 'expired' where id = :id`,
      `update iban_blacklist set status = 'lifted', lifted_at = now(), lifted_by = created_by where id = :id`,
    ])
      await assert.rejects(() => execute(sql, { id }))
  })

  test('is taken off by two people, and one alone neither weakens nor shortens it', async ({ assert }) => {
    const [asker, other] = [await makeUser('superC0ntab1l1dad'), await makeUser('aprobador')]
    const { id, value } = await makeListed(asker)
    const given = {
      severity: 'block' as const,
      reason: 'fraude' as const,
      comment: 'Denunciada por el banco',
      ownerName: null,
      expiresOn: null,
      lockVersion: 0,
    }
    await assert.rejects(
      () => updateEntry(id, { ...given, severity: 'warn' }, asker.actor),
      /solicite la baja/
    )
    await assert.rejects(
      () => updateEntry(id, { ...given, expiresOn: calendarDate('2099-01-01') }, asker.actor),
      /solicite la baja/
    )
    await assert.rejects(() => liftEntry(id, other.actor), /Antes hay que solicitar/)
    await requestLift(id, 'Era la cuenta buena', asker.actor)
    await assert.rejects(() => liftEntry(id, asker.actor), 'La baja debe confirmarla otro usuario.')
    assert.isNotNull(await checkIban(value, { point: 'prueba' }))
    await liftEntry(id, other.actor)
    assert.isNull(await checkIban(value, { point: 'prueba' }))
    assert.equal((await BlacklistEntry.findOrFail(id)).status, 'lifted')
  })
})
