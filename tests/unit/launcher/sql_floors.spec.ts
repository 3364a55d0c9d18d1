import { test } from '@japa/runner'
import { readAreas } from '../../../bin/tasks/read_areas.js'
import { areaSources, usesUpward } from '../../../bin/tasks/sql_floors.js'

const AREAS = [
  { name: 'low', floor: 2, tables: ['low_things'] },
  { name: 'beside', floor: 2, tables: ['beside_things'] },
  { name: 'high', floor: 4, tables: ['high_things', 'high_parts'] },
  { name: 'top', floor: 9, tables: ['top_things'] },
  { name: 'also_top', floor: 9, tables: ['also_top_things'] },
]
const usesOf = (area: string, text: string) =>
  usesUpward(AREAS, [{ path: `app/${area}/queries/planted.ts`, text }]).map(({ table, owner }) => [
    table,
    owner,
  ])

test.group('Floors of SQL', () => {
  test('a table of a higher floor, or of an area beside, is told in whatever way it is named', ({
    assert,
  }) => {
    const text = [
      'rows(`select 1 from high_things h',
      '  join\n beside_things b on true left join low_things l on true`)',
      'execute(`update high_parts set a = 1`)',
      'const link = { top_things: 1 }',
    ].join('\n')

    assert.deepEqual(usesOf('low', text), [
      ['high_things', 'high'],
      ['beside_things', 'beside'],
      ['high_parts', 'high'],
    ])
  })

  test('a list, a comma and a table that is put in name one as well', ({ assert }) => {
    assert.deepEqual(usesOf('low', `const definition = { from: 'high_things h', key: 'h.id' }`), [
      ['high_things', 'high'],
    ])
    assert.deepEqual(usesOf('low', 'select 1 from low_things l, high_parts p where p.id = l.id'), [
      ['high_parts', 'high'],
    ])
    const putIn = ["const USERS = [['high_things', 'a_column']]", 'rows(`select 1 from $' + '{table}`)']
    assert.deepEqual(usesOf('low', putIn.join('\n')), [['high_things', 'high']])
    assert.deepEqual(usesOf('low', "const page = 'high_things'"), [])
  })

  test('own tables and those below are free, and the areas of the top floor see each other', ({ assert }) => {
    assert.deepEqual(usesOf('high', 'select * from high_things join low_things using (id)'), [])
    assert.deepEqual(usesOf('top', 'insert into also_top_things select * from high_things'), [])
  })

  test('what a comment says is no use', ({ assert }) => {
    assert.deepEqual(usesOf('low', '/** Rows come from high_things. */\n// delete from high_parts\n'), [])
  })

  test('the kernel knows no table at all', ({ assert }) => {
    assert.deepEqual(usesOf('kernel', 'select 1 from low_things'), [['low_things', 'low']])
  })

  test('no area of the product reads upward, and one that did would be told', ({ assert }) => {
    const planted = [
      {
        path: 'app/sites/queries/planted.ts',
        text: 'rows(`select count(*) from invoices where site_id = :id`)',
      },
      { path: 'app/expenses/queries/planted.ts', text: 'rows(`select 1 from legal_procedures`)' },
    ]

    assert.deepEqual(usesUpward(readAreas(), [...areaSources(), ...planted]), [
      { file: planted[0]?.path, area: 'sites', table: 'invoices', owner: 'invoices' },
      { file: planted[1]?.path, area: 'expenses', table: 'legal_procedures', owner: 'legal' },
    ])
  })

  test('every area of the product tells its floor, and no table has two owners', ({ assert }) => {
    const areas = readAreas()
    const tables = areas.flatMap((area) => area.tables)

    assert.isAbove(areas.length, 20)
    assert.isTrue(areas.every(({ floor }) => floor >= 1))
    assert.deepEqual([...new Set(tables)], tables)
  })
})
