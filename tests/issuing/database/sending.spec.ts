import { test } from '@japa/runner'
import { annulFromPage } from '#app/issuing/invoices/annul_from_page'
import { issuingAlerts } from '#app/issuing/queries/issuing_alerts'
import { correctFromPage } from '#app/issuing/records/correct_record'
import { sendDueRecords, sendRecordsOf } from '#app/issuing/sending/send_records'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import {
  deliveriesOf,
  type IssuingStage,
  issue,
  makeIssuingStage,
  type PlayedAeat,
  playAeat,
  sendNow,
} from '#tests/factories/issuing'

type Cleanup = (act: () => Promise<void>) => void

async function stageWithAeat(
  cleanup: Cleanup,
  slowMs?: number
): Promise<IssuingStage & { aeat: PlayedAeat }> {
  const stage = await makeIssuingStage()
  const aeat = await playAeat(stage, slowMs)
  cleanup(aeat.close)
  return { ...stage, aeat }
}

const statesOf = async (stage: IssuingStage) => (await deliveriesOf(stage)).map(({ status }) => status)

const submissionsOf = ({ issuer }: IssuingStage) =>
  rows<{
    status: string
    isIncident: boolean
    records: number
    outcome: string | null
    code: number | null
    csv: string | null
  }>(
    `select status, is_incident, records, outcome, code, csv from verifactu_submissions where site_id = :siteId order by id`,
    { siteId: issuer.siteId }
  )

const senderOf = ({ issuer }: IssuingStage) =>
  oneRow<{ failures: number; waitSeconds: number; waits: boolean; lastErrorCode: number | null }>(
    `select failures, wait_seconds, next_send_at > clock_timestamp() as waits, last_error_code from verifactu_senders where site_id = :siteId`,
    { siteId: issuer.siteId }
  )

const sound = {
  recipientName: 'RECEPTORA SL',
  recipientTaxId: 'B90000019',
  description: 'Corregida',
  regimes: ['01'],
}

test.group('Sending to the tax agency', () => {
  test('in the order of the chain, once the wait is over, with the answer kept', async ({
    assert,
    cleanup,
  }) => {
    const stage = await stageWithAeat(cleanup)
    stage.aeat.standIn.acts.wait?.({ seconds: 120 })
    for (let at = 0; at < 3; at++) await issue(stage)

    const sent = await sendNow(stage)
    await issue(stage)
    await sendDueRecords()

    assert.deepInclude(sent, { records: 3, refused: 0, hasFailed: false })
    assert.deepEqual(await statesOf(stage), ['accepted', 'accepted', 'accepted', 'pending'])
    const [submission] = await submissionsOf(stage)
    assert.deepInclude(submission, { status: 'answered', outcome: 'Correcto', records: 3, isIncident: false })
    assert.match(submission?.csv ?? '', /^A-VF/)
    assert.deepInclude(await senderOf(stage), { waitSeconds: 120, waits: true, failures: 0 })
  })

  test('as many as one sending holds are sent before the wait is over, and never more at once', async ({
    assert,
    cleanup,
  }) => {
    const stage = await stageWithAeat(cleanup)
    await issue(stage)
    await sendNow(stage)
    for (let at = 0; at < 2; at++) await issue(stage)
    await sendDueRecords(3)
    assert.lengthOf(await submissionsOf(stage), 1)
    for (let at = 0; at < 2; at++) await issue(stage)

    await sendDueRecords(3)

    const [, second] = await submissionsOf(stage)
    assert.deepInclude(second, { records: 3, outcome: 'Correcto' })
    assert.deepEqual((await statesOf(stage)).slice(-2), ['accepted', 'pending'])
  })

  test('two processes at once send each record once', async ({ assert, cleanup }) => {
    const stage = await stageWithAeat(cleanup)
    for (let at = 0; at < 4; at++) await issue(stage)

    const done = await Promise.all([1, 2, 3].map(() => sendRecordsOf(stage.issuer.siteId)))

    assert.lengthOf(
      done.filter((one) => one !== null),
      1
    )
    assert.isTrue((await deliveriesOf(stage)).every(({ attempts }) => attempts === 1))
  })

  test('what was lost on the way is sent again as an incident, and what had arrived is known by its duplicate', async ({
    assert,
    cleanup,
  }) => {
    const stage = await stageWithAeat(cleanup, 100)
    await issue(stage)
    stage.aeat.standIn.faults.plan('records.send', 'lost_before')
    await sendNow(stage)
    assert.deepEqual(await statesOf(stage), ['pending'])
    assert.deepInclude(await senderOf(stage), { failures: 1, waits: true })

    stage.aeat.standIn.faults.plan('records.send', 'timeout_after')
    await sendNow(stage)
    assert.deepEqual(await statesOf(stage), ['pending'])

    await sendNow(stage)
    assert.deepEqual(await deliveriesOf(stage), [
      { status: 'accepted', code: null, attempts: 3, kind: 'alta', seq: 1 },
    ])
    assert.deepEqual(
      (await submissionsOf(stage)).map(({ status, isIncident }) => [status, isIncident]),
      [
        ['failed', false],
        ['failed', true],
        ['answered', true],
      ]
    )
    assert.equal((await senderOf(stage)).failures, 0)
  })

  test('a sending that nobody ended is taken up again', async ({ assert, cleanup }) => {
    const stage = await stageWithAeat(cleanup)
    const { siteId } = stage.issuer
    await issue(stage)
    await execute(
      `with s as (insert into verifactu_submissions (site_id, connector_id, records)
         select :siteId, connector_id, 1 from issuing_settings where site_id = :siteId returning id)
       update verifactu_deliveries set status = 'sending', attempts = 1, submission_id = s.id from s where site_id = :siteId`,
      { siteId }
    )

    await sendNow(stage)

    assert.deepEqual(await statesOf(stage), ['accepted'])
    assert.deepEqual(
      (await submissionsOf(stage)).map(({ status }) => status),
      ['failed', 'answered']
    )
  })

  test('a fault of the whole, half an answer and a page of a proxy leave the records waiting', async ({
    assert,
    cleanup,
  }) => {
    const stage = await stageWithAeat(cleanup)
    await issue(stage)

    stage.aeat.standIn.acts.fault?.({ code: 4134 })
    await sendNow(stage)
    assert.deepInclude(await senderOf(stage), { failures: 1, lastErrorCode: 4134 })
    for (const fault of ['html_page', 'empty_body_after', 'bad_gateway'] as const) {
      stage.aeat.standIn.faults.plan('records.send', fault)
      await sendNow(stage)
      assert.deepEqual(await statesOf(stage), ['pending'], fault)
    }

    await sendNow(stage)
    assert.deepEqual(await statesOf(stage), ['accepted'])
  })

  test('a certificate of another company sends nothing', async ({ assert, cleanup }) => {
    const stage = await stageWithAeat(cleanup)
    await execute(
      `update sites set tax_id = 'B12345674' where id = :siteId and not exists (select 1 from sites where tax_id = 'B12345674')`,
      stage.issuer
    )
    await issue(stage)

    await sendNow(stage)

    const [submission] = await submissionsOf(stage)
    assert.equal(submission?.code, 4112)
    await execute(`update sites set tax_id = :taxId where id = :siteId`, stage.issuer)
  })
})

