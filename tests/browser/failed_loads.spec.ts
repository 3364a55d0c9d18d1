import { test } from '@japa/runner'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { makeAnnouncement } from '#tests/factories/announcements'
import { makeUser } from '#tests/factories/people'
import { makeTreasury } from '#tests/factories/sent_payments'

const CHUNK = 200

test.group('What cannot be loaded, in the browser', (group) => {
  startClean(group)

  test('the accounts of a company that did not come are asked for again', async ({ assert }) => {
    const { siteId } = await makeTreasury()
    const person = await makeUser('superC0ntab1l1dad', { siteIds: [siteId] })
    const shell = await ShellPage.open(person, '/paysuppliers?tab=provisions')
    await shell.failing('/paysuppliers/accounts?*')
    await shell.page.getByRole('button', { name: 'Nueva provisión' }).first().click()
    const dialog = shell.page.getByRole('dialog', { name: 'Nueva provisión' })
    const failure = dialog.getByRole('alert')
    await failure.getByText('No se han podido cargar las cuentas de la empresa.').waitFor()

    await shell.page.unroute('**/paysuppliers/accounts?*')
    await failure.getByRole('button', { name: 'Reintentar' }).click()
    await failure.waitFor({ state: 'detached' })
    await dialog.getByRole('combobox', { name: 'Reservar fondos' }).click()

    assert.isAbove(await shell.page.getByRole('option').count(), 0)
  })

  test('the rest of a long list that did not come is asked for again', async ({ assert }) => {
    for (let made = 0; made <= CHUNK; made++) await makeAnnouncement({ status: 'draft' })
    const shell = await ShellPage.open(await makeUser('s1st3ma'), '/announcements/manage?per_page=all')
    const shown = shell.page.getByRole('status').filter({ hasText: / de / })
    const failed = await shell.failing('/announcements/manage?*cursor=*')
    await shell.page.locator('section:has(> table)').evaluate((table) => {
      table.scrollTop = table.scrollHeight
    })
    const failure = shell.page.getByRole('alert').filter({ hasText: 'No se han podido cargar más filas.' })
    await failure.waitFor()
    const before = await shown.innerText()

    await shell.page.unroute('**/announcements/manage?*cursor=*')
    await failure.getByRole('button', { name: 'Reintentar' }).click()
    await failure.waitFor({ state: 'detached' })
    await shell.page.waitForFunction(
      (text) => ![...document.querySelectorAll('[role="status"]')].some((one) => one.textContent === text),
      before
    )

    assert.isAbove(failed.length, 0)
    assert.match(before, /^200 de /)
    assert.notMatch(await shown.innerText(), /^200 de /)
  })
})
