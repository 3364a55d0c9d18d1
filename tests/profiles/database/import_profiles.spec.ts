import { test } from '@japa/runner'
import { finishImport } from '#app/imports/actions/finish_import'
import { ROWS_AT_ONCE_MAX, requestImport } from '#app/imports/actions/request_import'
import { declaredImport } from '#app/imports/area_imports'
import { importPage } from '#app/imports/queries/import_page'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type FiledProfile, rowsOf } from '#app/profiles/profile_file'
import { filedProfiles } from '#app/profiles/queries/filed_profiles'
import { findProfile } from '#app/profiles/queries/find_profile'
import { makeSite } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import { bringFile, previewOf, takeOn } from '#tests/factories/imports'
import { makeUser, type Person } from '#tests/factories/people'
import { clearProfiles, makeProfile, word } from '#tests/profiles/profile_stage'

const KIND = 'expense-profiles'
const HEAD =
  'Perfil;Proveedor;Categoría;Cuenta;IVA;Retención;Prioridad;Mínimo;Activo;Tipo;Modo;Palabra;Peso;Campo'

const jsonOf = (profiles: unknown) => ({
  name: 'perfiles.json',
  bytes: Buffer.from(JSON.stringify(profiles)),
})
const csvOf = (...lines: string[]) => ({
  name: 'perfiles.csv',
  bytes: Buffer.from([HEAD, ...lines].join('\n')),
})
const active = async () => (await filedProfiles('all')).filter((profile) => profile.active)

const filed = (name: string, more: Partial<FiledProfile> = {}): Partial<FiledProfile> => ({
  name,
  category: 'Agua',
  keywords: [word('abastecimiento')],
  ...more,
})

/** What the page says of each profile of a file. */
async function errorsOf({ actor }: Person, file: { name: string; bytes: Uint8Array }) {
  const { rows: shown } = await previewOf(KIND, await bringFile(KIND, file, actor), actor)
  return shown.toSorted((a, b) => a.rowNo - b.rowNo).map(({ error }) => error)
}

/** Brings a file and takes it on; gives what is said of it. */
async function imported({ actor }: Person, file: { name: string; bytes: Uint8Array }): Promise<string> {
  const importId = await bringFile(KIND, file, actor)
  await takeOn(KIND, importId, actor)
  return (
    await oneRow<{ result: string }>(`select result from imports where id = :importId::uuid`, { importId })
  ).result
}