test.group('What the tax agency refuses', () => {
  test('is told to who may repair it, and repaired by another record under the same number', async ({
    assert,
    cleanup,
  }) => {
    const stage = await stageWithAeat(cleanup)
    const { id, number } = await issue(stage)
    stage.aeat.standIn.acts.answer?.({ number, code: 1110 })
    await sendNow(stage)

    const alerts = await issuingAlerts({ role: 's1st3ma', siteIds: [stage.issuer.siteId] })
    assert.include(alerts[0]?.text, 'ha rechazado 1 registro')
    const mails = await rows<{ subject: string }>(
      `select subject from outgoing_mails where object_type = 'site' and object_id = :siteId`,
      stage.issuer
    )
    assert.isNotEmpty(mails)

    await correctFromPage(id, sound, stage.person.actor)
    await sendNow(stage)

    assert.deepEqual(
      (await deliveriesOf(stage)).map(({ status, code, seq }) => [seq, status, code]),
      [
        [1, 'refused', 1110],
        [2, 'accepted', null],
      ]
    )
    const { content, number: kept } = await oneRow<{ content: Record<string, unknown>; number: string }>(
      `select content, number from verifactu_records where invoice_id = :id order by seq desc limit 1`,
      { id }
    )
    assert.deepInclude(content, { Subsanacion: 'S', RechazoPrevio: 'X', DescripcionOperacion: 'Corregida' })
    assert.equal(kept, number)
    assert.deepEqual(await issuingAlerts({ role: 's1st3ma', siteIds: [stage.issuer.siteId] }), [])
  })

  test('a correction of what is there says so, and one that was refused says that', async ({
    assert,
    cleanup,
  }) => {
    const stage = await stageWithAeat(cleanup)
    const { id, number } = await issue(stage)
    stage.aeat.standIn.acts.answer?.({ number, code: 2001 })
    await sendNow(stage)
    await correctFromPage(id, sound, stage.person.actor)
    await assert.rejects(() => correctFromPage(id, sound, stage.person.actor), /aún no ha contestado/)
    stage.aeat.standIn.acts.answer?.({ number, code: 1110 })
    await sendNow(stage)
    await correctFromPage(id, { ...sound, description: 'Otra vez' }, stage.person.actor)
    await sendNow(stage)

    assert.deepEqual(await statesOf(stage), ['accepted_with_errors', 'refused', 'accepted'])
    const records = await rows<{ isCorrection: boolean; priorRejection: string | null }>(
      `select is_correction, prior_rejection from verifactu_records where invoice_id = :id order by seq`,
      { id }
    )
    assert.deepEqual(
      records.map(({ isCorrection, priorRejection }) => [isCorrection, priorRejection]),
      [
        [false, null],
        [true, null],
        [true, 'S'],
      ]
    )
  })

  test('an anulación of what was never taken says so, and is repeated when it is refused', async ({
    assert,
    cleanup,
  }) => {
    const stage = await stageWithAeat(cleanup)
    const { id, number } = await issue(stage)
    stage.aeat.standIn.acts.answer?.({ number, code: 1110 })
    await sendNow(stage)
    stage.aeat.standIn.acts.answer?.({ number, code: 3003 })
    await annulFromPage(id, 'No debió emitirse', stage.person.actor)
    await sendNow(stage)

    await annulFromPage(id, null, stage.person.actor)
    await sendNow(stage)

    assert.deepEqual(await statesOf(stage), ['refused', 'refused', 'accepted'])
    const { content } = await oneRow<{ content: Record<string, unknown> }>(
      `select content from verifactu_records where invoice_id = :id order by seq desc limit 1`,
      { id }
    )
    assert.deepInclude(content, { SinRegistroPrevio: 'S', RechazoPrevio: 'S' })
  })
})
