import { test } from '@japa/runner'
import { checkPlanRows, codeProblem } from '#app/books/plan_file/check_plan_rows'
import { PLAN_COLUMNS, readPlanRow } from '#app/books/plan_file/read_plan_row'
import { readRows } from '#app/imports/read_rows'
import { openTable } from '#app/imports/tables/open_table'

const bytes = (text: string) => Buffer.from(text)
function readPlanFile(file: Uint8Array) {
  const table = openTable(file, {
    columns: PLAN_COLUMNS,
    choice: {},
    sheet: null,
    orderWithoutHeadings: ['code', 'name', 'reconcilable'],
    oneOf: [],
  })
  if (!table) throw new Error('The file has no rows')
  return readRows(table, readPlanRow, null).rows.flatMap(({ value }) => (value ? [value] : []))
}

const plan = { width: 8, nodes: new Set(['4', '43', '430', '4309']), accounts: new Set(['43000001']) }

test.group('A file of accounts', () => {
  test('columns are found by their headings in any order, or taken in theirs without headings', ({
    assert,
  }) => {
    const named = readPlanFile(bytes('Descripción,Cuenta,Punteable\n"Sol, S.L.",43000002,sí\n'))
    const bare = readPlanFile(bytes('43000002;Sol, S.L.;sí\n'))

    assert.deepEqual(
      [...named, ...bare].map(({ line, code, name, reconcilable }) => [line, code, name, reconcilable]),
      [
        [2, '43000002', 'Sol, S.L.', 'sí'],
        [1, '43000002', 'Sol, S.L.', 'sí'],
      ]
    )
  })

  test('accents of an old Windows file are read', ({ assert }) => {
    const [row] = readPlanFile(Buffer.from('C\xf3digo;Nombre\n43000002;Pe\xf1a\n', 'latin1'))

    assert.equal(row?.name, 'Peña')
  })

  test('an account hangs from the lowest node that begins it, also when a higher one was named', ({
    assert,
  }) => {
    const { accounts, problems } = checkPlanRows(
      readPlanFile(bytes('Código;Nombre;Padre\n43090001;Anticipos;43\n430.9;Sol;\n')),
      plan
    )

    assert.deepEqual(problems, [])
    assert.deepEqual(
      accounts.map(({ code, parent }) => [code, parent]),
      [
        ['43090001', '4309'],
        ['43000009', '430'],
      ]
    )
  })

  test('an account of a group that the plan has not is refused', ({ assert }) => {
    assert.equal(
      codeProblem('99900001', '', plan),
      'La cuenta 99900001 debe empezar por una cuenta de al menos tres cifras del plan.'
    )
    assert.equal(
      codeProblem('43110001', '', plan),
      'La cuenta 43110001 debe empezar por una cuenta de al menos tres cifras del plan.'
    )
    assert.isNull(codeProblem('43000002', '430', plan))
  })
})
