import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { checkChains } from '#app/issuing/events/check_chains'
import { hashed } from '#app/issuing/verifactu/canonical_hash'
import { envelopeXml } from '#app/issuing/verifactu/xml/envelope_xml'
import { validateMessage } from '#app/issuing/verifactu/xml/validate_message'
import { execute, rows } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { issue, makeIssuingStage } from '#tests/factories/issuing'

type Kept = {
  id: number
  seq: number
  hash: string
  previousHash: string | null
  hashedText: string
  xml: string
}

const recordsOf = (siteId: number) =>
  rows<Kept>(
    `select id, seq, hash, previous_hash, hashed_text, xml from verifactu_records where site_id = :siteId order by seq`,
    { siteId }
  )

const brokenNames = async () =>
  (await checkInvariants())
    .filter(({ invariant, violations }) => violations > 0 && /^(issued|verifactu)_/.test(invariant))
    .map(({ invariant }) => invariant)

/** As somebody would who has the database to themselves: guards off, changed, guards on. */
const tamper = (sql: string, bindings: (string | number | null | undefined)[]) =>
  db.connection('owner').transaction(async (trx) => {
    await trx.rawQuery('alter table verifactu_records disable trigger user')
    await trx.rawQuery(
      sql,
      bindings.map((value) => value ?? '')
    )
    await trx.rawQuery('alter table verifactu_records enable trigger user')
  })

test.group('The chain of billing records', () => {
  test('of sixteen writers at once is one: each record holds the hash of the one before', async ({
    assert,
  }) => {
    const stage = await makeIssuingStage()

    await Promise.all(Array.from({ length: 16 }, () => issue(stage)))

    const records = await recordsOf(stage.issuer.siteId)
    assert.deepEqual(
      records.map(({ seq }) => seq),
      Array.from({ length: 16 }, (_, at) => at + 1)
    )
    for (const [at, record] of records.entries()) {
      assert.equal(record.previousHash, records[at - 1]?.hash ?? null)
      assert.equal(hashed(record.hashedText).hash, record.hash)
      assert.include(record.xml, `<sf:Huella>${record.hash}</sf:Huella>`)
    }
    assert.deepEqual(await brokenNames(), [])
  })

  test('is kept as it is sent, and holds against the schema of the tax agency', async ({ assert }) => {
    const stage = await makeIssuingStage()
    await issue(stage)
    await issue(stage)

    const records = await recordsOf(stage.issuer.siteId)
    const xml = envelopeXml(
      { issuer: { NombreRazon: 'EMISORA SL', NIF: stage.issuer.taxId }, isIncident: false },
      records.map((record) => record.xml)
    )

    assert.deepEqual(await validateMessage(xml), { isValid: true, errors: [] })
    assert.include(records[0]?.xml, '<sf:PrimerRegistro>S</sf:PrimerRegistro>')
    assert.include(records[1]?.xml, `<sf:NumSerieFactura>REF-2026-0001</sf:NumSerieFactura>`)
  })

  test('a record is neither changed nor deleted nor put in by hand', async ({ assert }) => {
    const stage = await makeIssuingStage()
    const { recordId } = await issue(stage)
    const codeOf = (sql: string) =>
      execute(sql, { id: recordId }).then(
        () => null,
        (error: { code?: string }) => error.code
      )

    assert.equal(await codeOf(`update verifactu_records set xml = xml || ' ' where id = :id`), 'CV003')
    assert.equal(await codeOf(`delete from verifactu_records where id = :id`), 'CV003')
    assert.equal(
      await codeOf(
        `insert into verifactu_records (site_id, installation, seq, kind, invoice_id, issuer_tax_id, number, issued_on, content, previous_hash, hash,
            hashed_text, generated_at, generated_text, xml, xml_sha256)
         select site_id, installation, seq + 1, kind, invoice_id, issuer_tax_id, number, issued_on, content, repeat('A', 64), hash, hashed_text,
            generated_at, generated_text, xml, xml_sha256 from verifactu_records where id = :id`
      ),
      'CV004'
    )
    assert.equal(
      await codeOf(
        `update verifactu_chains set last_seq = 9 where site_id = (select site_id from verifactu_records where id = :id)`
      ),
      'CV004'
    )
    assert.equal(
      await codeOf(
        `update verifactu_deliveries set status = 'accepted', answered_at = now() where record_id = :id`
      ),
      'CV007'
    )
  })

  test('a record that was changed behind the guards is found, noted as an event, and nothing is chained to it', async ({
    assert,
  }) => {
    const stage = await makeIssuingStage()
    const { siteId } = stage.issuer
    await issue(stage)
    const { recordId } = await issue(stage)
    const [, last] = await recordsOf(siteId)

    await tamper(
      `update verifactu_records set hashed_text = replace(hashed_text, '121.00', '21.00') where id = ?`,
      [recordId]
    )

    const found = await brokenNames()
    assert.include(found, 'verifactu_hash_is_of_its_text')
    assert.include(found, 'verifactu_text_is_of_its_record')
    const { anomalies } = await checkChains()
    assert.isAtLeast(anomalies, 1)
    const events = await rows<{ type: string; note: string | null }>(
      `select type, note from verifactu_events where site_id = :siteId order by seq`,
      { siteId }
    )
    assert.deepEqual(
      events.map(({ type }) => type),
      ['90', '03', '04']
    )
    assert.include(events[2]?.note, 'REF-2026-0002')
    await assert.rejects(() => issue(stage), /no coincide con su huella/)

    await tamper(`update verifactu_records set hashed_text = ? where id = ?`, [last?.hashedText, recordId])
    await issue(stage)
    assert.deepEqual(await brokenNames(), [])
  })

  test('an amount in the XML that was changed is found although the hash does not cover it', async ({
    assert,
  }) => {
    const stage = await makeIssuingStage()
    const { recordId } = await issue(stage)
    const [record] = await recordsOf(stage.issuer.siteId)

    await tamper(
      `update verifactu_records set xml = replace(xml, '<sf:TipoImpositivo>21.00', '<sf:TipoImpositivo>10.00') where id = ?`,
      [recordId]
    )
    assert.deepEqual(await brokenNames(), ['verifactu_xml_is_as_it_was'])

    await tamper(`update verifactu_records set xml = ? where id = ?`, [record?.xml, recordId])
    assert.deepEqual(await brokenNames(), [])
  })
})
