import { test } from '@japa/runner'
import { finishImport } from '#app/imports/actions/finish_import'
import { mapColumns } from '#app/imports/actions/map_columns'
import { ROWS_AT_ONCE_MAX, requestImport } from '#app/imports/actions/request_import'
import { declaredImport } from '#app/imports/area_imports'
import { findProgress } from '#app/imports/queries/find_import'
import { importPage } from '#app/imports/queries/import_page'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { makeSite } from '#tests/factories/books'
import { bringFile, previewOf, readAs, takeBack, takeOn } from '#tests/factories/imports'
import { makeUser, type Person } from '#tests/factories/people'

const KIND = 'legacy-payments'
const fileOf = (code: string, count: number, bad = 0) => ({
  name: 'historico.csv',
  bytes: Buffer.from(
    [
      'Fecha;Empresa;Beneficiario;Importe;Referencia',
      ...Array.from({ length: count }, (_, at) => `15/03/2024;${code};Lavandería;1,50;R${at}`),
      ...Array.from({ length: bad }, () => `15/03/2024;NADIE;Lavandería;1,50;X`),
    ].join('\n')
  ),
})

const asked = ({ actor }: Person) => ({ actor, scope: 'all' as const })
const paidOf = async (siteId: number) =>
  (
    await oneRow<{ n: number }>(`select count(*)::int as n from legacy_payments where site_id = :siteId`, {
      siteId,
    })
  ).n
const statusOf = (id: string) =>
  oneRow<{ status: string; problem: string | null }>(
    `select status, problem from imports where id = :id::uuid`,
    { id }
  )

