import { test } from '@japa/runner'
import { noteRestore } from '#app/issuing/events/note_restore'
import { issuingAlerts } from '#app/issuing/queries/issuing_alerts'
import { confirmNumbers } from '#app/issuing/restored/confirm_numbers'
import { lastNumbers } from '#app/issuing/restored/last_numbers'
import { findOpenRestore } from '#app/issuing/restored/open_restore'
import { beginSubmission } from '#app/issuing/sending/begin_submission'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { formatInstant, today, yearOf } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { makeSite } from '#tests/factories/books'
import { type IssuingStage, issue, makeIssuingStage, playAeat } from '#tests/factories/issuing'

const TAKEN_AT = new Date(Date.now() - 60_000)
const YEAR = yearOf(today())
const TODAY = { issuedOn: today() }

const restore = () => inTransaction((trx) => noteRestore({ takenAt: TAKEN_AT }, trx))

/** What is asked for, with other last numbers where they are given. */
async function numbersOf({ issuer }: IssuingStage, given: Record<string, string> = {}) {
  const found = await lastNumbers({ siteId: issuer.siteId, takenAt: TAKEN_AT })
  return found.map(({ code, year, last }) => ({ code, year, last: given[code] ?? String(last) }))
}

async function confirm(stage: IssuingStage, given: Record<string, string> = {}): Promise<number> {
  const { issuer, person } = stage
  return confirmNumbers({
    siteId: issuer.siteId,
    numbers: await numbersOf(stage, given),
    actor: person.actor,
  })
}

const refusalOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => (isDomainError(error) ? { code: error.code, field: error.field ?? null } : error)
  )

const alertsOf = async ({ issuer }: IssuingStage) =>
  (await issuingAlerts({ role: 's1st3ma', siteIds: [issuer.siteId] })).map(({ key }) => key)

const eventsOf = (siteId: number) =>
  rows<{ type: string; note: string | null }>(
    `select type, note from verifactu_events where site_id = :siteId order by seq`,
    { siteId }
  )

test.group('Billing records after a restore', () => {
  test('a company with VERI*FACTU notes from which backup they are, in its chain of events', async ({
    assert,
  }) => {
    const { issuer } = await makeIssuingStage()
    const without = await makeSite()

    await restore()

    assert.deepEqual((await eventsOf(issuer.siteId)).at(-1), {
      type: '07',
      note: `Copia del ${formatInstant(TAKEN_AT)}`,
    })
    assert.isEmpty(await eventsOf(without.siteId))
    assert.deepEqual(
      (await checkInvariants()).filter(({ violations }) => violations > 0),
      []
    )
  })

  test('nothing is issued until somebody has said which numbers were the last, and none is given twice', async ({
    assert,
  }) => {
    const stage = await makeIssuingStage()
    await issue(stage, TODAY)
    await restore()

    assert.deepEqual(await refusalOf(issue(stage, TODAY)), { code: 'E_ISSUE_RESTORED', field: null })
    assert.include(await alertsOf(stage), `restored-${stage.issuer.siteId}`)
    assert.deepEqual(
      (await lastNumbers({ siteId: stage.issuer.siteId, takenAt: TAKEN_AT })).map(
        ({ code, year, number }) => [code, year, number]
      ),
      [
        ['REF', YEAR, `REF-${YEAR}-0001`],
        ['REFR', YEAR, null],
        ['ND', YEAR, null],
        ['SUP', YEAR, null],
      ]
    )

    assert.equal(await confirm(stage, { REF: '4', ND: '2' }), 5)

    assert.equal((await issue(stage, TODAY)).number, `REF-${YEAR}-0005`)
    assert.equal(
      (
        await issue(stage, {
          ...TODAY,
          treatment: 'debit_note',
          lines: [{ description: 'Gasto', baseMinor: 100 }],
        })
      ).number,
      `ND-${YEAR}-0003`
    )
    assert.notInclude(await alertsOf(stage), `restored-${stage.issuer.siteId}`)
    assert.deepEqual((await eventsOf(stage.issuer.siteId)).at(-1), {
      type: '90',
      note: `Perdidos con la restauración: 2 tramos, REF-${YEAR}-0002 a REF-${YEAR}-0004, ND-${YEAR}-0001 a ND-${YEAR}-0002`,
    })
    assert.deepEqual(
      (await checkInvariants()).filter(({ violations }) => violations > 0),
      []
    )
  })

  test('no number before the last one that is here is taken, nor an answer with a series left out', async ({
    assert,
  }) => {
    const stage = await makeIssuingStage()
    await issue(stage, TODAY)
    await issue(stage, TODAY)
    assert.deepEqual(await refusalOf(confirm(stage)), { code: 'E_ISSUE_RESTORED', field: null })
    await restore()
    const { issuer, person } = stage
    const given = { siteId: issuer.siteId, actor: person.actor }

    for (const last of ['1', '', 'dos', '99999']) {
      const refusal = await refusalOf(confirm(stage, { REF: last }))
      assert.deepEqual(refusal, { code: 'E_ISSUE_RESTORED', field: 'last0' }, last)
    }
    const [, ...withoutFirst] = await numbersOf(stage)
    assert.deepEqual(await refusalOf(confirmNumbers({ ...given, numbers: withoutFirst })), {
      code: 'E_ISSUE_RESTORED',
      field: 'last0',
    })
    assert.isNotNull(await findOpenRestore(issuer.siteId))
    assert.equal(await confirm(stage), 0)
    assert.isNull(await findOpenRestore(issuer.siteId))
  })

  test('the database gives no number while they are to be confirmed, and keeps those that were lost', async ({
    assert,
  }) => {
    const stage = await makeIssuingStage()
    await issue(stage, TODAY)
    await restore()
    const { issuer } = stage
    const copy = `insert into issued_invoices (site_id, series_id, year, sequence, number, treatment, invoice_type, issued_on, issuer_name, issuer_tax_id,
        recipient_name, recipient_tax_id, description, base_minor, vat_minor, total_minor)
      select site_id, series_id, year, sequence + 1, 'REF-${YEAR}-0002', treatment, invoice_type, issued_on, issuer_name, issuer_tax_id,
        recipient_name, recipient_tax_id, description, base_minor, vat_minor, total_minor from issued_invoices where site_id = :siteId`
    await assert.rejects(() => execute(copy, { siteId: issuer.siteId }), /issued_after_restore/)
    await confirm(stage, { REF: '3' })
    await assert.rejects(() => execute(copy, { siteId: issuer.siteId }), /issued_number_with_gap/)
    for (const change of [
      `delete from issuing_lost_numbers`,
      `update issuing_lost_numbers set to_sequence = to_sequence + 1`,
    ])
      await assert.rejects(() => execute(change), /issued_cannot_go/)
    await assert.rejects(
      () =>
        execute(`update issuing_restores set checked_at = null, checked_by = null where site_id = :siteId`, {
          siteId: issuer.siteId,
        }),
      /issued_cannot_go/
    )
  })

  test('only records of the backup may be at the tax agency already', async ({ assert, cleanup }) => {
    const stage = await makeIssuingStage()
    const aeat = await playAeat(stage)
    cleanup(aeat.close)
    await issue(stage, TODAY)
    await restore()
    await confirm(stage)
    await issue(stage, TODAY)

    const submission = await beginSubmission(stage.issuer.siteId, 10)

    assert.deepEqual(
      submission?.records.map(({ number, mayBeThere }) => [number, mayBeThere]),
      [
        [`REF-${YEAR}-0001`, true],
        [`REF-${YEAR}-0002`, false],
      ]
    )
  })
})