test.group('Profiles from a file', (group) => {
  group.each.setup(async () => {
    await clearProfiles()
  })

  test('as it was exported are the same ones, new first and replaced afterwards', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const provider = await makeProvider(person)
    await makeProfile(person, {
      keywords: [word('agua'), word('^canon', { mode: 'regex', field: 'description' })],
      amountMinMinor: 150_000,
      amountMaxMinor: 900_000,
      priority: 7,
    })
    await makeProfile(person, { name: 'Del proveedor', providerId: provider.id })
    const before = await active()
    await clearProfiles()

    const said = [
      await imported(person, jsonOf({ profiles: before })),
      await imported(person, jsonOf(before)),
    ]

    assert.deepEqual(said, [
      'Perfiles importados: 2 nuevos, 0 cambiados.',
      'Perfiles importados: 0 nuevos, 2 cambiados.',
    ])
    assert.deepEqual(await active(), before)
  })

  test('a table has a row for each word, and what it does not hold is as a new profile has it', async ({
    assert,
  }) => {
    const person = await makeUser('superC0ntab1l1dad')
    await makeProfile(person, { keywords: [word('agua'), word('canon de vertido')] })
    const table = rowsOf(await active())
      .map((row) => Object.values(row).map((cell) => cell ?? ''))
      .map((cells) => cells.join(';'))
    await clearProfiles()

    const said = await imported(person, csvOf(...table, ';;;;;;;;;;;sin perfil;;'))

    assert.equal(
      said,
      'Perfiles importados: 1 nuevo, 0 cambiados. Fuera por lo que dice el fichero: 1 fila omitida.'
    )
    const [made] = await active()
    assert.deepEqual(
      made?.keywords.map(({ text, mode, weight }) => [text, mode, weight]),
      [
        ['agua', 'word', 60],
        ['canon de vertido', 'phrase', 60],
      ]
    )
    assert.isTrue(made?.requires_approval)
  })

  test('the columns may have other names, and are pointed out', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const importId = await bringFile(
      KIND,
      { name: 'otros.csv', bytes: Buffer.from('Regla;Clase;Término\nAgua;Agua;vertido\n') },
      person.actor
    )

    const { columns } = await previewOf(KIND, importId, person.actor)

    assert.deepEqual(columns?.missing, ['Perfil', 'Categoría', 'Palabra'])
  })

  test('one that is wrong keeps them all out, and says what is wrong with it: {name}')
    .with([
      { name: 'category', one: { category: 'No existe' }, why: 'no hay una categoría «No existe».' },
      { name: 'supplier', one: { provider: 'X0' }, why: 'no hay un proveedor con NIF o código «X0».' },
      { name: 'tax', one: { vat: 'IVA99' }, why: 'no hay un impuesto «IVA99».' },
      { name: 'no VAT', one: { vat: 'IRPF15' }, why: 'El valor seleccionado no es válido.' },
      {
        name: 'account',
        one: { account: '430' },
        why: 'Use una cuenta de los grupos 2 o 6, la 407 o la 480.',
      },
      {
        name: 'amounts',
        one: { amount_min: 200_000, amount_max: 100_000 },
        why: 'El importe máximo no puede ser menor que el mínimo.',
      },
      {
        name: 'score',
        one: { min_score: 500 },
        why: 'La puntuación mínima (500) no se puede alcanzar con las palabras actuales (60).',
      },
      { name: 'no score', one: { min_score: 0 }, why: 'la puntuación mínima debe estar entre 1 y 1000.' },
      {
        name: 'weight',
        one: { keywords: [word('agua', { weight: 0 })] },
        why: 'el peso de «agua» debe estar entre 1 y 100.',
      },
      {
        name: 'empty word',
        one: { keywords: [word('de')] },
        why: 'La palabra clave no puede ser una palabra vacía.',
      },
      {
        name: 'long word',
        one: { keywords: [word('a'.repeat(121))] },
        why: `«${'a'.repeat(30)}…» es demasiado larga: hasta 120 letras.`,
      },
      { name: 'priority', one: { priority: 1_001 }, why: '«1001» no es un número entero.' },
      {
        name: 'deductible',
        one: { deductible_percent: 101 },
        why: 'el porcentaje deducible debe estar entre 0 y 100.',
      },
      {
        name: 'word of no kind',
        one: { keywords: [{ kind: 'quizá', mode: 'word', text: 'a', weight: 1, field: null }] as never },
        why: 'no se entiende una palabra clave de «Malo».',
      },
    ])
    .run(async ({ assert }, { one, why }) => {
      const person = await makeUser('superC0ntab1l1dad')
      const file = jsonOf([filed('Bueno'), filed('Malo', one)])

      const errors = await errorsOf(person, file)
      const refused = await imported(person, file).catch((error: unknown) => error)

      assert.deepEqual(errors, [null, `Perfil «Malo»: ${why}`])
      assert.instanceOf(refused, DomainError)
      assert.equal((refused as DomainError).field, 'file')
      assert.equal((refused as DomainError).message, `Corrija el fichero: fila 2. Perfil «Malo»: ${why}`)
      assert.isEmpty(await active())
    })

  test('a wrong row of a table is named among those of its profile', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const file = csvOf(
      'Agua;;Agua;;;;;;;;;vertido;;',
      'Agua;;Agua;;;;x;;;Quizá;;canon;;',
      'Luz;;Agua;;;;50;;;;;electricidad;;',
      'Luz;;Agua;;;;90;;;;;energía;;'
    )

    const shown = (await previewOf(KIND, await bringFile(KIND, file, person.actor), person.actor)).rows

    assert.deepEqual(
      shown.map(({ rowNo, error, warning }) => ({ rowNo, error, warning })),
      [
        {
          rowNo: 2,
          error:
            'Perfil «Agua»: Fila 3: «x» no es un número entero. Perfil «Agua»: Fila 3: no se entiende «Quizá».',
          warning: 'La fila 3 dice otra cosa del perfil: vale lo que dice la 2.',
        },
        { rowNo: 4, error: null, warning: 'La fila 5 dice otra cosa del perfil: vale lo que dice la 4.' },
      ]
    )
  })

  test('of fifty thousand words and as many mistakes is told by the first of them', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const file = csvOf(...Array.from({ length: 50_000 }, (_, at) => `Agua;;Agua;;;;;;;;;palabra ${at};x;`))

    const [error = ''] = await errorsOf(person, file)

    assert.match(error ?? '', /Fila 3: «x» no es un número entero\./)
    assert.match(error ?? '', /Y 49\.995 cosas más\.$/)
  })

  test('a profile that stands in the file twice would take its own place', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')

    assert.deepEqual(await errorsOf(person, jsonOf([filed('Agua'), filed('Agua')])), [
      null,
      'Perfil «Agua»: ya está en la fila 1 del fichero.',
    ])
  })

  test('is refused at once where it holds no profiles: {name}')
    .with([
      { name: 'broken', bytes: '{"profiles": [', why: 'El fichero no es un JSON válido.' },
      { name: 'something else', bytes: '{"invoices": []}', why: 'El fichero no contiene perfiles.' },
      { name: 'empty', bytes: '[]', why: 'El fichero no tiene filas.' },
    ])
    .run(async ({ assert }, { bytes, why }) => {
      const { actor } = await makeUser('superC0ntab1l1dad')

      await assert.rejects(() => bringFile(KIND, { name: 'a.json', bytes: Buffer.from(bytes) }, actor), why)
    })

  test('what is replaced keeps its companies and its cost centre', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const { siteId } = await makeSite()
    const id = await makeProfile(person, { siteIds: [siteId] })

    await imported(person, jsonOf([filed('Agua de red', { priority: 3 })]))

    const found = await findProfile(id)
    assert.deepEqual([found?.input.siteIds, found?.input.priority], [[siteId], 3])
  })

  test('is on record with what each row became, and has no way back', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const id = await makeProfile(person)
    const importId = await bringFile(KIND, jsonOf([filed('Agua de red')]), person.actor)
    await takeOn(KIND, importId, person.actor)

    const kept = await rows(
      `select row_no, created_type, created_id from import_rows where import_id = :importId::uuid`,
      {
        importId,
      }
    )
    const page = await importPage(await declaredImport(KIND), importId, {
      actor: person.actor,
      scope: 'all',
      userId: person.id,
      role: 's1st3ma',
    })

    assert.deepEqual(kept, [{ rowNo: 1, createdType: 'expense_profile', createdId: id }])
    assert.isFalse(page?.result?.canUndo)
    assert.match(page?.result?.whyNot ?? '', /sustituidos/)
  })

  test('a long file is taken on by a job', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const declared = await declaredImport(KIND)
    const many = Array.from({ length: ROWS_AT_ONCE_MAX + 1 }, (_, at) => filed(`Perfil ${at}`))
    const importId = await bringFile(KIND, jsonOf(many), person.actor)
    const request = {
      importId,
      asked: { actor: person.actor, scope: 'all' as const },
      wrongRows: 'refuse' as const,
    }

    assert.isNull(await requestImport(declared, request))
    const { message } = await finishImport({ kind: KIND, ...request }, () => Promise.resolve())

    assert.equal(message, `Perfiles importados: ${ROWS_AT_ONCE_MAX + 1} nuevos, 0 cambiados.`)
    assert.lengthOf(await active(), ROWS_AT_ONCE_MAX + 1)
    await execute(`update expense_profiles set active = false where name like 'Perfil %'`)
  })
})
