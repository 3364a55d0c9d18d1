import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { paper } from '#tests/factories/contracts'
import { makeLegalStage } from '#tests/factories/legal'
import { makeUser } from '#tests/factories/people'

test.group('Legal procedures in the browser', (group) => {
  startClean(group)

  test('a claim is opened, its fee written down with its paper, approved and sent to the buffer', async ({
    assert,
  }) => {
    const stage = await makeLegalStage()
    const writer = await makeUser('superC0ntab1l1dad', { siteIds: [stage.siteId] })
    const shell = await ShellPage.open(writer, '/legal_procedure')
    const { page } = shell
    await page.getByRole('button', { name: 'Nuevo procedimiento' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('textbox', { name: 'Tipo' })
      .or(dialog.getByRole('combobox', { name: 'Tipo' }))
      .click()
    await page.getByRole('option', { name: 'Judicial civil' }).click()
    await dialog.getByLabel('Título').fill('Impago de un turoperador')
    await dialog.getByRole('button', { name: 'Crear procedimiento' }).click()
    await page.getByRole('heading', { level: 1, name: /Impago de un turoperador/ }).waitFor()
    await page.getByRole('button', { name: 'Abrir' }).click()
    await dialog.getByRole('button', { name: 'Abrir' }).click()
    await page.getByText('En curso').first().waitFor()

    await page.getByRole('tab', { name: /Archivos/ }).click()
    await page.getByRole('button', { name: 'Adjuntar archivos' }).click()
    await dialog
      .locator('#field-files')
      .setInputFiles({ name: 'minuta.pdf', mimeType: 'application/pdf', buffer: Buffer.from(paper()) })
    await dialog.getByRole('button', { name: 'Adjuntar', exact: true }).click()
    await page.getByRole('link', { name: 'minuta.pdf' }).waitFor()

    await page.getByRole('tab', { name: /Costes/ }).click()
    await page.getByRole('button', { name: 'Añadir coste' }).click()
    await dialog
      .getByRole('combobox', { name: 'Concepto' })
      .or(dialog.getByRole('textbox', { name: 'Concepto' }))
      .click()
    await page.getByRole('option', { name: 'Minuta' }).click()
    await dialog.getByLabel('Descripción').fill('Minuta de la demanda')
    await dialog.getByRole('combobox', { name: 'Proveedor' }).fill(stage.providerName)
    await page.getByRole('option', { name: stage.providerName }).click()
    await dialog.getByLabel('Base').fill('1.210,00')
    await dialog.getByRole('combobox', { name: 'Vencimiento' }).fill('+5')
    await dialog
      .getByRole('combobox', { name: 'Documento' })
      .or(dialog.getByRole('textbox', { name: 'Documento' }))
      .click()
    await page.getByRole('option', { name: /minuta\.pdf/ }).click()
    await dialog.getByRole('button', { name: 'Añadir coste' }).click()
    await page.getByRole('button', { name: 'Acciones de Minuta de la demanda' }).click()
    await page.getByRole('menuitem', { name: 'Aprobar' }).click()
    await dialog.getByRole('button', { name: /Aprobar 1\.210,00/ }).click()
    await page.getByText('Por pagar').first().waitFor()

    await shell.visit('/paylegalprocedures/process')
    await page.getByRole('button', { name: /Pasar a la bolsa 1\.210,00/ }).click()
    await page.waitForURL(/tab=buffer/)

    const { status } = await oneRow<{ status: string }>(
      `select o.status from payment_orders o where o.source_type = 'legal_cost' and o.site_id = :siteId`,
      stage
    )
    assert.equal(status, 'buffered')
    assert.deepEqual(shell.errors, [])
  }).timeout(120_000)
})
