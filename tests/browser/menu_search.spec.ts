import { test } from '@japa/runner'
import { paletteFor } from '#app/identity/menu'
import { startClean } from '#tests/browser/clean_start'
import { PHONE, ShellPage } from '#tests/browser/shell_page'
import { makeUser } from '#tests/factories/people'

const RECENT = 'caudal.recentMenu'

const titlesOf = (entries: { title: string }[]) => entries.map((entry) => entry.title)

test.group('Menu search in the browser', (group) => {
  startClean(group)

  test('the field of the top bar says «Buscar...»', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))

    assert.equal(await shell.search.getAttribute('placeholder'), 'Buscar...')
  })

  test('titles, keywords and groups match in any case and without accents; what matched is marked', async ({
    assert,
  }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))

    await shell.search.fill('AUTENTICACION')
    assert.deepEqual(await shell.options.allInnerTexts(), ['Autenticación 2FA'])
    assert.equal(await shell.results.locator('mark').innerText(), 'Autenticación')
    await shell.search.fill('acreedores')
    assert.include(await shell.options.allInnerTexts(), 'Listado de Proveedores')
    await shell.search.fill('facturación')
    assert.include(await shell.options.allInnerTexts(), 'OCR de Facturas')
  })

  test('titles that start with the query come first, the rest by the alphabet, under their groups', async ({
    assert,
  }) => {
    const shell = await ShellPage.open(await makeUser('s1st3ma'))
    await shell.search.fill('p')

    const groups = await shell.results.getByRole('group').evaluateAll((nodes) =>
      nodes.map((node) => ({
        group: node.getAttribute('aria-label'),
        titles: Array.from(
          node.querySelectorAll('[role="option"]'),
          (option) => (option as HTMLElement).innerText
        ),
      }))
    )

    const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    const byTitle = (a: { title: string }, b: { title: string }) =>
      Number(folded(b.title).startsWith('p')) - Number(folded(a.title).startsWith('p')) ||
      a.title.localeCompare(b.title, 'es')
    const found = paletteFor({ role: 's1st3ma', twoFactorEnabled: true })
      .filter((item) => [item.title, item.group, ...item.keywords].some((text) => folded(text).includes('p')))
      .sort(byTitle)
    const expected = [...new Set(found.map((item) => item.group))].map((group) => ({
      group,
      titles: titlesOf(found.filter((item) => item.group === group)),
    }))
    assert.deepEqual(groups, expected)
  })

  test('a query that finds nothing says so, also for what the role may not see', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('adm1n1strat0r'))

    await shell.search.fill('Listado de Proveedores')

    assert.equal(
      await shell.results.innerText(),
      'No se encontraron resultados para "Listado de Proveedores"'
    )
  })

  test('blanks find nothing and show the recent entries', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/2faSecurity', {
      stored: { [RECENT]: JSON.stringify(['invoices']) },
    })

    await shell.search.fill('   ')

    assert.deepEqual(await shell.options.allInnerTexts(), ['OCR de Facturas'])
  })

  test('the arrows go round, Enter opens, Esc clears', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    await shell.search.fill('prov')
    const titles = await shell.options.allInnerTexts()
    assert.isAtLeast(titles.length, 2)

    assert.equal(await shell.selected.innerText(), titles[0])
    await shell.page.keyboard.press('ArrowUp')
    assert.equal(await shell.selected.innerText(), titles.at(-1))
    await shell.page.keyboard.press('ArrowDown')
    assert.equal(await shell.selected.innerText(), titles[0])
    await shell.page.keyboard.press('Escape')
    assert.equal(await shell.search.inputValue(), '')
    assert.equal(await shell.results.count(), 0)

    await shell.search.fill('listado de prov')
    await shell.page.keyboard.press('Enter')
    await shell.page.waitForURL('**/providers')
    assert.deepEqual(await shell.stored(RECENT), ['providers.index'])
  })

  test('Ctrl+K, Cmd+K and «/» lead to the field, but «/» not while one types', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/providers')
    const isFocused = () => shell.search.evaluate((node) => node === document.activeElement)
    const leave = () => shell.page.evaluate(() => (document.activeElement as HTMLElement).blur())

    for (const keys of ['Control+k', 'Meta+k', '/']) {
      await leave()
      await shell.page.keyboard.press(keys)
      assert.isTrue(await isFocused(), keys)
      assert.equal(await shell.search.inputValue(), '', keys)
    }
    await leave()
    await shell.page.evaluate(() => {
      for (const kind of ['input', 'textarea']) {
        const field = document.createElement(kind)
        field.id = `own-${kind}`
        document.querySelector('main')?.prepend(field)
      }
    })
    for (const kind of ['input', 'textarea']) {
      await shell.page.locator(`#own-${kind}`).focus()
      await shell.page.keyboard.press('/')
      assert.isFalse(await isFocused(), kind)
      assert.equal(await shell.page.locator(`#own-${kind}`).inputValue(), '/')
    }
  })

  test('results close 200 ms after the field loses the focus', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    await shell.search.fill('prov')
    await shell.results.waitFor()

    await shell.stopClock()

    await shell.search.blur()
    await shell.page.clock.runFor(199)
    assert.isTrue(await shell.results.isVisible())
    await shell.page.clock.runFor(1)
    await shell.results.waitFor({ state: 'detached' })
  })

  test('a click on a result opens it', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'))
    await shell.search.fill('listado')

    await shell.options.filter({ hasText: 'Proveedores' }).first().click()
    await shell.page.waitForURL('**/providers')

    assert.equal(await shell.search.inputValue(), '')
  })

  test('the last five opened are kept, the newest first and each once', async ({ assert }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/2faSecurity', {
      stored: { [RECENT]: JSON.stringify(['paysuppliers', 'invoices', '2faSecurity', '/', 'accounts']) },
    })
    await shell.search.fill('listado de prov')
    await shell.page.keyboard.press('Enter')
    await shell.page.waitForURL('**/providers')
    await shell.search.fill('OCR')
    await shell.page.keyboard.press('Enter')
    await shell.page.waitForURL('**/invoices')

    assert.deepEqual(await shell.stored(RECENT), [
      'invoices',
      'providers.index',
      'paysuppliers',
      '2faSecurity',
      '/',
    ])
    await shell.search.focus()
    assert.deepEqual(await shell.options.allInnerTexts(), [
      'OCR de Facturas',
      'Listado de Proveedores',
      'Pagar Proveedores',
      'Autenticación 2FA',
      'Dashboard',
    ])
  })

  for (const [what, stored, shown] of [
    [
      'entries that the role may not open are left out',
      JSON.stringify(['invoices', 'accounts', 'gone']),
      ['Cuentas Principales'],
    ],
    ['a list that cannot be read counts as empty', '{no es json', []],
  ] as [string, string, string[]][]) {
    test(`of the recent entries, ${what}`, async ({ assert }) => {
      const shell = await ShellPage.open(await makeUser('adm1n1strat0r'), '/2faSecurity', {
        stored: { [RECENT]: stored },
      })

      await shell.search.focus()
      await shell.page.waitForTimeout(100)

      assert.deepEqual(await shell.options.allInnerTexts(), shown)
    })
  }

  test('on a telephone the keys open it with the words for elsewhere, «/» not while one types', async ({
    assert,
  }) => {
    const shell = await ShellPage.open(await makeUser('aprobador'), '/2faSecurity', { context: PHONE })

    for (const keys of ['Control+k', '/']) {
      await shell.page.keyboard.press(keys)
      await shell.search.waitFor()
      assert.equal(await shell.search.getAttribute('placeholder'), 'Buscar menú... (Ctrl+K)', keys)
      assert.isTrue(await shell.search.evaluate((node) => node === document.activeElement), keys)
      assert.equal(await shell.search.inputValue(), '', keys)
      await shell.page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
      await shell.search.waitFor({ state: 'detached' })
    }
  })

  for (const context of [PHONE, {}]) {
    test(`without the second factor no key opens it (${'viewport' in context ? 'telephone' : 'desk'})`, async ({
      assert,
    }) => {
      const shell = await ShellPage.open(await makeUser('aprobador', { twoFactor: false }), '/2faSecurity', {
        context,
      })

      for (const keys of ['Control+k', 'Meta+k', '/']) await shell.page.keyboard.press(keys)
      await shell.page.waitForTimeout(300)

      assert.equal(await shell.search.count(), 0)
      assert.equal(await shell.page.getByRole('dialog').count(), 0)
    })
  }
})
