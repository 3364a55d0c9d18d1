import { test } from '@japa/runner'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { deleteProvider, setProviderActive } from '#app/providers/actions/move_provider'
import { addBank, changeBankMode, makeDefaultBank } from '#app/providers/actions/provider_banks'
import { revealAccount } from '#app/providers/actions/reveal_account'
import { findDuplicates } from '#app/providers/queries/find_duplicates'
import { createCategory, deleteCategory, updateCategory } from '#app/sites/actions/save_category'
import { categoryTree } from '#app/sites/queries/list_categories'
import { makeIban, makeSite } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import { booked, makeInvoiceStage, taxCode } from '#tests/factories/invoice_stage'
import { makeUser } from '#tests/factories/people'

async function refusal(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
  return 'nothing was refused'
}

test.group('Suppliers', () => {
  test('one that is owed money is deactivated only by who has seen it', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await booked(stage)
    const { actor } = stage.senior
    const off = (isConfirmed: boolean) =>
      setProviderActive(stage.provider.id, { active: false, isConfirmed }, actor)

    const refused = await refusal(() => off(false))
    await off(true)

    assert.match(refused, /^Tiene 1 factura abierta[,.]/)
    const { active } = await oneRow<{ active: boolean }>(`select active from providers where id = :id`, {
      id: stage.provider.id,
    })
    assert.isFalse(active)
  })

  test('one with documents is not deleted; one without goes with its accounts', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await booked(stage)
    const fresh = await makeProvider(stage.senior, { isPayable: false })

    const refused = await refusal(() => deleteProvider(stage.provider.id, stage.senior.actor))
    await deleteProvider(fresh.id, stage.senior.actor)

    assert.equal(refused, 'No se puede eliminar: tiene 1 documento. Desactívelo.')
    assert.lengthOf(await rows(`select 1 as n from providers where id = :id`, { id: fresh.id }), 0)
  })

  test('with several banks each company has its own default; back to one only without them', async ({
    assert,
  }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const provider = await makeProvider(person)
    const { siteId } = await makeSite()
    await changeBankMode(provider.id, true, person.actor)
    const bankId = await addBank(
      {
        providerId: provider.id,
        siteId,
        iban: makeIban(),
        holderName: 'Suministros de prueba',
        isConfirmed: true,
      },
      person.actor
    )
    await makeDefaultBank({ providerId: provider.id, bankId }, person.actor)

    const defaults = await rows<{ siteId: number | null }>(
      `select site_id from provider_banks where provider_id = :id and is_default order by site_id nulls first`,
      { id: provider.id }
    )
    const refused = await refusal(() => changeBankMode(provider.id, false, person.actor))

    assert.deepEqual(defaults, [{ siteId: null }, { siteId }])
    assert.equal(refused, 'Deshabilite antes las cuentas que son de una sola empresa.')
  })

  test('whoever looks at a whole IBAN stays on record, and one of another supplier is not shown', async ({
    assert,
  }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const [one, other] = [await makeProvider(person), await makeProvider(person)]

    const iban = await revealAccount({ providerId: one.id, bankId: one.bankId, scope: 'all' }, person.actor)
    const foreign = await revealAccount(
      { providerId: one.id, bankId: other.bankId, scope: 'all' },
      person.actor
    )

    assert.equal(iban?.replaceAll(' ', ''), one.iban)
    assert.isNull(foreign)
    const seen = await rows<{ userId: number }>(
      `select user_id from audit_events where event = 'provider_bank.viewed' and object_id = :id`,
      { id: one.id }
    )
    assert.deepEqual(seen, [{ userId: person.id }])
  })

  test('the one that exists already is found by its NIF, its IBAN or nearly its name', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const provider = await makeProvider(person)
    await execute(
      `update providers set legal_name = 'Panificadora Salmantina Zarzuela, S.L.' where id = :id`,
      {
        id: provider.id,
      }
    )
    const { taxId } = await oneRow<{ taxId: string }>(`select tax_id::text from providers where id = :id`, {
      id: provider.id,
    })
    const why = async (given: Partial<{ taxId: string; iban: string; name: string }>) =>
      (await findDuplicates({ taxId: '', iban: '', name: '', ...given })).map((found) => [
        found.id,
        found.why,
      ])

    assert.deepEqual(await why({ taxId: taxId.toLowerCase() }), [[provider.id, 'Mismo NIF']])
    assert.deepEqual(await why({ iban: provider.iban }), [[provider.id, 'Mismo IBAN']])
    assert.deepEqual(await why({ name: 'Panificadora Salmantina Zarzuela SA' }), [
      [provider.id, 'Nombre parecido'],
    ])
    assert.deepEqual(await why({ name: 'Otra cosa muy distinta' }), [])
  })
})

