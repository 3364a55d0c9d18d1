import { test } from '@japa/runner'
import { alarmsList } from '#app/invoices/auditing/list_alarms'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { listOf } from '#app/kernel/lists/listing'
import { checkDerived } from '#app/ledger/queries/check_invariants'
import { makeSite } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import { makeInvoiceStage, reviewed } from '#tests/factories/invoice_stage'

let sequence = 0

async function raise(invoiceId: number): Promise<number> {
  sequence++
  const { id } = await oneRow<{ id: number }>(
    `insert into invoice_alarms (invoice_id, rule_code, fingerprint, severity, message) values (:invoiceId, 'Z8', 'subject' || :sequence, 'warning', 'Ojo') returning id`,
    { invoiceId, sequence }
  )
  return id
}

const subjectOf = (id: number) =>
  oneRow<{ siteId: number; providerId: number; minor: number; day: string }>(
    `select of_site_id as site_id, of_provider_id as provider_id, of_minor as minor, of_day as day from invoice_alarms where id = :id`,
    { id }
  )

const invoiceOf = (id: number) =>
  oneRow<{ siteId: number; providerId: number; minor: number; day: string }>(
    `select site_id, provider_id, total_minor as minor, issued_on as day from invoices where id = :id`,
    { id }
  )

const assertKept = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    (await checkDerived()).filter(
      ({ invariant, violations }) => invariant === 'alarms_say_their_invoice' && violations > 0
    ),
    []
  )

test.group('Whose a finding is', () => {
  test('it has the company, supplier, amount and day of its invoice, and follows them', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const invoiceId = await reviewed(stage)
    const alarmId = await raise(invoiceId)
    assert.deepEqual(await subjectOf(alarmId), await invoiceOf(invoiceId))

    const { siteId } = await makeSite()
    const provider = await makeProvider(stage.senior)
    await execute(
      `update invoices set site_id = :siteId, provider_id = :providerId, provider_bank_id = null, total_minor = 4321, issued_on = '2026-02-03' where id = :invoiceId`,
      { siteId, providerId: provider.id, invoiceId }
    )
    assert.deepEqual(await subjectOf(alarmId), {
      siteId,
      providerId: provider.id,
      minor: 4321,
      day: '2026-02-03',
    })
    await assertKept(assert)
  })

  test('nobody can give it to another company', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const alarmId = await raise(await reviewed(stage))
    const { siteId } = await makeSite()
    await execute(`update invoice_alarms set of_site_id = :siteId, of_minor = 1 where id = :alarmId`, {
      siteId,
      alarmId,
    })
    assert.equal((await subjectOf(alarmId)).siteId, stage.siteId)
    await assertKept(assert)
  })

  test('raised while its invoice is being changed, it waits and says what came of that', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const invoiceId = await reviewed(stage)
    let alarm: Promise<number> | undefined
    await inTransaction(async (trx) => {
      await execute(`update invoices set total_minor = 777 where id = :invoiceId`, { invoiceId }, trx)
      alarm = raise(invoiceId)
      await new Promise((resolve) => setTimeout(resolve, 150))
    })
    assert.equal((await subjectOf((await alarm) ?? 0)).minor, 777)
    await assertKept(assert)
  })

  test('findings are listed by the amount and the day of their invoices, each page as it follows', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const wanted = [
      { totalMinor: 5_000, issuedOn: '2026-03-04' },
      { totalMinor: 90_000, issuedOn: '2026-01-04' },
      { totalMinor: 20_000, issuedOn: '2026-02-04' },
    ]
    const alarms: number[] = []
    for (const given of wanted) alarms.push(await raise(await reviewed(stage, given)))
    const listed = async (sort: string, direction: 'asc' | 'desc') => {
      const { rows } = await listOf(
        alarmsList,
        { page: 1, perPage: 10, sort, direction, cursor: null, exactCount: false },
        {
          where: ['a.of_site_id = :siteId', `a.rule_code = 'Z8'`, `a.status = 'open'`],
          bindings: { siteId: stage.siteId },
        }
      )
      return rows.map(({ id }) => alarms.indexOf(id))
    }
    assert.deepEqual(await listed('amount', 'desc'), [1, 2, 0])
    assert.deepEqual(await listed('amount', 'asc'), [0, 2, 1])
    assert.deepEqual(await listed('issued_on', 'desc'), [0, 2, 1])
  })
})
