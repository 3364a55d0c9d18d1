import { test } from '@japa/runner'
import Invoice from '#app/invoices/models/invoice'
import { seriousFindings } from '#tests/browser/axe'
import { startClean } from '#tests/browser/clean_start'
import { act, signIn } from '#tests/browser/sign_in_page'
import { makeInvoiceStage, reviewed } from '#tests/factories/invoice_stage'
import { publishRate } from '#tests/factories/other_currencies'

test.group('An invoice in dollars in the browser', (group) => {
  startClean(group)

  test('its rate is shown and corrected, and it is approved and booked in euros', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await publishRate('USD', '2026-03-10', '1.1')
    const id = await reviewed(stage)

    const page = await signIn(stage.accountant)
    await page.goto(`/invoices/${id}`)
    await page.getByTitle('Corregir: Concepto').click()
    await page.getByRole('combobox', { name: 'Divisa' }).click()
    await page.getByRole('option', { name: /^USD/ }).click()
    await page.getByLabel('Tipo de cambio').waitFor()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('1 € = 1,1 USD').waitFor()
    await page.getByText('110,00').first().waitFor()

    await page.getByTitle('Corregir: Tipo de cambio').click()
    await page.getByLabel('Tipo de cambio').fill('1,0999')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('1 € = 1,0999 USD').waitFor()
    await page.getByText('110,01').first().waitFor()
    assert.deepEqual(await seriousFindings(page), [])
    await act(page, 'Enviar a aprobación')
    await page.getByText('enviada a aprobación').waitFor()

    const approver = await signIn(stage.approver)
    await approver.goto(`/invoices/${id}`)
    await act(approver, /^Aprobar/)
    await approver.getByText('aprobada y contabilizada').waitFor()
    const { status, worthMinor } = await Invoice.findOrFail(id)
    assert.deepEqual([status, worthMinor], ['booked', 11_001])
  }).timeout(120_000)
})