const CATEGORY = {
  name: 'Prueba',
  parentId: null,
  accountPrefix: '629',
  vatCodeId: null,
  withholdingCodeId: null,
  deductiblePercent: 100,
  budgetable: true,
  active: true,
}

test.group('Expense categories', () => {
  test('a code belongs to one category however it is typed, and that of «Sin clasificar» stays', async ({
    assert,
  }) => {
    const { actor } = await makeUser('superC0ntab1l1dad')
    const category = (name: string, code: string | null) => ({
      ...CATEGORY,
      name,
      code,
      color: 'blue' as const,
    })
    const one = await createCategory(category('Código uno', 'pru-1'), actor)
    const sin = await oneRow<{ id: number }>(`select id from categories where code = 'SIN'`)

    const messages = [
      await refusal(() => createCategory(category('Código dos', 'PRU-1'), actor)),
      await refusal(() => updateCategory(sin.id, category('Sin clasificar', null), actor)),
    ]
    await updateCategory(one, category('Código uno', null), actor)

    assert.deepEqual(messages, [
      'Ya hay una categoría con este código.',
      'El código de «Sin clasificar» no se cambia.',
    ])
    const shown = (await categoryTree()).find(({ id }) => id === one)
    assert.deepInclude(shown, { code: null, color: 'blue' })
  })

  test('a tree of three levels, never a ring', async ({ assert }) => {
    const { actor } = await makeUser('superC0ntab1l1dad')
    const category = (name: string, parentId: number | null = null) => ({ ...CATEGORY, name, parentId })
    const one = await createCategory(category('Prueba uno'), actor)
    const two = await createCategory(category('Prueba dos', one), actor)
    const three = await createCategory(category('Prueba tres', two), actor)

    const messages = [
      await refusal(() => createCategory(category('Prueba cuatro', three), actor)),
      await refusal(() => updateCategory(one, category('Prueba uno', three), actor)),
      await refusal(() => createCategory(category('PRUEBA DOS', one), actor)),
    ]
    const sin = await oneRow<{ id: number }>(`select id from categories where code = 'SIN'`)
    messages.push(
      await refusal(() => updateCategory(sin.id, { ...category('Sin clasificar'), active: false }, actor))
    )

    assert.deepEqual(messages, [
      'Las categorías tienen hasta 3 niveles.',
      'Una categoría no puede depender de sí misma.',
      'Ya hay una categoría con este nombre.',
      '«Sin clasificar» no se desactiva: recibe lo que no tiene perfil.',
    ])
    assert.deepEqual(
      (await categoryTree())
        .filter(({ name }) => name.startsWith('Prueba'))
        .map(({ id, depth }) => [id, depth]),
      [
        [one, 0],
        [two, 1],
        [three, 2],
      ]
    )
  })

  test('one that nothing is filed under goes; any other says what uses it', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const stage = await makeInvoiceStage()
    const id = await createCategory({ ...CATEGORY, name: `Prueba de borrado ${Date.now()}` }, person.actor)
    const sub = await createCategory({ ...CATEGORY, name: 'Debajo', parentId: id }, person.actor)
    await execute(`update providers set default_category_id = :id where id = :provider`, {
      id,
      provider: stage.provider.id,
    })
    const sin = await oneRow<{ id: number }>(`select id from categories where code = 'SIN'`)

    const used = await refusal(() => deleteCategory(id, person.actor))
    const fixed = await refusal(() => deleteCategory(sin.id, person.actor))
    await deleteCategory(sub, person.actor)
    await execute(`update providers set default_category_id = null where id = :provider`, {
      provider: stage.provider.id,
    })
    await deleteCategory(id, person.actor)

    assert.match(used, /la usan 1 subcategoría, 1 proveedor\. Desactívela\.$/)
    assert.match(fixed, /no se elimina/)
    assert.lengthOf(await rows(`select 1 as n from categories where id in (:id, :sub)`, { id, sub }), 0)
  })

  test('its taxes are taxes of that kind', async ({ assert }) => {
    const { actor } = await makeUser('superC0ntab1l1dad')
    const [vat, withholding] = [await taxCode('IVA21'), await taxCode('IRPF15')]

    await assert.rejects(() =>
      createCategory({ ...CATEGORY, name: 'Al revés', vatCodeId: withholding }, actor)
    )
    await assert.rejects(() =>
      createCategory({ ...CATEGORY, name: 'Al revés', withholdingCodeId: vat }, actor)
    )
  })
})
