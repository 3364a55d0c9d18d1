import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { paper } from '#tests/factories/contracts'
import { makeLoanStage, makeReadyLoan } from '#tests/factories/loans'

test.group('Loans in the browser', (group) => {
  startClean(group)

  test('a loan is created, configured with its schedule in view and given its contract; an approver reads the summary', async ({
    assert,
  }) => {
    const { creator, approvers, lender, borrower } = await makeLoanStage()
    const { lenderName, borrowerName } = await oneRow<{ lenderName: string; borrowerName: string }>(
      `select (select name from (select coalesce(nullif(trade_name, ''), legal_name::text) as name from sites where id = :lender) l) as lender_name,
          (select name from (select coalesce(nullif(trade_name, ''), legal_name::text) as name from sites where id = :borrower) b) as borrower_name`,
      { lender: lender.siteId, borrower: borrower.siteId }
    )
    const shell = await ShellPage.open(creator, '/loans')
    const { page } = shell
    const dialog = page.getByRole('dialog')
    const choose = async (label: string, option: string | RegExp) => {
      await dialog
        .getByRole('combobox', { name: label })
        .or(dialog.getByRole('textbox', { name: label }))
        .click()
      await page.getByRole('option', { name: option }).click()
    }
    await page.getByRole('button', { name: 'Nuevo préstamo' }).first().click()
    await choose('Prestamista', lenderName)
    await choose('Prestatario', borrowerName)
    await dialog.getByLabel('Importe').fill('100.000,00')
    await dialog.getByRole('button', { name: 'Crear préstamo' }).click()
    await page.getByRole('heading', { level: 1, name: /^PR-/ }).waitFor()

    await page.getByRole('button', { name: 'Configurar' }).click()
    await dialog.getByLabel('Tipo de interés (% anual)').fill('4,50')
    await dialog.getByRole('combobox', { name: 'Primera cuota' }).fill('+31')
    await dialog.getByLabel('Número de cuotas').fill('12')
    await dialog.getByText('12 cuotas,').waitFor()
    await dialog.getByRole('button', { name: 'Guardar condiciones' }).click()
    await page.getByText('Adjunte el contrato en «Documentos».').waitFor()

    await page.getByRole('tab', { name: /Documentos/ }).click()
    await page.getByRole('button', { name: 'Adjuntar documentos' }).click()
    await dialog
      .locator('#field-files')
      .setInputFiles({ name: 'contrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from(paper()) })
    await dialog.getByRole('button', { name: 'Adjuntar', exact: true }).click()
    await page.getByRole('link', { name: 'contrato.pdf' }).waitFor()

    const [approver] = approvers
    if (!approver) throw new Error('Nobody approves')
    await page.getByRole('tab', { name: 'Cuadro de amortización' }).click()
    await page.getByText('Previsión según las condiciones').waitFor()
    const summary = await ShellPage.open(approver, '/loansResumen')
    await summary.page.getByRole('heading', { level: 1, name: 'Resumen de préstamos' }).waitFor()
    // What is asked of a schedule before its terms are whole is refused at their fields.
    assert.deepEqual(
      shell.errors.filter((error) => !error.includes('422')),
      []
    )
    assert.deepEqual(summary.errors, [])
  }).timeout(120_000)

  test('what is wrong with an instalment of its own is said at its row, and no longer once it is another', async ({
    assert,
  }) => {
    const stage = await makeLoanStage()
    const id = await makeReadyLoan(stage)
    const { page } = await ShellPage.open(stage.creator, `/loans/${id}/edit`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Configurar' }).click()
    await dialog.locator('#field-method').click()
    await page.getByRole('option', { name: 'A medida' }).click()
    for (const [place, [day, principal]] of [
      ['1/3/2026', '1.000,00'],
      ['1/2/2026', '2.000,00'],
      ['1/5/2026', '3.000,00'],
    ].entries()) {
      await dialog.getByRole('button', { name: 'Añadir cuota' }).click()
      await dialog.getByRole('combobox', { name: `Vencimiento ${place + 1}` }).waitFor()
      await page.keyboard.type(day ?? '')
      await dialog.getByRole('textbox', { name: `Amortización ${place + 1}` }).fill(principal ?? '')
    }
    const wrong = () =>
      dialog
        .locator('[aria-invalid="true"]')
        .evaluateAll((fields) => fields.map((field) => field.getAttribute('name')))
    const save = dialog.getByRole('button', { name: 'Guardar condiciones' })

    await save.click()
    await dialog.locator('[aria-invalid="true"]').first().waitFor()
    assert.deepEqual(await wrong(), ['custom.1.due_on'])
    await dialog.getByRole('button', { name: 'Quitar la cuota 2' }).click()
    assert.deepEqual(await wrong(), [])
    // The focus stays in the dialog, also for the key that searches the menu.
    await page.keyboard.press('/')
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Añadir cuota')
    await dialog.getByRole('textbox', { name: 'Amortización 2' }).fill('5.000,00')
    await save.click()
    await dialog.waitFor({ state: 'detached' })

    const { periods } = await oneRow<{ periods: number }>(`select periods from loans where id = :id`, { id })
    assert.equal(periods, 2)
  })
})
