import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { readSending } from '#app/issuing/aeat/stand_in/read_sending'
import { exportRecords } from '#app/issuing/export/export_records'
import { findIssuingSettings } from '#app/issuing/settings/issuing_settings'
import { validateMessage } from '#app/issuing/verifactu/xml/validate_message'
import { rows } from '#app/kernel/database/sql'
import type { ZipPart } from '#app/kernel/documents/zip_writer'
import { issue, makeIssuingStage } from '#tests/factories/issuing'

async function textOf({ content }: ZipPart): Promise<string> {
  let text = ''
  for await (const piece of content) text += piece
  return text
}

test.group('Records that are taken away', () => {
  test('come as they are sent, with the events, and that they did is an event', async ({ assert }) => {
    const stage = await makeIssuingStage()
    const { siteId } = stage.issuer
    const numbers = [(await issue(stage)).number, (await issue(stage)).number]
    const settings = await findIssuingSettings(siteId)
    if (!settings) throw new Error('No company')
    const [{ year } = { year: '' }] = await rows<{ year: string }>(
      `select left(generated_text, 4) as year from verifactu_records where site_id = :siteId limit 1`,
      { siteId }
    )

    const files = await exportRecords(settings, Number(year), SYSTEM)
    const [records, ...events] = files ?? []
    const xml = records ? await textOf(records) : ''

    assert.deepEqual((await validateMessage(xml)).errors, [])
    assert.deepEqual(
      readSending(xml)?.records.map(
        ({ given }) => (given.IDFactura as { NumSerieFactura: string }).NumSerieFactura
      ),
      numbers
    )
    assert.deepEqual(
      events.map(({ name }) => name),
      ['eventos/0000001.xml', 'eventos/0000002.xml']
    )
    const told = await Promise.all(events.map(textOf))
    assert.include(told[0], '<sfE:PrimerEvento>S</sfE:PrimerEvento>')
    assert.include(told[1], '<sfE:TipoEvento>08</sfE:TipoEvento>')
    assert.include(told[1], '<sfE:SumaImporteTotalAlta>242.00</sfE:SumaImporteTotalAlta>')
    assert.isNull(await exportRecords(settings, 2001, SYSTEM))
  }).timeout(60_000)
})
