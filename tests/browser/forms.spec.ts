import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { makeSite } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import { makeUser, TEST_PASSWORD } from '#tests/factories/people'
import { codeOf } from '#tests/identity/sign_in_requests'

test.group('Forms in the browser', (group) => {
  startClean(group)

  test('password, six digits, in; a code goes off by itself at the sixth', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const shell = await ShellPage.guest()
    await shell.page.goto('/providers')
    assert.match(shell.page.url(), /\/login$/)
    assert.equal(await shell.page.locator('nav').count(), 0)

    await shell.page.getByLabel('Correo electrónico').fill(person.email)
    await shell.page.getByLabel(/^Contraseña/).fill(TEST_PASSWORD)
    await shell.page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await shell.page.waitForURL('**/two-factor-challenge')
    assert.equal(await shell.page.locator('nav').count(), 0)
    const boxes = shell.page.getByLabel(/^Dígito \d de 6$/)
    assert.equal(await boxes.count(), 6)
    await boxes.first().click()
    await shell.page.keyboard.type(await codeOf(person))

    await shell.page.waitForURL('**/providers')
    await shell.drawer.waitFor()
  })

  test('errors stand at their fields', async ({ assert }) => {
    const shell = await ShellPage.guest()
    await shell.page.goto('/login')

    await shell.page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await shell.page.getByText('Este campo es obligatorio.').nth(1).waitFor()

    for (const label of ['Correo electrónico', 'Contraseña']) {
      const field = shell.page.getByLabel(new RegExp(`^${label}`))
      assert.equal(await field.getAttribute('aria-invalid'), 'true', label)
      const described = (await field.getAttribute('aria-describedby')) ?? ''
      assert.equal(
        await shell.page.locator(`[id="${described.split(' ').at(-1)}"]`).innerText(),
        'Este campo es obligatorio.',
        label
      )
    }
  })

  test('while a form is on its way its button is busy and it is not sent again', async ({ assert }) => {
    const person = await makeUser('s1st3ma', { twoFactor: false })
    const shell = await ShellPage.guest()
    await shell.page.goto('/login')
    await shell.page.route('**/login', async (route) => {
      if (route.request().method() === 'POST') await new Promise((done) => setTimeout(done, 500))
      await route.continue()
    })
    const posts: string[] = []
    shell.page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    await shell.page.getByLabel('Correo electrónico').fill(person.email)
    await shell.page.getByLabel(/^Contraseña/).fill(TEST_PASSWORD)

    await shell.page.keyboard.press('Enter')
    await shell.page.keyboard.press('Enter')
    await shell.page.locator('button[type="submit"][data-loading]').waitFor()
    await shell.page.locator('button[type="submit"]').click({ force: true })
    await shell.page.waitForURL((url) => !url.pathname.startsWith('/login'))

    assert.lengthOf(posts, 1)
  })

  test('who chooses again what is chosen keeps it', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('s1st3ma'), '/sites')
    await shell.page.getByRole('button', { name: 'Crear empresa' }).first().click()
    const currency = shell.page.getByRole('dialog').getByLabel('Moneda')
    const before = await currency.inputValue()

    await currency.click()
    await shell.page.getByRole('option', { name: before, exact: true }).click()

    assert.equal(before, 'EUR · Euro')
    assert.equal(await currency.inputValue(), before)
  })

  test('a saved form says «Guardado» for two seconds', async ({ assert }) => {
    const person = await makeUser('s1st3ma')
    const provider = await makeProvider(person)
    const shell = await ShellPage.open(person, `/providers/${provider.id}/edit`)
    await shell.page.getByLabel('Nombre comercial').fill('Suministros del Sur')
    await shell.stopClock()

    await shell.page.getByRole('button', { name: 'Guardar cambios' }).click()
    const saved = shell.page.getByRole('status').filter({ hasText: /^\s*Guardado\s*$/ })
    await saved.waitFor()
    await shell.page.clock.runFor(1999)
    assert.isTrue(await saved.isVisible())
    await shell.page.clock.runFor(1)
    await saved.waitFor({ state: 'detached' })
  })

  test('nobody is asked for a code for a form in which something is missing', async ({ assert }) => {
    const person = await makeUser('s1st3ma')
    const other = await makeUser('c0ntab1l1dad')
    const shell = await ShellPage.open(person, `/users/${other.id}/edit`)
    const name = shell.page.getByLabel('Nombre')
    const code = shell.page.getByRole('dialog', { name: 'Confirme su identidad' })
    const save = shell.page.getByRole('button', { name: 'Guardar cambios' })
    await shell.page.getByLabel('Email').fill('otro@caudal.test')
    await name.fill('')

    await save.click()
    await shell.page.getByText('Este campo es obligatorio.').last().waitFor()
    const askedFirst = await code.isVisible()
    const [isInvalid, email] = [
      await name.getAttribute('aria-invalid'),
      await shell.page.getByLabel('Email').inputValue(),
    ]
    await name.fill('Marta Ruiz')
    await save.click()
    await code.waitFor()

    assert.isFalse(askedFirst)
    assert.equal(isInvalid, 'true')
    assert.equal(email, 'otro@caudal.test')
  })

  test('nobody is asked for a code for a reason that says too little', async ({ assert }) => {
    const person = await makeUser('s1st3ma')
    const other = await makeUser('c0ntab1l1dad')
    const shell = await ShellPage.open(person, `/users/${other.id}/edit`)
    const code = shell.page.getByRole('dialog', { name: 'Confirme su identidad' })
    await shell.page.getByRole('button', { name: /^Acciones de/ }).click()
    await shell.page.getByRole('menuitem', { name: 'Suspender' }).click()
    const sheet = shell.page.getByRole('dialog', { name: 'Suspender al usuario' })
    await sheet.getByLabel('Motivo').fill('Ya')

    await sheet.getByRole('button', { name: 'Suspender' }).click()
    await sheet.getByText('Mínimo 5 caracteres.').first().waitFor()
    const askedFirst = await code.isVisible()
    await sheet.getByLabel('Motivo').fill('Ya no trabaja aquí')
    await sheet.getByRole('button', { name: 'Suspender' }).click()
    await code.waitFor()

    assert.isFalse(askedFirst)
  })

  test('a page of import has the company that led to it', async ({ assert }) => {
    const { siteId } = await makeSite()
    await makeSite()
    const shell = await ShellPage.open(
      await makeUser('s1st3ma'),
      `/accounts/plan/imports/create?site_id=${siteId}`
    )
    const { name } = await oneRow<{ name: string }>(
      `select legal_name as name from sites where id = :siteId`,
      {
        siteId,
      }
    )

    const chosen = await shell.page.getByRole('combobox', { name: /^Empresa/ }).inputValue()

    assert.equal(chosen, name)
  })
})
