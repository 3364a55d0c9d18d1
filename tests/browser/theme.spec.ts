import { test } from '@japa/runner'
import { execute, oneRow } from '#app/kernel/database/sql'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { makeUser } from '#tests/factories/people'

test.group('Theme in the browser', (group) => {
  startClean(group)

  test('light is the start; the button names the other one, keeps the choice and saves it', async ({
    assert,
  }) => {
    const person = await makeUser('aprobador')
    const shell = await ShellPage.open(person, '/2faSecurity', { context: { colorScheme: 'dark' } })
    assert.isFalse(await shell.isDark)
    await shell.theme.hover()
    await shell.page.getByRole('tooltip', { name: 'Modo Oscuro' }).waitFor()

    const [request] = await Promise.all([shell.page.waitForRequest('**/user/theme'), shell.theme.click()])

    assert.deepEqual(request.postDataJSON(), { theme_preference: 'myDarkTheme' })
    await shell.topBar.getByRole('button', { name: 'Modo Claro' }).waitFor()
    assert.isTrue(await shell.isDark)
    assert.equal(await shell.page.evaluate(() => localStorage.getItem('caudal.theme')), 'myDarkTheme')
    await (await request.response())?.finished()
    const { theme } = await oneRow<{ theme: string }>(
      `select theme_preference as theme from users where id = :id`,
      { id: person.id }
    )
    assert.equal(theme, 'myDarkTheme')
  })

  test('the preference of the user wins over the one of the browser', async ({ assert }) => {
    const person = await makeUser('aprobador')
    await execute(`update users set theme_preference = 'myLightTheme' where id = :id`, { id: person.id })
    const shell = await ShellPage.open(person, '/2faSecurity', { stored: { 'caudal.theme': 'myDarkTheme' } })

    assert.isFalse(await shell.isDark)
  })

  test('without a preference the browser’s own is taken', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/2faSecurity', {
      stored: { 'caudal.theme': 'myDarkTheme' },
    })

    assert.isTrue(await shell.isDark)
    assert.equal(await shell.theme.getAttribute('aria-label'), 'Modo Claro')
  })

  test('while it is saved the button is busy; a failure stays in the console and the theme stays', async ({
    assert,
  }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    await shell.page.route('**/user/theme', async (route) => {
      await new Promise((done) => setTimeout(done, 600))
      await route.fulfill({ status: 500, body: '' })
    })

    await shell.theme.click()
    await shell.topBar.locator('button[data-loading]').waitFor()
    await shell.topBar.locator('button[data-loading]').waitFor({ state: 'detached' })

    assert.isTrue(await shell.isDark)
    assert.equal(await shell.toasts.count(), 0)
    assert.isTrue(shell.errors.some((text) => text.includes('/user/theme')))
  })

  test('the dark root has the dark colours, the light one the light ones', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    const brightness = () =>
      shell.page.evaluate(() => {
        const [red = 0, green = 0, blue = 0] = (
          getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []
        ).map(Number)
        return (red + green + blue) / 3
      })
    const light = await brightness()

    await shell.theme.click()
    await shell.topBar.getByRole('button', { name: 'Modo Claro' }).hover()
    await shell.page.getByRole('tooltip', { name: 'Modo Claro' }).waitFor()

    assert.isAbove(light, 220)
    assert.isBelow(await brightness(), 50)
  })

  test('before the login the theme of the browser is taken', async ({ assert }) => {
    const shell = await ShellPage.guest()
    await shell.page.addInitScript(() => localStorage.setItem('caudal.theme', 'myDarkTheme'))

    await shell.page.goto('/login')

    assert.isTrue(await shell.isDark)
  })
})
