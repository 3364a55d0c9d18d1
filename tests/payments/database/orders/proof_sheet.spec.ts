import { test } from '@japa/runner'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { proofFacts } from '#app/payments/proofs/proof_facts'
import { proofSheet } from '#app/payments/proofs/proof_sheet'
import { makeApiStage, makeQueuedOrders } from '#tests/factories/api_payments'

test('the proof of a payment says who prepared, approved and released it, what they saw and what the bank answered', async ({
  assert,
}) => {
  const stage = await makeApiStage()
  const { orderIds, batchIds } = await makeQueuedOrders(stage, 1)
  await submitBatch(batchIds[0] ?? 0)
  await stage.close()

  const facts = await proofFacts(orderIds[0] ?? 0)
  const pdf = await proofSheet(facts, 'Impreso por la prueba')

  const steps = facts.events.map(({ step }) => step)
  assert.includeMembers(steps, [
    'Preparado',
    'Pasado a la bolsa',
    'Última aprobación',
    'Incluido en una remesa',
    'Admitido por el banco',
  ])
  assert.isTrue(facts.decisions.every(({ isSame, isRevoked }) => isSame && !isRevoked))
  assert.lengthOf(facts.attempts, 1)
  assert.equal(facts.attempts[0]?.badge.label, 'Admitido')
  assert.isNotNull(facts.attempts[0]?.providerRef ?? null)
  assert.include(facts.events.at(-1)?.change ?? '', 'Procesando')
  assert.equal(Buffer.from(pdf).subarray(0, 5).toString(), '%PDF-')
})
