import { test } from '@japa/runner'
import { drawerFor } from '#app/identity/menu'
import type { Role } from '#app/identity/roles'
import { startClean } from '#tests/browser/clean_start'
import { PHONE, ShellPage } from '#tests/browser/shell_page'
import { makeUser } from '#tests/factories/people'

const titlesFor = (role: Role, twoFactorEnabled = true) =>
  drawerFor({ role, twoFactorEnabled }).map((entry) => entry.title)

test.group('Drawer in the browser', (group) => {
  startClean(group)

  for (const role of [
    's1st3ma',
    'aprobador',
    'superC0ntab1l1dad',
    'c0ntab1l1dad',
    'adm1n1strat0r',
  ] as const) {
    test(`${role} sees its entries, the user first and the way out last`, async ({ assert }) => {
      const shell = await ShellPage.open(await makeUser(role))

      assert.deepEqual(await shell.entries(), titlesFor(role))
      assert.match(await shell.userItem.innerText(), /^P\S+\s+Persona \d+ Prueba$/)
      assert.equal(await shell.drawer.getByRole('button').last().innerText(), 'Cerrar sesión')
    })
  }

  test('whatever stands in the storage of the browser, the page is there', async ({ assert }) => {
    const person = await makeUser('s1st3ma')
    const keys = [
      'drawer.groups',
      'drawer.rail',
      'recentMenu',
      'table.providers.columns',
      'table.providers.views',
      'theme',
    ]
    for (const kept of ['null', '7', '[1]', '{', '"x"', '{"Pagos":{"a":1}}']) {
      const stored = Object.fromEntries(keys.map((key) => [`caudal.${key}`, kept]))
      const shell = await ShellPage.open(person, '/providers', { stored })

      assert.deepEqual(await shell.entries(), titlesFor('s1st3ma'), kept)
      assert.isTrue(await shell.page.getByRole('heading', { name: 'Proveedores' }).first().isVisible(), kept)
      assert.equal(await shell.page.evaluate(() => localStorage.getItem('caudal.drawer.groups')), kept)
      assert.deepEqual(shell.errors, [], kept)
    }
  })

  test('without the second factor there is no search and only what is always shown', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador', { twoFactor: false }))

    assert.deepEqual(await shell.entries(), titlesFor('aprobador', false))
    assert.equal(await shell.search.count(), 0)
    assert.isTrue(await shell.drawer.getByRole('button', { name: 'Cerrar sesión' }).isVisible())
  })

  test('s1st3ma has everything without the second factor', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('s1st3ma', { twoFactor: false }))

    assert.deepEqual(await shell.entries(), titlesFor('s1st3ma', false))
    assert.isTrue(await shell.search.isVisible())
  })

  test('the user item folds the drawer to a rail and back', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    const width = async () => (await shell.drawer.boundingBox())?.width ?? 0
    assert.isAbove(await width(), 200)

    await shell.userItem.click()
    await shell.page.locator('[data-drawer="rail"]').waitFor()
    assert.isBelow(await width(), 80)
    await shell.drawer.getByRole('link', { name: 'OCR de Facturas' }).hover()
    await shell.page.getByRole('tooltip', { name: 'OCR de Facturas' }).waitFor()

    await shell.userItem.click()
    await shell.page.locator('[data-drawer="open"]').waitFor()
  })

  test('it is open at first, and the top bar has the product, the search, the bell and the theme', async ({
    assert,
  }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))

    assert.isTrue(await shell.page.locator('[data-drawer="open"]').isVisible())
    for (const part of [
      shell.topBar.getByRole('link', { name: 'Caudal' }),
      shell.search,
      shell.bell,
      shell.theme,
    ])
      assert.isTrue(await part.isVisible(), String(part))
    assert.match(await shell.drawer.innerText(), /^P\S+\s+Persona \d+ Prueba\s/)
  })

  test('a window that becomes as narrow as a telephone shuts it, and opens it once wide again', async ({
    assert,
  }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))

    await shell.page.setViewportSize(PHONE.viewport)
    await shell.drawer.waitFor({ state: 'detached' })
    await shell.page.waitForTimeout(300)
    assert.equal(await shell.drawer.count(), 0)

    await shell.page.setViewportSize({ width: 1280, height: 800 })
    await shell.page.locator('[data-drawer="open"]').waitFor()
  })

  test('the entry of the page in view is marked, and the page names itself in the title', async ({
    assert,
  }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/providers')

    assert.deepEqual(await shell.drawer.locator('[aria-current="page"]').allInnerTexts(), [
      'Listado de Proveedores',
    ])
    assert.equal(await shell.page.title(), 'Proveedores - Caudal')
    await shell.drawer.getByRole('link', { name: 'OCR de Facturas' }).click()
    await shell.page.waitForURL('**/invoices')
    await shell.page.waitForFunction(() => document.title === 'Facturas recibidas - Caudal')
  })

  test('on a telephone it is shut, opens by its button and shuts after a navigation', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/2faSecurity', { context: PHONE })
    assert.equal(await shell.drawer.count(), 0)

    await shell.topBar.getByRole('button', { name: 'Abrir el menú' }).click()
    await shell.drawer.waitFor()
    assert.equal(await shell.search.getAttribute('placeholder'), 'Buscar menú... (Ctrl+K)')
    await shell.drawer.getByRole('link', { name: 'Listado de Proveedores' }).click()
    await shell.page.waitForURL('**/providers')
    await shell.drawer.waitFor({ state: 'detached' })
  })

  test('the way out is a POST and ends at the login', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))

    const [request] = await Promise.all([
      shell.page.waitForRequest('**/logout'),
      shell.drawer.getByRole('button', { name: 'Cerrar sesión' }).click(),
    ])
    await shell.page.waitForURL('**/login')

    assert.equal(request.method(), 'POST')
    assert.equal(await shell.page.locator('nav').count(), 0)
    await shell.page.goto('/providers')
    assert.match(shell.page.url(), /\/login$/)
  })
})
