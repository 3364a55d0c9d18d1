import { test } from '@japa/runner'
import type { Page, Route } from 'playwright'
import { changeHeader } from '#app/invoices/editing/edit_invoice'
import Invoice from '#app/invoices/models/invoice'
import { execute, oneRow } from '#app/kernel/database/sql'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { makeProvider } from '#tests/factories/documents'
import { form, type InvoiceStage, makeInvoiceStage, reviewed } from '#tests/factories/invoice_stage'
import { makeUser } from '#tests/factories/people'

/** What the page asked in a question of the browser, each answered as told. */
function answerQuestions(page: Page, isAgreed: () => boolean): string[] {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void (isAgreed() ? dialog.accept() : dialog.dismiss())
  })
  return asked
}

/** The review of an invoice with a number typed and not saved. */
async function typing(stage: InvoiceStage, number: string) {
  const id = await reviewed(stage, { number: 'T-1' })
  await reviewed(stage, { number: 'T-2', totalMinor: 24_200 })
  const { page } = await ShellPage.open(stage.accountant, `/invoices/${id}`)
  await page.getByTitle('Corregir: Número').click()
  const field = page.getByRole('dialog', { name: 'Corregir el número' }).getByRole('textbox')
  await field.fill(number)
  return { id, page, field }
}

test.group('Typed corrections of an invoice', (group) => {
  startClean(group)

  test('stay when something else is clicked, and go only when whoever typed says so', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const { id, page, field } = await typing(stage, 'CORREGIDA-1')
    let isAgreed = false
    const asked = answerQuestions(page, () => isAgreed)
    const clicks = [
      () => page.getByTitle('Corregir: Concepto').click(),
      () => page.getByTitle('Corregir: Número').click(),
      () => page.getByRole('tab', { name: /^Líneas/ }).click(),
      () => page.getByRole('button', { name: 'Enviar a aprobación' }).click(),
      () =>
        page
          .getByRole('link', { name: /^Factura (anterior|siguiente)/ })
          .first()
          .click(),
      () => page.evaluate(() => window.history.back()),
    ]

    for (const [index, click] of clicks.entries()) {
      await click()
      await waitUntil(() => asked.length > index)
      assert.equal(await field.inputValue(), 'CORREGIDA-1', asked.at(-1))
      assert.include(page.url(), `/invoices/${id}`)
    }
    assert.lengthOf(asked, clicks.length)
    assert.equal(await page.getByRole('dialog', { name: 'Enviar a aprobación' }).count(), 0)

    isAgreed = true
    await page.getByRole('button', { name: 'Enviar a aprobación' }).click()
    await page.getByRole('dialog', { name: 'Enviar a aprobación' }).waitFor()
    assert.equal(await field.count(), 0)
  })

  test('outlive what somebody else changes meanwhile, and do not undo it', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage, { number: 'T-1' })
    const { page } = await ShellPage.open(stage.accountant, `/invoices/${id}`)
    await page.getByTitle('Corregir: Concepto').click()
    const [concept, urgent] = [page.getByLabel('Concepto', { exact: true }), page.getByLabel(/urgente/i)]
    await concept.fill('Suministro de marzo')
    await changeHeader({ ...(await form(id, stage.senior)), priority: 'urgent' })

    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Otro usuario ha modificado este registro').first().waitFor()
    assert.equal(await concept.inputValue(), 'Suministro de marzo')
    assert.isTrue(await urgent.isChecked())

    await page.getByRole('button', { name: 'Guardar' }).click()
    await concept.waitFor({ state: 'detached' })
    const saved = await Invoice.findOrFail(id)
    assert.deepEqual([saved.concept, saved.priority], ['Suministro de marzo', 'urgent'])
  })

  test('stay when the connection is lost, when the server breaks and when it refuses', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const { id, page, field } = await typing(stage, 'CORREGIDA-2')
    const broken = {
      status: 500,
      headers: { 'x-inertia': 'true', 'content-type': 'application/json' },
      body: JSON.stringify({
        component: 'web/errors/show',
        props: { status: 500, errors: {} },
        url: `/invoices/${id}`,
        version: '',
      }),
    }
    const answers: [RegExp, (route: Route) => Promise<void>][] = [
      [/No hay conexión.*sigue aquí/, (route) => route.abort()],
      [/error del servidor.*sigue aquí/, (route) => route.fulfill(broken)],
    ]
    for (const [told, answer] of answers) {
      await page.route('**/number', answer)
      await page.getByRole('button', { name: 'Guardar' }).click()
      await page.getByText(told).waitFor()
      assert.equal(await field.inputValue(), 'CORREGIDA-2')
      await page.unroute('**/number')
    }

    await page.getByRole('button', { name: 'Guardar' }).click()
    await field.waitFor({ state: 'detached' })
    assert.equal((await Invoice.findOrFail(id)).invoiceNumber, 'CORREGIDA-2')
  })

  test('of a line stay under a slip of the Escape key', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    const { page } = await ShellPage.open(stage.accountant, `/invoices/${id}?tab=lines`)
    const asked = answerQuestions(page, () => false)
    await page.getByRole('button', { name: 'Añadir línea' }).click()
    const dialog = page.getByRole('dialog', { name: 'Añadir línea' })
    await dialog.getByLabel('Concepto').fill('Portes')

    await page.keyboard.press('Escape')

    await waitUntil(() => asked.length > 0)
    assert.equal(await dialog.getByLabel('Concepto').inputValue(), 'Portes')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.lengthOf(asked, 1)
  })
})

