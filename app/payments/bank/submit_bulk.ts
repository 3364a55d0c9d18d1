import { randomUUID } from 'node:crypto'
import type { SubmitAnswer, TransferGateway } from '#app/banking/gateway/transfer_gateway'
import { inTransaction } from '#app/kernel/database/sql'
import { recordAnswers } from '#app/payments/bank/record_answer'
import { beginAttempt, type Submitted } from '#app/payments/bank/submit_order'

type Bulk = TransferGateway & { submitBulk: NonNullable<TransferGateway['submitBulk']> }

/** Whether a bank takes several payments at once. */
export const takesBulk = (gateway: TransferGateway): gateway is Bulk => gateway.submitBulk !== undefined

/**
 * Asks the bank for several queued orders at once: the attempts of all are on record together, under a key of the submission,
 * then the bank is asked, then each has its own answer. Killed in between, each is looked up by its number.
 */
export async function submitBulk(orderIds: readonly number[], gateway: Bulk): Promise<Submitted[]> {
  const bulkKey = randomUUID()
  const started = await inTransaction(async (trx) => {
    const all = []
    for (const id of orderIds.toSorted((a, b) => a - b))
      all.push(await beginAttempt(id, { gateway, bulkKey }, trx))
    return all
  })
  const begun = started.filter((one) => one.kind === 'begun')
  const others = started.filter((one) => one.kind !== 'begun')
  if (begun.length === 0) return others
  const answers = await gateway.submitBulk(
    begun.map(({ transfer, key }) => ({ transfer, key })),
    bulkKey
  )
  return [
    ...others,
    ...(await recordAnswers(begun.map((one, index) => ({ ...one, answer: answerAt(answers, index) })))),
  ]
}

/** An answer that is missing says nothing: the bank may have taken it. */
export const answerAt = (answers: readonly SubmitAnswer[], index: number): SubmitAnswer =>
  answers[index] ?? {
    kind: 'unknown',
    httpStatus: null,
    reason: 'El proveedor no respondió por este pago del envío conjunto',
  }
