import { test } from '@japa/runner'
import { seriousFindings } from '#tests/browser/axe'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'
import { clearProfiles, makeProfile } from '#tests/profiles/profile_stage'

test.group('A profile of a supplier in the browser', (group) => {
  startClean(group)

  test('written, tried while it is written, its effect seen, and saved', async ({ assert }) => {
    await clearProfiles()
    const provider = await makeProvider(await makeUser('superC0ntab1l1dad'))
    const { page, errors } = await ShellPage.open(
      await makeUser('c0ntab1l1dad'),
      `/providers/${provider.id}/profiles/create`
    )

    await page.getByLabel(/^Nombre/).fill('Fibra de la oficina')
    await page.getByRole('combobox', { name: 'Categoría' }).click()
    await page.getByRole('option', { name: 'Telecomunicaciones' }).click()
    await page.getByLabel('Nueva palabra o frase').fill('fibra')
    await page.keyboard.press('Enter')
    await page.getByLabel('Concepto', { exact: true }).fill('Cuota FIBRA de mayo')
    const mark = page.locator('mark')
    await mark.waitFor()
    const marked = await mark.innerText()
    await page.getByText('El perfil es de este proveedor: +20').waitFor()
    await page.getByRole('button', { name: 'Ver el efecto en los últimos 12 meses' }).click()
    await page.getByText(/De \d+ líneas/).waitFor()
    await page.getByRole('button', { name: 'Crear perfil' }).click()
    await page.waitForURL(/\/providers\/profiles\/\d+$/)

    assert.equal(marked, 'FIBRA')
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Fibra de la oficina')
    assert.deepEqual(errors, [])
  })

  test('every page of suppliers and profiles in both themes, on a desk and a telephone', async ({
    assert,
  }) => {
    await clearProfiles()
    const person = await makeUser('superC0ntab1l1dad')
    const provider = await makeProvider(person)
    const profileId = await makeProfile(person, { providerId: provider.id })
    const shell = await ShellPage.of(person)
    const found: string[] = []

    for (const path of [
      ...['profiles', 'invoices', 'payments', 'ledger'].map(
        (tab) => `/providers/${provider.id}/edit?tab=${tab}`
      ),
      '/providers/imports/create',
      `/providers/${provider.id}/profiles`,
      `/providers/${provider.id}/profiles/create?concept=Canon%20de%20vertido`,
      `/providers/profiles/${profileId}`,
      `/providers/profiles/${profileId}/edit`,
      ...['global', 'conflicts', 'unmatched'].map((tab) => `/profile-manager?tab=${tab}`),
    ]) {
      await shell.page.goto(path)
      await shell.page.getByRole('heading', { level: 1 }).waitFor()
      found.push(...(await seriousFindings(shell.page, path)))
    }

    assert.deepEqual(found, [])
  }).timeout(240_000)
})