test.group('Typed changes of other records', (group) => {
  startClean(group)

  test('of a supplier outlive another save of it, and do not undo it', async ({ assert }) => {
    const person = await makeUser('s1st3ma')
    const { id } = await makeProvider(person)
    const { page } = await ShellPage.open(person, `/providers/${id}/edit`)
    const name = page.getByLabel('Nombre comercial')
    await name.fill('Suministros del Sur')
    await execute(`update providers set city = 'Denia', lock_version = lock_version + 1 where id = :id`, {
      id,
    })

    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await page.getByText('Otro usuario ha modificado este registro').first().waitFor()
    assert.equal(await name.inputValue(), 'Suministros del Sur')
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await page.getByText('Guardado', { exact: true }).first().waitFor()

    const saved = await oneRow<{ tradeName: string; city: string }>(
      `select trade_name, city from providers where id = :id`,
      { id }
    )
    assert.deepEqual(saved, { tradeName: 'Suministros del Sur', city: 'Denia' })
  })

  test('of a supplier that are refused with a message alone are not told as saved', async ({ assert }) => {
    const person = await makeUser('s1st3ma')
    const { id } = await makeProvider(person)
    const { page } = await ShellPage.open(person, `/providers/${id}/edit`)
    const shown = JSON.parse((await page.locator('script[data-page]').textContent()) ?? '{}')
    shown.props.flash = { error: 'Ahora no se puede guardar.' }
    await page.route(`**/providers/${id}`, (route) =>
      route.fulfill({
        headers: { 'x-inertia': 'true', 'content-type': 'application/json' },
        body: JSON.stringify(shown),
      })
    )
    const name = page.getByLabel('Nombre comercial')
    await name.fill('Suministros del Sur')

    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    await page.getByText('Ahora no se puede guardar.').first().waitFor()

    assert.equal(await page.getByText('Guardado', { exact: true }).count(), 0)
    assert.equal(await name.inputValue(), 'Suministros del Sur')
  })

  test('of a company stay when another tab of it is clicked', async ({ assert }) => {
    const person = await makeUser('s1st3ma')
    const { siteId } = await makeInvoiceStage()
    const { page } = await ShellPage.open(person, `/sites/${siteId}/edit`)
    const asked = answerQuestions(page, () => false)
    const name = page.getByLabel('Nombre comercial')
    await name.fill('Hotel del Puerto')

    await page.getByRole('link', { name: /Fiscal/ }).click()

    await waitUntil(() => asked.length > 0)
    assert.equal(await name.inputValue(), 'Hotel del Puerto')
  })
})

async function waitUntil(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !isSo(); turn++) await new Promise((done) => setTimeout(done, 50))
}
