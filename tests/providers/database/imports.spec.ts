import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { setProviderActive } from '#app/providers/actions/move_provider'
import { cif, makeIban } from '#tests/factories/books'
import { bringFile, previewOf, takeBack, takeOn } from '#tests/factories/imports'
import { makeUser, type Person } from '#tests/factories/people'

const file = (lines: string[]) => ({
  name: 'proveedores.csv',
  bytes: Buffer.from(['Razón social;NIF;Categoría;IBAN', ...lines].join('\n')),
})

const names = () =>
  rows<{ name: string }>(
    `select legal_name as name from providers where legal_name like 'Importada%' order by 1`
  )

async function preview(person: Person, lines: string[]) {
  const id = await bringFile('providers', file(lines), person.actor)
  const shown = await previewOf('providers', id, person.actor)
  return { ...shown, errors: shown.rows.filter(({ error }) => error !== null) }
}

test.group('Import of suppliers', () => {
  test('the preview says what the import would do, and does nothing', async ({ assert }) => {
    const person = await makeUser('c0ntab1l1dad')
    const taxId = cif(3_141_592)

    const shown = await preview(person, [
      `Importada Uno SL;${taxId};Agua;${makeIban()}`,
      `Importada Dos SL;${taxId};Agua;`,
      'Importada Tres SL;B00000001;Agua;',
      `Importada Cuatro SL;${cif(2_718_281)};No existe;`,
    ])

    assert.deepEqual([shown.newCount, shown.errorCount], [1, 3])
    assert.deepEqual(
      shown.errors.map(({ rowNo }) => rowNo),
      [3, 4, 5]
    )
    assert.match(shown.errors[0]?.error ?? '', /^Ya existe el proveedor P\d+ con este NIF\.$/)
    assert.lengthOf(await names(), 0)
  })

  test('all or none, and the way back while nobody touched them', async ({ assert }) => {
    const person = await makeUser('c0ntab1l1dad')
    const wrong = await preview(person, [
      `Importada Uno SL;${cif(1_234_321)};Agua;`,
      'Importada Dos SL;B1;Agua;',
    ])
    await assert.rejects(() => takeOn('providers', wrong.id, person.actor), /Corrija el fichero: fila 3/)
    const none = await names()

    const right = await preview(person, [
      `Importada Uno SL;${cif(1_234_321)};Agua;${makeIban()}`,
      `Importada Dos SL;${cif(2_345_432)};Gas;`,
    ])
    const count = await takeOn('providers', right.id, person.actor)
    const made = await names()
    const removed = await takeBack('providers', right.id, person.actor)

    assert.lengthOf(none, 0)
    assert.deepEqual([count, made.length, removed], [2, 2, 2])
    assert.lengthOf(await names(), 0)
  })

  test('an import with a supplier that somebody changed is not taken back', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const shown = await preview(person, [`Importada Uno SL;${cif(1_234_321)};Agua;`])
    await takeOn('providers', shown.id, person.actor)
    const [made] = await rows<{ id: number }>(
      `select id from providers where legal_name = 'Importada Uno SL'`
    )
    await setProviderActive(made?.id ?? 0, { active: false, isConfirmed: true }, person.actor)

    await assert.rejects(() => takeBack('providers', shown.id, person.actor), /se ha modificado después/)
    assert.lengthOf(await names(), 1)
  })
})
