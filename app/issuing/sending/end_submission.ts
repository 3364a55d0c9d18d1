import { recordEvents, SYSTEM } from '#app/audit/record_event'
import type { AeatAnswer } from '#app/issuing/sending/aeat_answer'
import type { SentRecord, Submission } from '#app/issuing/sending/begin_submission'
import { type Delivered, deliveredState } from '#app/issuing/sending/delivered_state'
import { tellRefusals } from '#app/issuing/sending/tell_refusals'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'

type Answered = Extract<AeatAnswer, { kind: 'answered' }>
type Told = SentRecord & Delivered

/** Seconds before the next try after so many failures: a minute, doubling, never more than an hour (order HAC/1177/2024, art. 16). */
const waitAfter = (failures: number): number => Math.min(3600, 60 * 2 ** Math.min(failures, 6))

/**
 * Writes what AEAT said of each record, and when the company may send again. Records that it does not mention wait for the next
 * sending. Nothing happens where somebody else has taken the company meanwhile.
 */
export function keepAnswer(submission: Submission, answer: Answered, text: string): Promise<Told[]> {
  return inTransaction(async (trx) => {
    if (!(await isStillHeld(submission, trx))) return []
    const told = match(submission.records, answer)
    await writeStates(submission, told, answer.csv, trx)
    await execute(
      `update verifactu_submissions set status = 'answered', answered_at = clock_timestamp(), outcome = :outcome, csv = :csv,
          wait_seconds = :waitSeconds, answer = :text where id = :id`,
      { id: submission.id, outcome: answer.outcome, csv: answer.csv, waitSeconds: answer.waitSeconds, text },
      trx
    )
    await execute(
      `update verifactu_senders set wait_seconds = :waitSeconds, next_send_at = clock_timestamp() + make_interval(secs => :waitSeconds),
          holder = null, held_until = null, failures = 0, last_error = null, last_error_code = null, last_ok_at = clock_timestamp()
        where site_id = :siteId`,
      { siteId: submission.settings.siteId, waitSeconds: answer.waitSeconds },
      trx
    )
    await tellRefusals(submission.settings, told, trx)
    return told
  })
}

/** Nothing was taken of it, or nothing was heard: the records wait, and the next try comes later with each. */
export function keepFailure(
  submission: Submission,
  failure: { message: string; code: number | null; text?: string }
): Promise<void> {
  return inTransaction(async (trx) => {
    if (!(await isStillHeld(submission, trx))) return
    const { siteId } = submission.settings
    await execute(
      `update verifactu_submissions set status = 'failed', answered_at = clock_timestamp(), code = :code, error = :message, answer = :text where id = :id`,
      { id: submission.id, code: failure.code, message: failure.message, text: failure.text ?? null },
      trx
    )
    await execute(
      `update verifactu_deliveries set status = 'pending' where submission_id = :id and status = 'sending'`,
      { id: submission.id },
      trx
    )
    const sender = await row<{ failures: number }>(
      `update verifactu_senders set failures = failures + 1, holder = null, held_until = null, last_error = :message,
          last_error_code = :code, last_error_at = clock_timestamp() where site_id = :siteId returning failures`,
      { siteId, message: failure.message, code: failure.code },
      trx
    )
    await execute(
      `update verifactu_senders set next_send_at = clock_timestamp() + make_interval(secs => :seconds) where site_id = :siteId`,
      { siteId, seconds: waitAfter((sender?.failures ?? 1) - 1) },
      trx
    )
  })
}

async function isStillHeld({ settings, holder }: Submission, trx: Transaction): Promise<boolean> {
  const held = await row(
    `select 1 from verifactu_senders where site_id = :siteId and holder = :holder for update`,
    { siteId: settings.siteId, holder },
    trx
  )
  return held !== null
}

/** By our own key of each; an answer that sends none back is in the order of the sending. */
function match(records: readonly SentRecord[], { records: answers }: Answered): Told[] {
  const byReference = new Map(answers.map((answer) => [answer.reference, answer]))
  return records.flatMap((record, at) => {
    const inPlace = answers[at]
    const answer = byReference.get(String(record.seq)) ?? (inPlace?.reference === null ? inPlace : undefined)
    return answer ? [{ ...record, ...deliveredState(record, answer) }] : []
  })
}

async function writeStates(
  { id, settings }: Submission,
  told: readonly Told[],
  csv: string | null,
  trx: Transaction
): Promise<void> {
  await execute(
    `update verifactu_deliveries d set status = t.status, code = t.code, message = t.message, csv = :csv, answered_at = clock_timestamp()
       from jsonb_to_recordset(:told::jsonb) as t(id bigint, status text, code int, message text)
      where d.record_id = t.id and d.submission_id = :id and d.status = 'sending'`,
    {
      id,
      csv,
      told: JSON.stringify(
        told.map((one) => ({ id: one.id, status: one.status, code: one.code, message: one.message }))
      ),
    },
    trx
  )
  await execute(
    `update verifactu_deliveries set status = 'pending' where submission_id = :id and status = 'sending'`,
    { id },
    trx
  )
  await recordEvents(
    told.map((one) => ({
      actor: SYSTEM,
      objectType: 'verifactu_record',
      objectId: one.id,
      siteId: settings.siteId,
      event: 'verifactu_record.answered',
      from: 'sending',
      to: one.status,
      reason: one.code === null ? null : `${one.code}: ${one.message ?? ''}`.slice(0, 500),
    })),
    trx
  )
}