test.group('A file of many rows', () => {
  test('that is long is taken on by a job, once, and its page follows it to the result', async ({
    assert,
  }) => {
    const { siteId, code } = await makeSite()
    const person = await makeUser('s1st3ma')
    const declared = await declaredImport(KIND)
    const importId = await bringFile(KIND, fileOf(code, ROWS_AT_ONCE_MAX + 1), person.actor)
    const request = { importId, asked: asked(person), wrongRows: 'refuse' as const }

    assert.isNull(await requestImport(declared, request))
    assert.isNull(await requestImport(declared, request))
    const runs = await rows(`select id from job_runs where title like :title and user_id = :userId`, {
      title: '%historico.csv',
      userId: person.id,
    })
    const viewer = { ...asked(person), userId: person.id, role: 's1st3ma' }
    const waiting = await importPage(declared, importId, viewer)
    const progress = await findProgress(importId)
    const seen: number[] = []
    const outcome = await finishImport({ kind: KIND, ...request }, async (done) => {
      seen.push(done)
    })
    const again = await finishImport({ kind: KIND, ...request }, () => Promise.resolve())
    const result = await importPage(declared, importId, viewer)

    assert.lengthOf(runs, 1)
    assert.equal(waiting?.progress?.name, 'historico.csv')
    assert.isNotNull(progress)
    assert.deepEqual(seen, [ROWS_AT_ONCE_MAX + 1])
    assert.equal(outcome.message, `${ROWS_AT_ONCE_MAX + 1} pagos importados.`)
    assert.equal(again.message, outcome.message)
    assert.equal(result?.result?.imported, ROWS_AT_ONCE_MAX + 1)
    assert.equal(await paidOf(siteId), ROWS_AT_ONCE_MAX + 1)
  })

  test('that is long is taken on by a job also where its columns had to be pointed out', async ({
    assert,
  }) => {
    const { code } = await makeSite()
    const person = await makeUser('s1st3ma')
    const declared = await declaredImport(KIND)
    const { bytes } = fileOf(code, ROWS_AT_ONCE_MAX + 1)
    const strange = {
      name: 'a mano.csv',
      bytes: Buffer.from(bytes.toString().replace(/^.*\n/, 'aa;bb;cc;dd;ee\n')),
    }
    const importId = await bringFile(KIND, strange, person.actor)
    const columns = { paidOn: 'aa', site: 'bb', payee: 'cc', amount: 'dd', reference: 'ee' }

    await mapColumns(declared, { importId, asked: asked(person), columns })

    assert.isNull(
      await requestImport(declared, { importId, asked: asked(person), wrongRows: 'refuse' as const })
    )
    assert.equal((await statusOf(importId)).status, 'applying')
  })

  test('whose job is refused waits again with why, and nothing of it was kept', async ({ assert }) => {
    const { siteId, code } = await makeSite()
    const person = await makeUser('s1st3ma')
    const declared = await declaredImport(KIND)
    const importId = await bringFile(KIND, fileOf(code, ROWS_AT_ONCE_MAX, 1), person.actor)
    const request = { importId, asked: asked(person), wrongRows: 'refuse' as const }

    await requestImport(declared, request)
    const outcome = await finishImport({ kind: KIND, ...request }, () => Promise.resolve())

    assert.isTrue(outcome.hasFailed)
    const { status, problem } = await statusOf(importId)
    assert.equal(status, 'uploaded')
    assert.match(problem ?? '', /fila 502\. Empresa desconocida/)
    assert.equal(await paidOf(siteId), 0)
  })

  test('that was taken on before is said to have been, by whom and when', async ({ assert }) => {
    const { code } = await makeSite()
    const person = await makeUser('s1st3ma')
    const file = fileOf(code, 2)
    await takeOn(KIND, await bringFile(KIND, file, person.actor), person.actor)

    const shown = await previewOf(KIND, await bringFile(KIND, file, person.actor), person.actor)

    assert.match(shown.notices[0] ?? '', /Este mismo fichero ya se importó el .*\(/)
    assert.deepEqual([shown.newCount, shown.repeatedCount], [0, 2])
  })

  test('keeps what stayed out with why, and is taken back once, in its time', async ({ assert }) => {
    const { siteId, code } = await makeSite()
    const person = await makeUser('s1st3ma')
    const importId = await bringFile(KIND, fileOf(code, 2, 1), person.actor)
    await takeOn(KIND, importId, person.actor, { wrongRows: 'leave_out' })
    const kept = await rows(`select row_no, errors from import_rows where import_id = :importId::uuid`, {
      importId,
    })

    assert.deepEqual(kept, [{ rowNo: 4, errors: ['Empresa desconocida.'] }])
    await assert.rejects(
      () => takeBack(KIND, importId, person.actor, []),
      /No hay ninguna importación de sus empresas/
    )
    assert.equal(await takeBack(KIND, importId, person.actor), 2)
    assert.equal(await paidOf(siteId), 0)
    await assert.rejects(() => takeBack(KIND, importId, person.actor), /ya se deshizo/)
  })

  test('of a company that is no longer its person’s is neither shown nor taken on', async ({ assert }) => {
    const { siteId } = await makeSite()
    const person = await makeUser('c0ntab1l1dad', { siteIds: [siteId] })
    const sent = {
      name: 'cuentas.csv',
      bytes: Buffer.from('Código;Nombre\n43000101;Agencia'),
      scope: [siteId],
      answers: { site_id: String(siteId) },
    }
    const importId = await bringFile('plan', sent, person.actor)

    await assert.rejects(() => previewOf('plan', importId, person.actor, []), /ya no es de las suyas/)
    await assert.rejects(() => takeOn('plan', importId, person.actor, { scope: [] }), /ya no es de las suyas/)
  })

  test('that was taken on is a record that nobody rewrites', async ({ assert }) => {
    const { code } = await makeSite()
    const person = await makeUser('s1st3ma')
    const importId = await bringFile(KIND, fileOf(code, 1), person.actor)
    await takeOn(KIND, importId, person.actor)
    const bindings = { importId }
    const refused = (sql: string) => assert.rejects(() => execute(sql, bindings), /import_/)

    await refused(`delete from imports where id = :importId::uuid`)
    await refused(`update imports set rows_applied = 7 where id = :importId::uuid`)
    await refused(`update imports set sha256 = 'x' where id = :importId::uuid`)
    await refused(`update imports set status = 'uploaded', applied_at = null where id = :importId::uuid`)
    await refused(`insert into import_rows (import_id, row_no) values (:importId::uuid, 9)`)
  })

  test('whose column of sides nothing reads is refused, but not where each side has its column', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const { actor } = await makeUser('c0ntab1l1dad', { siteIds: [siteId] })
    const answers = { site_id: String(siteId), posted_on: '2025-01-01' }
    const read = (text: string) => readAs('openings', text, actor, { answers })

    await assert.rejects(
      () => read('Cuenta;Saldo;D/H\n57200000;100,00;D\n10000000;100,00;H'),
      /La columna «D\/H» dice de qué lado va cada importe/
    )
    const rows = await read('Cuenta;Debe;Haber;D/H\n57200000;100,00;;D\n10000000;;100,00;H')
    assert.deepEqual(
      rows.map(({ state }) => state),
      ['right', 'right']
    )
  })
})
