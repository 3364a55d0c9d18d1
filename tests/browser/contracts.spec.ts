import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { makeSite } from '#tests/factories/books'
import { paper } from '#tests/factories/contracts'
import { makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'

test.group('Contracts in the browser', (group) => {
  startClean(group)

  test('prices are pasted from a spreadsheet, the paper goes with it, another person approves', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const author = await makeUser('aprobador', { siteIds: [siteId] })
    const approver = await makeUser('aprobador', { siteIds: [siteId] })
    const { id: providerId } = await makeProvider(approver)
    const shell = await ShellPage.open(author, `/provider-contracts/create?provider_id=${providerId}`)
    const { page } = shell
    await page.getByLabel('Título').fill('Lavandería de sábanas')
    await page.getByRole('tab', { name: 'Precios' }).click()
    await page.getByLabel('Código, fila 1').focus()
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text/plain', 'LAV-90\tSábana de 90\tud\t0,6850\r\nLAV-135\tSábana de 135\tud\t0,7425\r\n')
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      )
    })
    assert.equal(await page.getByLabel('Precio, fila 2').inputValue(), '0,7425')
    await page.getByRole('tab', { name: 'Fechas y renovación' }).click()
    await page.getByRole('combobox', { name: 'Inicio' }).fill('1/1/2026')
    await page.getByRole('tab', { name: 'Archivos' }).click()
    await page.locator('#field-signed').setInputFiles({
      name: 'contrato.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(paper()),
    })
    await page.getByRole('button', { name: 'Guardar borrador' }).click()
    await page.getByRole('heading', { level: 1, name: /Lavandería de sábanas/ }).waitFor()
    await page.getByRole('button', { name: 'Enviar a aprobación' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar a aprobación' }).click()
    await page.getByText('Espera a otra persona').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Aprobar' }).count(), 0)

    const { id } = await oneRow<{ id: number }>(
      `select id from provider_contracts where provider_id = :providerId`,
      { providerId }
    )
    const other = await ShellPage.open(approver, `/provider-contracts/${id}?tab=prices`)
    await other.page.getByText('0,7425 / ud').waitFor()
    await other.page.getByRole('button', { name: 'Aprobar' }).click()
    await other.page.getByRole('dialog').getByRole('button', { name: 'Aprobar el contrato' }).click()
    await other.page.getByText('Vigente').first().waitFor()
    assert.deepEqual([...shell.errors, ...other.errors], [])
  }).timeout(120_000)

  test('an error is named by the field that opens a list', async ({ assert }) => {
    const author = await makeUser('aprobador', { siteIds: [(await makeSite()).siteId] })
    const { page } = await ShellPage.open(author, '/provider-contracts/create')
    await page.getByRole('button', { name: 'Guardar borrador' }).click()
    await page.getByRole('link', { name: /Proveedor: / }).click()
    // The part of the form that has the field is brought into view first.
    await page.locator('[name="provider_id"]:focus').waitFor()
    assert.equal(await page.locator(':focus').getAttribute('name'), 'provider_id')
  })

  test('a dialog inside the form sends only itself', async ({ assert }) => {
    const { siteId } = await makeSite()
    const author = await makeUser('aprobador', { siteIds: [siteId] })
    const { id: providerId } = await makeProvider(author)
    const shell = await ShellPage.open(author, `/provider-contracts/create?provider_id=${providerId}`)
    const { page } = shell
    await page.getByLabel('Título').fill('Sin archivos')
    await page.getByRole('tab', { name: 'Fechas y renovación' }).click()
    await page.getByRole('combobox', { name: 'Inicio' }).fill('1/1/2026')
    await page.getByRole('button', { name: 'Guardar borrador' }).click()
    await page.getByRole('link', { name: 'Editar' }).click()
    await page.waitForURL(/\/edit/)
    await page.getByRole('tab', { name: 'Archivos' }).click()
    const saved: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && saved.push(request.url()))
    await page.getByRole('button', { name: 'Adjuntar archivo' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('#field-files')
      .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from(paper()) })
    await dialog.getByRole('button', { name: 'Adjuntar' }).click()
    await page.getByRole('link', { name: 'a.pdf' }).waitFor()
    assert.deepEqual(saved, [])
  }).timeout(120_000)
})
