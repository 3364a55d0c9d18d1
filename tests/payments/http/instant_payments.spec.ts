import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { findFile, readFileBytes } from '#app/files/store_file'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { earliestExecution } from '#app/payments/orders/checks/execution_day'
import PaymentOrder from '#app/payments/orders/payment_order'
import {
  approveFully,
  makeDraftOrder,
  makePaymentStage,
  type PaymentStage,
  releaseOne,
} from '#tests/factories/payments'
import { signedIn } from '#tests/factories/sign_in'

/** The account of the stage at a bank that takes files, instant transfers among them or not. */
async function useBank({ siteId, accountId }: PaymentStage, kind: 'instant' | 'slow'): Promise<void> {
  const { id } = await oneRow<{ id: number }>(
    `insert into bank_profiles (name, channel, instant_allowed) values (:name, 'sepa_file', :isInstant) returning id`,
    { name: `Banco ${kind} ${siteId}`, isInstant: kind === 'instant' }
  )
  await execute(`update bank_accounts set bank_profile_id = :id where id = :accountId`, { id, accountId })
}

const hurry = async (
  client: ApiClient,
  { creator }: PaymentStage,
  order: PaymentOrder,
  executionDate = order.executionDate
) =>
  client
    .put(`/payment-orders/${order.id}`)
    .withSession(await signedIn(creator))
    .withCsrfToken()
    .redirects(0)
    .json({
      fingerprint: order.fingerprint,
      debtor_account_id: order.debtorAccountId,
      execution_date: executionDate,
      is_instant: true,
    })

test.group('An instant payment', () => {
  test('is asked for where the bank makes them, needs one more approval and goes as such', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    await useBank(stage, 'slow')
    const draft = await makeDraftOrder(stage, 'INM-1')

    const refused = await hurry(client, stage, draft)
    assert.include(
      JSON.stringify(refused.flashMessages()),
      'El banco de la cuenta de cargo no admite transferencias inmediatas.'
    )
    assert.equal((await PaymentOrder.findOrFail(draft.id)).speed, 'normal')

    await useBank(stage, 'instant')
    await hurry(client, stage, draft)
    const instant = await PaymentOrder.findOrFail(draft.id)
    assert.equal(instant.speed, 'instant')
    assert.notEqual(instant.fingerprint, draft.fingerprint)

    const approved = await approveFully(stage, draft.id)
    assert.equal(approved.status, 'approved')
    assert.include(approved.reinforcedReasons, 'Transferencia inmediata')

    const { batchId } = await releaseOne(stage, draft.id)
    const { fileId, speed } = await oneRow<{ fileId: number; speed: string }>(
      `select file_id, speed from payment_batches where id = :batchId`,
      { batchId }
    )
    assert.equal(speed, 'instant')
    const file = await findFile(fileId)
    assert.include(
      file ? Buffer.from(await readFileBytes(file)).toString('utf8') : '',
      '<LclInstrm><Cd>INST</Cd></LclInstrm>'
    )
  })

  test('of today does not wait for the hour of the bank', async ({ assert, client }) => {
    const stage = await makePaymentStage()
    await useBank(stage, 'instant')
    const draft = await makeDraftOrder(stage, 'INM-2')
    // In the afternoon the order itself is for tomorrow.
    await hurry(client, stage, draft, earliestExecution({ cutOff: '00:00', speed: 'instant' }))
    await approveFully(stage, draft.id)

    const jobs = await rows(
      `select 1 as found from job_runs where object_type = 'payment_order' and object_id = :id`,
      { id: draft.id }
    )
    assert.lengthOf(jobs, 1)
  })
})
